/**
 * One fault of a request. `reason` is a stable code ("parameter_invalid"), `param` the path of the
 * field at fault (`metadata.<key>`, `shops.<n>`) or null, `message` a sentence for people that
 * never repeats the value.
 */
export type WireIssue = { reason: string; param: string | null; message: string };

/** A refused request, or a message that its wire form cannot carry. The first issue decides. */
export class WireError extends Error {
  readonly issues: WireIssue[];
  readonly reason: string;
  readonly param: string | null;

  constructor(issues: [WireIssue, ...WireIssue[]]) {
    super(issues[0].message);
    this.name = "WireError";
    this.issues = issues;
    this.reason = issues[0].reason;
    this.param = issues[0].param;
  }
}

// A body of many small faults must not make an answer of unbounded size.
const MAX_ISSUES = 100;
const MAX_SEGMENT = 80;

/** Collects issues in the order they are found. */
export class Issues {
  readonly list: WireIssue[] = [];

  add(reason: string, param: string | null, message: string): void {
    if (this.list.length < MAX_ISSUES) this.list.push({ reason, param, message });
  }

  /** A value of the wrong type, range or form: `complaint` completes the sentence "<param> …". */
  invalid(param: string, complaint: string, reason = "parameter_invalid"): void {
    this.add(reason, param, `${param} ${complaint}.`);
  }

  missing(param: string): void {
    this.add("parameter_missing", param, `${param} is required.`);
  }

  unknown(param: string): void {
    this.add("unknown_parameter", param, `${param} is not a parameter of this operation.`);
  }

  /** Throws what was collected; returns when there is nothing. */
  throwIfAny(): void {
    const [first, ...rest] = this.list;
    if (first !== undefined) throw new WireError([first, ...rest]);
  }
}

/** Path of a member: `at("", "shops")` is `shops`, `at("shops", 2)` is `shops.2`. Callers' keys are cut. */
export function at(path: string, segment: string | number): string {
  let text = String(segment);
  if (text.length > MAX_SEGMENT) text = `${text.slice(0, MAX_SEGMENT)}…`;
  text = text.toWellFormed();
  return path === "" ? text : `${path}.${text}`;
}
