import type { Message } from "@bufbuild/protobuf";

const received = new WeakMap<Message, Uint8Array>();

/**
 * The exact bytes from which a server decoded a request message; undefined for any other
 * message. Two requests are the same when these are, whatever fields a newer caller adds.
 */
export function receivedBytes(message: Message): Uint8Array | undefined {
  return received.get(message);
}

export function rememberBytes(message: Message, bytes: Uint8Array): void {
  received.set(message, bytes);
}
