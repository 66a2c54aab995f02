import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { type ErrorIssue, IntentError } from "../errors.ts";
import type { ExecutorConfig } from "../executors/create-executor.ts";
import type { JsonSchema } from "../types/json.ts";
import type { IntentOptions } from "../types/options.ts";
import { configSchema } from "./config-schema.ts";

/** The file as written, after its check. */
export interface RecognitionFile {
  version: 1;
  mode?: "executor" | "host";
  toolPrefix?: string;
  instances: Record<string, InstanceConfig>;
}

export interface InstanceConfig extends Omit<IntentOptions, "schema" | "executor" | "extend"> {
  schema?: string | JsonSchema;
  executor?: ExecutorConfig;
}

let validate: ValidateFunction<RecognitionFile> | undefined;

/** Throws CONFIG_INVALID/config that names every wrong member by its path. */
export function checkConfig(document: unknown, name: string): RecognitionFile {
  validate ??= new Ajv2020({
    allErrors: true,
    discriminator: true,
    strictTypes: false,
  }).compile<RecognitionFile>(configSchema);
  if (validate(document)) return document;
  const issues = describe(validate.errors ?? []);
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new IntentError("CONFIG_INVALID", "config", `${name}: ${first?.path || "/"}: ${first?.message}${more}`, {
    issues,
  });
}

function describe(errors: ErrorObject[]): ErrorIssue[] {
  // The keyword around a broken member says nothing that the member's own error does not.
  const telling = errors.filter(({ keyword }) => keyword !== "propertyNames" && keyword !== "if");
  // A member too many often explains one that is missing.
  const first = (error: ErrorObject) => (error.keyword === "additionalProperties" ? 0 : 1);
  const sorted = (telling.length > 0 ? telling : errors).toSorted((a, b) => first(a) - first(b));
  return sorted.map((error) => {
    const { path, message } = describeOne(error);
    return { code: "CONFIG_INVALID", path, message };
  });
}

function describeOne({ keyword, instancePath, params, message, propertyName }: ErrorObject): {
  path: string;
  message: string;
} {
  if (propertyName !== undefined) {
    return {
      path: `${instancePath}/${escapePointer(propertyName)}`,
      message: `${JSON.stringify(propertyName)} is no name for an instance`,
    };
  }
  switch (keyword) {
    case "additionalProperties": {
      const member = String(params.additionalProperty);
      const path = `${instancePath}/${escapePointer(member)}`;
      return { path, message: holdsSecret(member) ? SECRET : "unknown member" };
    }
    case "required":
      return { path: `${instancePath}/${escapePointer(String(params.missingProperty))}`, message: "is required" };
    case "enum":
      return { path: instancePath, message: `must be one of ${params.allowedValues.join(", ")}` };
    case "const":
      return { path: instancePath, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case "discriminator":
      return { path: `${instancePath}/type`, message: "names no type of executor" };
    case "pattern":
      return {
        path: instancePath,
        message: instancePath.endsWith("/apiKeyEnv")
          ? "must be the name of an environment variable"
          : `must match ${params.pattern}`,
      };
    default:
      return { path: instancePath, message: message ?? "is not valid" };
  }
}

const SECRET = "a secret does not belong in this file: name the environment variable that holds it in apiKeyEnv";

function holdsSecret(member: string): boolean {
  return /key|token|secret|password|authorization|credential/i.test(member);
}

function escapePointer(member: string): string {
  return member.replaceAll("~", "~0").replaceAll("/", "~1");
}
