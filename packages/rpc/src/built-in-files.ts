import { create, createFileRegistry, type DescService, type MessageInitShape, type Registry } from "@bufbuild/protobuf";
import {
  type DescriptorProtoSchema,
  type FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  type MethodDescriptorProtoSchema,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";

type Field = MessageInitShape<typeof FieldDescriptorProtoSchema>;
type MessageType = MessageInitShape<typeof DescriptorProtoSchema>;
type Method = MessageInitShape<typeof MethodDescriptorProtoSchema>;

/*
 * The services that every gRPC server offers are described here in code, from their
 * published field numbers: they are served, and reflected, as those of the contract are.
 */

function field(name: string, number: number, type: Type, more: Field = {}): Field {
  return { name, number, type, label: Label.OPTIONAL, ...more };
}

function nested(name: string, number: number, typeName: string, more: Field = {}): Field {
  return field(name, number, Type.MESSAGE, { typeName, ...more });
}

function serviceIn(registry: Registry, typeName: string): DescService {
  const service = registry.getService(typeName);
  if (service === undefined) throw new Error(`${typeName} is not described`);
  return service;
}

function healthFile(): Registry {
  const response = ".grpc.health.v1.HealthCheckResponse";
  const entry: MessageType = {
    name: "StatusesEntry",
    field: [field("key", 1, Type.STRING), nested("value", 2, response)],
    options: { mapEntry: true },
  };
  return createFileRegistry(
    create(FileDescriptorProtoSchema, {
      name: "grpc/health/v1/health.proto",
      package: "grpc.health.v1",
      syntax: "proto3",
      messageType: [
        { name: "HealthCheckRequest", field: [field("service", 1, Type.STRING)] },
        {
          name: "HealthCheckResponse",
          field: [field("status", 1, Type.ENUM, { typeName: `${response}.ServingStatus` })],
          enumType: [
            {
              name: "ServingStatus",
              value: [
                { name: "UNKNOWN", number: 0 },
                { name: "SERVING", number: 1 },
                { name: "NOT_SERVING", number: 2 },
                { name: "SERVICE_UNKNOWN", number: 3 },
              ],
            },
          ],
        },
        { name: "HealthListRequest" },
        {
          name: "HealthListResponse",
          field: [nested("statuses", 1, ".grpc.health.v1.HealthListResponse.StatusesEntry", { label: Label.REPEATED })],
          nestedType: [entry],
        },
      ],
      service: [
        {
          name: "Health",
          method: [
            { name: "Check", inputType: ".grpc.health.v1.HealthCheckRequest", outputType: response },
            {
              name: "Watch",
              inputType: ".grpc.health.v1.HealthCheckRequest",
              outputType: response,
              serverStreaming: true,
            },
            {
              name: "List",
              inputType: ".grpc.health.v1.HealthListRequest",
              outputType: ".grpc.health.v1.HealthListResponse",
            },
          ],
        },
      ],
    }),
    () => undefined,
  );
}

/** v1 and v1alpha have the same messages in different packages. */
function reflectionFile(version: "v1" | "v1alpha"): Registry {
  const scope = `.grpc.reflection.${version}`;
  const oneof = { oneofIndex: 0 };
  const repeated = { label: Label.REPEATED };
  const method: Method = {
    name: "ServerReflectionInfo",
    inputType: `${scope}.ServerReflectionRequest`,
    outputType: `${scope}.ServerReflectionResponse`,
    clientStreaming: true,
    serverStreaming: true,
  };
  const messageType: MessageType[] = [
    {
      name: "ServerReflectionRequest",
      oneofDecl: [{ name: "message_request" }],
      field: [
        field("host", 1, Type.STRING),
        field("file_by_filename", 3, Type.STRING, oneof),
        field("file_containing_symbol", 4, Type.STRING, oneof),
        nested("file_containing_extension", 5, `${scope}.ExtensionRequest`, oneof),
        field("all_extension_numbers_of_type", 6, Type.STRING, oneof),
        field("list_services", 7, Type.STRING, oneof),
      ],
    },
    {
      name: "ExtensionRequest",
      field: [field("containing_type", 1, Type.STRING), field("extension_number", 2, Type.INT32)],
    },
    {
      name: "ServerReflectionResponse",
      oneofDecl: [{ name: "message_response" }],
      field: [
        field("valid_host", 1, Type.STRING),
        nested("original_request", 2, `${scope}.ServerReflectionRequest`),
        nested("file_descriptor_response", 4, `${scope}.FileDescriptorResponse`, oneof),
        nested("all_extension_numbers_response", 5, `${scope}.ExtensionNumberResponse`, oneof),
        nested("list_services_response", 6, `${scope}.ListServiceResponse`, oneof),
        nested("error_response", 7, `${scope}.ErrorResponse`, oneof),
      ],
    },
    { name: "FileDescriptorResponse", field: [field("file_descriptor_proto", 1, Type.BYTES, repeated)] },
    {
      name: "ExtensionNumberResponse",
      field: [field("base_type_name", 1, Type.STRING), field("extension_number", 2, Type.INT32, repeated)],
    },
    { name: "ListServiceResponse", field: [nested("service", 1, `${scope}.ServiceResponse`, repeated)] },
    { name: "ServiceResponse", field: [field("name", 1, Type.STRING)] },
    { name: "ErrorResponse", field: [field("error_code", 1, Type.INT32), field("error_message", 2, Type.STRING)] },
  ];
  const file = {
    name: `grpc/reflection/${version}/reflection.proto`,
    package: `grpc.reflection.${version}`,
    syntax: "proto3",
    messageType,
    service: [{ name: "ServerReflection", method: [method] }],
  };
  return createFileRegistry(create(FileDescriptorProtoSchema, file), () => undefined);
}

export const healthService = serviceIn(healthFile(), "grpc.health.v1.Health");

export const reflectionServices: readonly DescService[] = (["v1", "v1alpha"] as const).map((version) =>
  serviceIn(reflectionFile(version), `grpc.reflection.${version}.ServerReflection`),
);
