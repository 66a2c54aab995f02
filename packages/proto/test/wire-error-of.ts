import { WireError, type WireIssue } from "../src/index.ts";

/** The issues that a call is refused with; fails when it is not refused. */
export function issuesOf(call: () => unknown): WireIssue[] {
  try {
    call();
  } catch (error) {
    if (error instanceof WireError) return error.issues;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Reason and param of each issue, as "reason param". */
export function faults(issues: WireIssue[]): string[] {
  return issues.map((issue) => (issue.param === null ? issue.reason : `${issue.reason} ${issue.param}`));
}
