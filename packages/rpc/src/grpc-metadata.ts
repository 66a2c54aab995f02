import * as grpc from "@grpc/grpc-js";
import { Metadata } from "./metadata.ts";
import type { WireStatus } from "./status.ts";

// The library prints metadata that it refuses, values included; credentials travel there.
grpc.setLogVerbosity(grpc.logVerbosity.NONE);

export const DETAILS_KEY = "grpc-status-details-bin";

/** Text entries of a message's headers or trailers; binary ones are the library's business. */
export function fromGrpcMetadata(from: grpc.Metadata): Metadata {
  // One value a name: HTTP/2 has joined the values of a repeated one.
  return Metadata.received(from.getMap());
}

export function toGrpcMetadata(from: Metadata): grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of from.entries()) metadata.set(name, value);
  return metadata;
}

/** Trailers with the status details. */
export function statusTrailers(status: WireStatus): grpc.Metadata {
  const metadata = toGrpcMetadata(status.trailers);
  if (status.details !== undefined) metadata.set(DETAILS_KEY, asBuffer(status.details));
  return metadata;
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The same bytes as a plain array, without a copy: fields of type bytes are views of what
 * a message is decoded from, and should not behave as Buffers on one channel alone.
 */
export function asBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

export function sameBuffer(bytes: Buffer): Buffer {
  return bytes;
}
