import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { type ErrorIssue, IntentError } from "../errors.ts";
import { type ExecutorConfig, executorSchema } from "./executor-schema.ts";

let validate: ValidateFunction<ExecutorConfig> | undefined;

/** Throws CONFIG_INVALID/config naming each wrong member by its path, never by its value: a key may stand there. */
export function checkExecutor(config: unknown): ExecutorConfig {
  validate ??= new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false }).compile<ExecutorConfig>(
    executorSchema,
  );
  if (validate(config)) return config;
  const issues = (validate.errors ?? []).map(toIssue);
  throw new IntentError("CONFIG_INVALID", "config", `executor${issues[0]?.path}: ${issues[0]?.message}`, { issues });
}

const SECRET = /key|token|secret|password|authorization|credential/i;

function toIssue({ keyword, instancePath, params, message }: ErrorObject): ErrorIssue {
  const at = (member: unknown) =>
    `${instancePath}/${String(member).slice(0, 64).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const issue = (path: string, text: string) => ({ code: "CONFIG_INVALID", path, message: text });
  switch (keyword) {
    case "additionalProperties": {
      const member = String(params.additionalProperty);
      return issue(
        at(member),
        SECRET.test(member)
          ? "a secret does not belong here: apiKeyEnv names the variable that holds it"
          : "unknown member",
      );
    }
    case "required":
      return issue(at(params.missingProperty), "is required");
    case "discriminator":
      return issue(at("type"), "names no type of executor");
    case "pattern":
      return issue(instancePath, "must be the name of an environment variable");
    default:
      return issue(instancePath, message ?? "is not valid");
  }
}
