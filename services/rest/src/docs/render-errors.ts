import { comment, enumName, ReasonSchema, reasonInfo } from "@openintents/proto";
import { escapeHtml, inline } from "./html.ts";
import { page } from "./page.ts";
import { table } from "./render-schema.ts";

/** Reasons from this number on belong to the runner contract and never leave over HTTP. */
const RUNNER_REASONS = 100;

/** The page that `doc_url` points into: every reason, with its code as the anchor. */
export function renderErrors(): string {
  const reasons = ReasonSchema.values.flatMap((value) => {
    const code = enumName(ReasonSchema, value.number);
    const info = code === null ? undefined : reasonInfo(code);
    if (code === null || info === undefined) return [];
    const text = comment(`${ReasonSchema.typeName}.${value.name}`) ?? "";
    return [{ code, ...info, text, runner: value.number >= RUNNER_REASONS }];
  });
  const types = [...new Set(reasons.filter((reason) => !reason.runner).map((reason) => reason.type))];
  const groups = [
    ...types.map((type) => ({
      title: type,
      members: reasons.filter((reason) => reason.type === type && !reason.runner),
    })),
    { title: "Runner contract", members: reasons.filter((reason) => reason.runner) },
  ];
  const navigation = [
    '<p><a href="/docs">API reference</a></p><h2>Errors</h2><ul>',
    ...groups.map(({ title }) => `<li><a href="#type-${slug(title)}">${escapeHtml(title)}</a></li>`),
    "</ul>",
  ].join("");
  const content = [
    "<h1>Errors</h1>",
    "<p>A failed request answers one JSON object. <code>code</code> is stable, <code>message</code> is for people and may change, ",
    "<code>param</code> is the path of the field at fault. An intent that fails is no error of a request: it answers 200 with ",
    "<code>status: failed</code>.</p>",
    '<pre><code>{"error":{"type":"conflict","code":"input_request_closed","message":"…","param":null,\n',
    ' "doc_url":"…","request_id":"req_…","details":null}}</code></pre>',
    "<p>Repeat a request after 409 <code>idempotency_in_flight</code>, 429, any 5xx or a broken connection, always with the same ",
    "<code>Idempotency-Key</code>; <code>Retry-After</code> says when.</p>",
    ...groups.map(({ title, members }) => `<h2 id="type-${slug(title)}">${escapeHtml(title)}</h2>${rows(members)}`),
  ].join("");
  return page("Errors", navigation, content);
}

type Described = { code: string; httpStatus: number; grpc: string; retryable: boolean; text: string };

function rows(reasons: Described[]): string {
  const cells = reasons.map(
    ({ code, httpStatus, grpc, retryable, text }) =>
      `<tr id="${escapeHtml(code)}"><td><a href="#${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a></td>` +
      `<td>${httpStatus}</td><td>${escapeHtml(grpc)}</td><td>${inline(text)}${retryable ? " Safe to repeat." : ""}</td></tr>`,
  );
  return table(["code", "HTTP", "gRPC", "When"], cells);
}

function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z]+/g, "-");
}
