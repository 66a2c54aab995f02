import { escapeHtml } from "./html.ts";

/** What a reader needs before the first operation, as HTML. */
export function introduction(publicOrigin: string): string {
  const origin = escapeHtml(publicOrigin);
  return `
<p>An intent is something a person wants bought or booked, in plain language. Create one, and an agent carries it out at a
shop, pauses when the person is needed, and ends with a receipt. Send your API key as a bearer token: with a test key
(<code>oi_test_…</code>) the shops are simulated and nothing is charged.</p>
<pre><code>curl ${origin}/v1/intents \\
  -H "Authorization: Bearer $OPENINTENTS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-4711" \\
  -d '{"intent": "A mug from ok.shop.test", "max_amount": 6000}'</code></pre>
<p>Bodies are JSON in UTF-8, at most 64 KiB. Amounts are whole minor units (<code>6000</code> is $60.00), times are RFC 3339 in
UTC. A field or query parameter that an operation does not take is refused by name. Fields of an answer are always present and
<code>null</code> when empty; new ones may appear at any time.</p>
<p>Repeat any <code>POST</code> or <code>DELETE</code> safely with the same <code>Idempotency-Key</code>: it has its effect once, and the
repetition answers the object as it is now with <code>Idempotent-Replayed: true</code>. Without a key, two calls are two purchases.</p>
<p>Operations with <code>wait_seconds</code> (or the header <code>Prefer: wait=N</code>) hold up to 50 seconds and answer when the intent
is final, pauses, or the time is up. Dropping the connection changes nothing.</p>
<p>Every answer carries <code>Request-Id</code>; authenticated ones carry <code>RateLimit</code> and <code>RateLimit-Policy</code>.
<code>OpenIntents-Version: 2026-11-30</code> selects the one dated version there is. Failures are described under
<a href="/docs/errors">errors</a>.</p>
<p>The same operations are tools for AI agents over MCP at <code>${origin}/mcp</code>, with the same key, and methods over gRPC.</p>`;
}
