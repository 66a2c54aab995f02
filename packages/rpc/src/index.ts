export type { CallContext } from "./call-context.ts";
export { type CallOptions, type Client, type ClientDefaults, type ClientMethod, createClient } from "./client.ts";
export { type ClientTls, type GrpcTransportOptions, grpcTransport } from "./grpc-transport.ts";
export type { ServerInterceptor } from "./interceptor.ts";
export { Metadata } from "./metadata.ts";
export { receivedBytes } from "./received-bytes.ts";
export {
  createRpcServer,
  type Handlers,
  type MethodHandler,
  type RpcServer,
  type RpcServerOptions,
  type ServerTls,
} from "./server.ts";
export type { Transport } from "./transport.ts";
