// The stand-alone server's gRPC listener. It is loaded only when it is asked for: it alone needs what this package
// otherwise does without.
import { createLogger, createMetrics } from "@openintents/process";
import { RecognitionService } from "@openintents/proto";
import { createRpcServer } from "@openintents/rpc";
import { type RecognitionServiceParts, recognitionHandlers } from "./recognition-service.ts";

export interface GrpcParts extends RecognitionServiceParts {
  host: string;
  port: number;
  logLevel: string;
}

/** Serves RecognitionService with health and reflection. Rejects when the address cannot be bound. */
export async function serveOverGrpc(o: GrpcParts): Promise<{ port: number; stop(graceMs: number): Promise<void> }> {
  const { handlers, close } = recognitionHandlers(o);
  const server = createRpcServer({
    // Standard output may be a protocol.
    logger: createLogger({ service: "openintents-recognize", level: o.logLevel, destination: process.stderr }),
    metrics: createMetrics({ service: "openintents-recognize" }),
  });
  server.addService(RecognitionService, handlers);
  const port = await server.listen(`${o.host}:${o.port}`);
  for (const name of ["", RecognitionService.typeName]) server.setServing(name, true);
  return {
    port,
    async stop(graceMs) {
      await server.close(graceMs);
      await close();
    },
  };
}
