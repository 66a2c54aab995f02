import type { BackendCall, RecogniserBackend } from "../../src/mcp/backend.ts";

export interface Asked {
  method: "parse" | "prepare" | "accept" | "cancel";
  given: unknown;
  instance?: string;
  call: BackendCall<string>;
}

/** A recogniser elsewhere whose every answer is the test's. */
export function fakeBackend(answer: (asked: Asked) => Promise<string> | string = () => '{"ok":true}') {
  const asked: Asked[] = [];
  const ended: string[] = [];
  async function ask(one: Asked) {
    asked.push(one);
    return { text: await answer(one) };
  }
  const backend: RecogniserBackend<string> = {
    parse: (instance, given, call) => ask({ method: "parse", instance, given, call }),
    prepare: (instance, given, call) => ask({ method: "prepare", instance, given, call }),
    accept: (given, call) => ask({ method: "accept", given, call }),
    cancel: (given, call) => ask({ method: "cancel", given, call }),
    async end(caller) {
      ended.push(caller);
    },
  };
  return { backend, asked, ended };
}

/** The error in a failure's envelope. */
export function errorIn(reply: { content: { text: string }[] } | undefined) {
  return JSON.parse(reply?.content[0]?.text ?? "{}").error;
}
