// Makes the packages of the providers unfindable, as where they are not installed, and asks for one of them.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "ai" || specifier.startsWith("@ai-sdk/"))
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    return next(specifier, context);
  },
});

const { createExecutor } = await import("../../src/executors/create-executor.ts");
const config = { type: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1", model: "m" };
const options = { env: {}, baseDirectory: import.meta.dirname, allowModule: false };
const http = await createExecutor({ type: "http", url: "http://127.0.0.1:9/" }, options);
const refusal = await createExecutor(config, options).catch((error) => error);
console.log(JSON.stringify({ http: http.id, refusal }));
