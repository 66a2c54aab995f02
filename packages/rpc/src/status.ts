import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Metadata } from "./metadata.ts";

/** gRPC status codes by name. */
export const Code = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

export const codeNames: readonly string[] = Object.keys(Code);

/** How a call ended, as either channel carries it. */
export class WireStatus {
  readonly code: number;
  readonly message: string;
  readonly trailers: Metadata;
  /** Bytes of the google.rpc.Status in `grpc-status-details-bin`. */
  readonly details: Uint8Array | undefined;

  constructor(code: number, message: string, trailers?: Metadata, details?: Uint8Array) {
    this.code = code;
    this.message = message;
    this.trailers = trailers ?? new Metadata();
    this.details = details;
  }
}

/** A call that ended with another status than OK, before it is made a ServiceError. */
export class WireFailure extends Error {
  readonly status: WireStatus;

  constructor(status: WireStatus, cause?: unknown) {
    super(status.message, { cause });
    this.name = "WireFailure";
    this.status = status;
  }
}

const TYPE_PREFIX = "type.googleapis.com/";

/** One message in a status: its full name and its bytes. */
export type StatusDetail = { typeName: string; value: Uint8Array };

/** Bytes of google.rpc.Status {code = 1, message = 2, details = 3: [Any {type_url = 1, value = 2}]}. */
export function encodeStatusDetails(code: number, message: string, details: StatusDetail[]): Uint8Array {
  const writer = new BinaryWriter()
    .tag(1, WireType.Varint)
    .int32(code)
    .tag(2, WireType.LengthDelimited)
    .string(message);
  for (const { typeName, value } of details) {
    writer
      .tag(3, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.LengthDelimited)
      .string(TYPE_PREFIX + typeName)
      .tag(2, WireType.LengthDelimited)
      .bytes(value)
      .join();
  }
  return writer.finish();
}

/** The details in the bytes of a google.rpc.Status, in their order; throws on malformed bytes. */
export function readStatusDetails(bytes: Uint8Array): StatusDetail[] {
  const found: StatusDetail[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field !== 3 || wireType !== WireType.LengthDelimited) {
      reader.skip(wireType, field);
      continue;
    }
    const { typeUrl, value } = readAny(reader.bytes());
    found.push({ typeName: typeUrl.slice(typeUrl.lastIndexOf("/") + 1), value });
  }
  return found;
}

function readAny(bytes: Uint8Array): { typeUrl: string; value: Uint8Array } {
  const reader = new BinaryReader(bytes);
  const any = { typeUrl: "", value: new Uint8Array() };
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1 && wireType === WireType.LengthDelimited) any.typeUrl = reader.string();
    else if (field === 2 && wireType === WireType.LengthDelimited) any.value = new Uint8Array(reader.bytes());
    else reader.skip(wireType, field);
  }
  return any;
}
