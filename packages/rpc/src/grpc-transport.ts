import type { DescMethod } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { serviceError } from "@openintents/process";
import { asBuffer, asBytes, DETAILS_KEY, fromGrpcMetadata, sameBuffer, toGrpcMetadata } from "./grpc-metadata.ts";
import { Metadata } from "./metadata.ts";
import { methodPath } from "./method-plan.ts";
import { failedStream, OpenCalls } from "./open-calls.ts";
import { ReadablePull } from "./readable-pull.ts";
import { Code, WireFailure, WireStatus } from "./status.ts";
import type { ClientStream, Transport, WireCallOptions } from "./transport.ts";

export type ClientTls = {
  /** PEM of the authorities to trust; absent: those of the system. */
  ca?: string | Buffer;
  /** PEM of the client's certificate and key, for mutual TLS. */
  cert?: string | Buffer;
  key?: string | Buffer;
  /** Name to expect in the server's certificate, where it differs from the address. */
  serverName?: string;
};

export type GrpcTransportOptions = {
  /** host:port, or a target of grpc-js ("dns:///…", "ipv4:host:port,host:port", "unix:…"). */
  address: string;
  tls?: ClientTls;
  /** Largest message in either direction, in bytes; default 4 MiB. */
  maxMessageBytes?: number;
  /** Milliseconds of silence before a ping; default 20 000. */
  keepaliveMs?: number;
};

const SCHEME = /^(dns:\/\/|ipv4:|ipv6:|unix:)/;

function credentials(tls: ClientTls | undefined): grpc.ChannelCredentials {
  if (tls === undefined) return grpc.credentials.createInsecure();
  const buffer = (pem: string | Buffer | undefined): Buffer | null => (pem === undefined ? null : Buffer.from(pem));
  return grpc.credentials.createSsl(buffer(tls.ca), buffer(tls.key), buffer(tls.cert));
}

function channelOptions(o: GrpcTransportOptions): grpc.ChannelOptions {
  const maxMessageBytes = o.maxMessageBytes ?? 4 * 1024 * 1024;
  return {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // No lookups of TXT records for a configuration that is given here.
    "grpc.service_config_disable_resolution": 1,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1000,
    "grpc.dns_min_time_between_resolutions_ms": 1000,
    "grpc.keepalive_time_ms": o.keepaliveMs ?? 20_000,
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.keepalive_permit_without_calls": 1,
    "grpc.max_send_message_length": maxMessageBytes,
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.enable_channelz": 0,
    // Internal calls never leave through a proxy that the environment names.
    "grpc.enable_http_proxy": 0,
    ...(o.tls?.serverName === undefined ? {} : { "grpc.ssl_target_name_override": o.tls.serverName }),
  };
}

function failureOf(error: Pick<grpc.ServiceError, "code" | "details" | "metadata">): WireFailure {
  const details = error.metadata?.get(DETAILS_KEY)[0];
  const trailers = error.metadata === undefined ? new Metadata() : fromGrpcMetadata(error.metadata);
  // Where a call fails before its first message, the trailers are the only headers.
  for (const name of ["content-type", "date"]) trailers.delete(name);
  const status = new WireStatus(error.code, error.details, trailers, Buffer.isBuffer(details) ? details : undefined);
  return new WireFailure(status, error);
}

function callOptions(options: WireCallOptions): grpc.CallOptions {
  return options.deadlineMs === undefined ? {} : { deadline: Date.now() + options.deadlineMs };
}

/**
 * A channel over sockets. It connects when first used, balances over all addresses of the
 * name, keeps idle connections alive, and tries again within a second when one breaks.
 */
export function grpcTransport(o: GrpcTransportOptions): Transport {
  const target = SCHEME.test(o.address) ? o.address : `dns:///${o.address}`;
  const client = new grpc.Client(target, credentials(o.tls), channelOptions(o));
  const open = new OpenCalls();
  return {
    unary(method, request, options) {
      const { signal } = options;
      const { refusal } = open;
      if (refusal !== undefined) return Promise.reject(refusal);
      return new Promise((resolve, reject) => {
        let trailers: grpc.Metadata | undefined;
        const call = client.makeUnaryRequest(
          methodPath(method),
          sameBuffer,
          sameBuffer,
          asBuffer(request),
          toGrpcMetadata(options.metadata),
          callOptions(options),
          (error, message) => {
            open.delete(cancel);
            if (signal !== undefined) signal.removeEventListener("abort", cancel);
            if (error !== null) reject(failureOf(error));
            // The status, and with it the trailers, arrives in the same turn, after this callback.
            else
              queueMicrotask(() =>
                resolve({ message: asBytes(message ?? Buffer.alloc(0)), trailers: trailersOf(trailers) }),
              );
          },
        );
        call.on("status", (status: grpc.StatusObject) => {
          trailers = status.metadata;
        });
        const cancel = (): void => call.cancel();
        open.add(cancel);
        if (signal !== undefined) signal.addEventListener("abort", cancel, { once: true });
      });
    },
    stream: (method, options) =>
      open.refusal === undefined ? openStream(client, open, method, options) : failedStream(open.refusal),
    ready: (deadlineMs) =>
      new Promise((resolve, reject) => {
        client.waitForReady(Date.now() + deadlineMs, (cause) => {
          if (cause === undefined || cause === null) resolve();
          else reject(serviceError("unavailable", `no connection within ${deadlineMs} ms`, { cause }));
        });
      }),
    close: () => {
      open.close();
      client.close();
      return Promise.resolve();
    },
  };
}

function trailersOf(metadata: grpc.Metadata | undefined): Metadata {
  return metadata === undefined ? new Metadata() : fromGrpcMetadata(metadata);
}

/** Every kind of stream is the same on the wire, so each is opened as a duplex. */
function openStream(client: grpc.Client, open: OpenCalls, method: DescMethod, options: WireCallOptions): ClientStream {
  const { signal } = options;
  const call = client.makeBidiStreamRequest(
    methodPath(method),
    sameBuffer,
    sameBuffer,
    toGrpcMetadata(options.metadata),
    callOptions(options),
  );
  let cancelled: WireFailure | undefined;
  let status: grpc.StatusObject | undefined;
  const cancel = (): void => {
    if (status !== undefined || cancelled !== undefined) return;
    cancelled = new WireFailure(new WireStatus(Code.CANCELLED, "cancelled"));
    call.cancel();
    pull.notify();
  };
  const pull = new ReadablePull(call, () => cancelled);
  const ended = new Promise<grpc.StatusObject>((resolve) => {
    call.on("status", (received: grpc.StatusObject) => {
      status = received;
      open.delete(cancel);
      signal?.removeEventListener("abort", cancel);
      resolve(received);
    });
  });
  // The same status comes as "status", which is what counts.
  call.on("error", () => pull.notify());
  signal?.addEventListener("abort", cancel, { once: true });
  open.add(cancel);

  return {
    get over() {
      return status !== undefined;
    },
    write(message) {
      if (status !== undefined || call.write(asBuffer(message))) return undefined;
      return Promise.race([new Promise<void>((resolve) => call.once("drain", resolve)), ended.then(() => {})]);
    },
    end: () => {
      call.end();
    },
    async read() {
      const message = await pull.read();
      if (message !== undefined) return message;
      const received = await ended;
      if (received.code === Code.OK) return undefined;
      throw failureOf(received as grpc.ServiceError);
    },
    trailers: () => trailersOf(status?.metadata),
    cancel,
  };
}
