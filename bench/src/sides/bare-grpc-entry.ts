// P3's baseline: a grpc-js handler that decodes the request, runs the statement and encodes
// the reply, with the same messages and library.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import {
  type CreateIntentRequest,
  CreateIntentRequestSchema,
  type CreateIntentResponse,
  CreateIntentResponseSchema,
  IntentSchema,
  IntentService,
} from "@openintents/proto";
import type { Pattern } from "../ground/pattern.ts";
import { entryInput, serveEntry } from "../harness/entry.ts";
import { bareStore } from "./bare-store.ts";

const { databaseUrl, pattern } = entryInput<{ databaseUrl: string; pattern: Pattern }>();
const store = bareStore(databaseUrl, pattern);
const intent = fromBinary(IntentSchema, Buffer.from(pattern.intent, "base64"));

type Method = grpc.MethodDefinition<CreateIntentRequest, CreateIntentResponse>;
const createIntent: Method = {
  path: `/${IntentService.typeName}/CreateIntent`,
  requestStream: false,
  responseStream: false,
  requestSerialize: (message) => Buffer.from(toBinary(CreateIntentRequestSchema, message)),
  requestDeserialize: (bytes) => fromBinary(CreateIntentRequestSchema, bytes),
  responseSerialize: (message) => Buffer.from(toBinary(CreateIntentResponseSchema, message)),
  responseDeserialize: (bytes) => fromBinary(CreateIntentResponseSchema, bytes),
};

const server = new grpc.Server();
server.addService(
  { createIntent },
  {
    async createIntent(
      _call: grpc.ServerUnaryCall<CreateIntentRequest, CreateIntentResponse>,
      respond: grpc.sendUnaryData<CreateIntentResponse>,
    ) {
      try {
        const id = await store.create();
        respond(null, create(CreateIntentResponseSchema, { intent: { ...intent, id } }));
      } catch (cause) {
        respond(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },
  },
);
const port = await new Promise<number>((resolve, reject) => {
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (cause, bound) =>
    cause ? reject(cause) : resolve(bound),
  );
});

serveEntry({ port }, {}, async () => {
  server.forceShutdown();
  await store.close();
});
