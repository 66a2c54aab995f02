import { type ErrorCode, type ErrorIssue, IntentError } from "../errors.ts";

const MOST_ISSUES = 32;

/** Refuses a request with every place that is wrong, up to a bound. */
export function refuseInput(code: ErrorCode, issues: readonly Omit<ErrorIssue, "code">[]): never {
  const shown = issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({ code, path, message }));
  const [first] = shown;
  const place = first === undefined || first.path === "" ? "The request" : first.path;
  throw new IntentError(code, "input", `${place} ${first?.message ?? "is not valid"}.`, { issues: shown });
}

/** Bytes or items beyond a limit. */
export function refuseSize(path: string, what: string, limit: number): never {
  return refuseInput("LIMIT_EXCEEDED", [{ path, message: `comes to more than ${limit} ${what}` }]);
}
