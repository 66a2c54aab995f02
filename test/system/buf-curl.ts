// A strict gRPC client that is not ours, in another language: it knows a server by reflection only.
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const buf = join(dirname(fileURLToPath(import.meta.resolve("@bufbuild/buf/package.json"))), "bin", "buf");

/** Runs `buf curl` over gRPC without TLS; rejects with its output as `stderr` when a call fails. */
export async function bufCurl(args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [
    buf,
    "curl",
    "--http2-prior-knowledge",
    "--protocol",
    "grpc",
    ...args,
  ]);
  return stdout;
}

/** Calls `method` ("package.Service/Method") at host:port with a JSON request; answers the JSON reply. */
export async function bufCall(
  address: string,
  method: string,
  request: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  return JSON.parse(await bufCurl([...named, "-d", JSON.stringify(request), `http://${address}/${method}`]));
}

/** The gRPC status of a call that must fail: its code as buf names it, and its message. */
export async function bufFailure(
  address: string,
  method: string,
  request: unknown,
  headers: Record<string, string> = {},
): Promise<{ code: string; message: string }> {
  try {
    await bufCall(address, method, request, headers);
  } catch (failure) {
    const { stderr } = failure as { stderr?: string };
    if (stderr === undefined) throw failure;
    return JSON.parse(stderr);
  }
  throw new Error(`${method} did not fail`);
}
