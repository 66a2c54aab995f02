import { describe, expect, test } from "vitest";
import { constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

const codes = (result: { issues: { code: string }[] }) => result.issues.map((issue) => issue.code);

describe("the negation guard", () => {
  test("a prohibition given only as a goal comes back as unparsed and lowers the claim", () => {
    const result = resultOf(requestOf("Look up order 000123 and do not cancel the order."), {
      intents: [intent("a", "Look up", "order 000123", "Look up order 000123 and do not cancel the order")],
    });
    expect(result.effective.unresolved).toMatchObject([{ kind: "unparsed", text: "and do not cancel the order." }]);
    expect(result.issues).toMatchObject([
      { code: "NEGATION_UNACCOUNTED", severity: "warning", path: "/effective/unresolved/0" },
    ]);
    expect(result.effective.coverage).toBe("partial");
    expect(result.status).toBe("partial");
  });

  test("a prohibition that is left out comes back as unparsed", () => {
    const result = resultOf(requestOf(LOOK_UP), { ...lookUp(), constraints: [] });
    expect(codes(result)).toEqual(["NEGATION_UNACCOUNTED"]);
    expect(result.status).toBe("partial");
  });

  test("a statement with a negation that is accounted for is noted, and stays complete", () => {
    const result = resultOf(requestOf("My parcel has not arrived. Look up order 5."), {
      intents: [intent("a", "Look up", "order 5", "Look up order 5")],
      accounted: [{ kind: "information", evidence: [quote("My parcel has not arrived")] }],
    });
    expect(result.issues).toMatchObject([{ code: "STATEMENT_NOTED", severity: "info" }]);
    expect(result.status).toBe("complete");
  });

  test("a clause in prohibiting form is not accounted for by calling it information", () => {
    const result = resultOf(requestOf(LOOK_UP), {
      ...lookUp(),
      constraints: [],
      accounted: [{ kind: "information", evidence: [quote("Do not cancel the order")] }],
    });
    expect(codes(result)).toEqual(["NEGATION_UNACCOUNTED"]);
    expect(result.status).toBe("partial");
  });

  test("a cue outside the words of its constraint is not covered by the evidence of it", () => {
    const result = resultOf(requestOf("Book a room but not at the Ritz."), {
      intents: [intent("a", "Book", "a room", "Book a room")],
      constraints: [constraint("x", "a", "exclusion", "at the Ritz", { evidence: [quote("but not at the Ritz")] })],
    });
    expect(codes(result)).toContain("NEGATION_UNACCOUNTED");
  });

  test.each(["not", "Do not", "do NOT please"])(
    "a constraint of nothing but a negation (%s) keeps nothing",
    (words) => {
      const text = `Look up order 000123. ${words} cancel the order.`;
      for (const kind of ["prohibition", "preference"] as const) {
        const { effective, issues, status } = resultOf(requestOf(text), {
          ...lookUp(),
          constraints: [constraint("b", "a", kind, words, { evidence: [quote(`${words} cancel the order`)] })],
        });
        expect(issues.map((issue) => issue.code)).toEqual(["NEGATION_UNACCOUNTED"]);
        expect(effective.unresolved).toMatchObject([{ kind: "unparsed", text: `${words} cancel the order.` }]);
        expect(status).toBe("partial");
      }
    },
  );

  test.each([
    ["Invite Tom, but not Al.", "but not Al"],
    ["Invite Tom, not me.", "not me"],
    ["Invite Tom. No.", "No"],
    ["Invite Tom. Don't do so.", "Don't do so"],
  ])("few words are enough where the person uses no more: %s", (text, words) => {
    const { issues } = resultOf(requestOf(text), {
      intents: [intent("a", "Invite", "Tom", "Invite Tom")],
      constraints: [constraint("b", "a", "prohibition", words)],
    });
    expect(issues).toEqual([]);
  });

  test("a cue inside a quoted literal is material", () => {
    const goal = "Translate 'do not open this door'";
    const result = resultOf(requestOf("Translate 'do not open this door' into German."), {
      intents: [intent("a", "Translate", "'do not open this door'", goal)],
      constraints: [constraint("f", "a", "format", "into German")],
    });
    expect(result.issues).toEqual([]);
    expect(result.status).toBe("complete");
    expect(result.effective.intents[0]?.constraints.map((one) => one.kind)).toEqual(["format"]);
  });

  test("a cue inside an unresolved item or in the quote of a removal is kept", () => {
    const first = resultOf(requestOf(LOOK_UP), lookUp());
    const removed = resultOf(requestOf("Don't bother with the lookup.", { baseline: first.effective }), {
      kind: "withdrawal",
      removals: [{ kind: "intent", id: "intent-1", name: null, evidence: [quote("Don't bother with the lookup")] }],
    });
    expect(removed.issues).toEqual([]);
    const open = resultOf(requestOf("No smoking rooms."), {
      unresolved: [
        {
          kind: "ambiguity",
          owner: null,
          text: "No smoking rooms",
          question: null,
          options: [],
          evidence: [quote("No smoking rooms")],
        },
      ],
    });
    expect(codes(open)).toEqual([]);
    expect(open.status).toBe("ambiguous");
  });

  test("two equal prohibitions are both covered by two constraints, not by one", () => {
    const text = "Never call me. Send the book. Never call me.";
    const request = requestOf(text);
    const parts = {
      intents: [intent("a", "Send", "the book", "Send the book")],
      constraints: [constraint("p", null, "prohibition" as const, "Never call me")],
    };
    expect(codes(resultOf(request, parts))).toEqual(["NEGATION_UNACCOUNTED"]);
    const twice = [...parts.constraints, constraint("q", null, "prohibition" as const, "Never call me")];
    expect(codes(resultOf(request, { ...parts, constraints: twice }))).toEqual([]);
  });

  test("what stayed unparsed keeps its warning in the turns after", () => {
    const first = resultOf(requestOf(LOOK_UP), { ...lookUp(), constraints: [] });
    const later = resultOf(requestOf("Thanks.", { baseline: first.effective }), { kind: "social" });
    expect(codes(later)).toEqual(["NEGATION_UNACCOUNTED"]);
    expect(later.effective.coverage).toBe("complete");
    expect(later.status).toBe("partial");
  });

  test("a language without a list is said, and with requireGuard the result is at best partial", () => {
    const parts = { intents: [intent("a", "Prüfe", "Auftrag 5", "Prüfe Auftrag 5")] };
    const free = resultOf(requestOf("Prüfe Auftrag 5.", {}, { language: "xx" }), parts);
    expect(free.issues).toMatchObject([{ code: "LANGUAGE_NOT_GUARDED", severity: "info" }]);
    expect(free.status).toBe("complete");
    const strict = resultOf(requestOf("Prüfe Auftrag 5.", {}, { language: "xx", requireGuard: true }), parts);
    expect(strict.status).toBe("partial");
  });

  test.each(["请不要取消订单", "Не отменяй заказ", "لا تلغ الطلب", "Look up order 5. 不要取消 order 5"])(
    "words in other letters than those of the list are not guarded by it: %s",
    (text) => {
      const parts = { intents: [intent("a", null, null, text)] };
      const free = resultOf(requestOf(text), structuredClone(parts));
      expect(free.issues).toMatchObject([{ code: "LANGUAGE_NOT_GUARDED", severity: "info", path: "/input" }]);
      expect(resultOf(requestOf(text, {}, { requireGuard: true }), structuredClone(parts)).status).toBe("partial");
    },
  );

  test.each([
    "Send the invoice to Ольга Петрова today",
    "Translate '不要进入' into English",
    "Order 2 m² of it, Ångström 𝒳",
  ])("names and quoted words in other letters change nothing: %s", (text) => {
    expect(resultOf(requestOf(text), { intents: [intent("a", null, null, text)] }).issues).toEqual([]);
  });

  test("the language of the output does not switch the guard off", () => {
    const result = resultOf(requestOf(LOOK_UP, { output: { language: "xx" } }), { ...lookUp(), constraints: [] });
    expect(codes(result)).toEqual(["NEGATION_UNACCOUNTED"]);
  });
});

describe("the text guard", () => {
  test("a clause that no evidence touches comes back as unparsed", () => {
    const result = resultOf(requestOf("Buy milk. The shop on the corner is nice."), {
      intents: [intent("a", "Buy", "milk", "Buy milk")],
    });
    expect(result.effective.unresolved).toMatchObject([
      { kind: "unparsed", text: "The shop on the corner is nice.", intentId: null },
    ]);
    expect(codes(result)).toEqual(["TEXT_UNACCOUNTED"]);
    expect(result.effective.coverage).toBe("partial");
    expect(result.status).toBe("partial");
  });

  test("filler needs no evidence", () => {
    const result = resultOf(requestOf("Hello! Buy milk, please. Thanks."), {
      intents: [intent("a", "Buy", "milk", "Buy milk")],
    });
    expect(result.status).toBe("complete");
  });

  test("an empty candidate has coverage none and loses nothing", () => {
    const result = resultOf(requestOf("Buy milk and bread."), { kind: "unclear" });
    expect(result.effective.coverage).toBe("none");
    expect(result.effective.unresolved.map((one) => one.text).join(" ")).toBe("Buy milk and bread.");
    expect(result.status).toBe("partial");
  });

  test("what the candidate itself calls unparsed is a limit of the language source", () => {
    const result = resultOf(requestOf("Buy milk whichever way the wind blows."), {
      intents: [intent("a", "Buy", "milk", "Buy milk")],
      unresolved: [
        {
          kind: "unparsed",
          owner: "a",
          text: "whichever way the wind blows",
          question: null,
          options: [],
          evidence: [quote("whichever way the wind blows")],
        },
      ],
    });
    expect(codes(result)).toEqual(["EXECUTOR_LIMITED"]);
    expect(result.status).toBe("partial");
  });

  test("many lost clauses are kept together from the 65th on", () => {
    const clauses = Array.from({ length: 500 }, (_, at) => `Thing${"x".repeat(at % 5)} sits here.`);
    const result = resultOf(requestOf(clauses.join(" ")), { kind: "information" });
    expect(result.effective.unresolved).toHaveLength(65);
    expect(result.effective.unresolved.map((one) => one.text).join(" ")).toBe(clauses.join(" "));
  });
});

describe("the number guard", () => {
  test("a number outside every quote brings its clause back", () => {
    const result = resultOf(requestOf("Send 40 chairs to Oslo."), {
      intents: [intent("a", "Send", "chairs to Oslo", "chairs to Oslo", { action: null })],
    });
    expect(result.effective.unresolved).toMatchObject([{ kind: "unparsed", text: "Send 40 chairs to Oslo." }]);
    expect(codes(result)).toEqual(["TEXT_UNACCOUNTED"]);
  });

  test("a date in words outside every quote does as well", () => {
    const result = resultOf(requestOf("Send chairs to Oslo tomorrow."), {
      intents: [intent("a", "Send", "chairs to Oslo", "Send chairs to Oslo")],
    });
    expect(codes(result)).toEqual(["TEXT_UNACCOUNTED"]);
  });

  test("a number inside a quote does not", () => {
    const result = resultOf(requestOf("Send 40 chairs to Oslo."), {
      intents: [intent("a", "Send", "40 chairs to Oslo", "Send 40 chairs to Oslo")],
    });
    expect(result.status).toBe("complete");
  });
});

describe("a negation that forbids nothing", () => {
  test("don't forget to is a request, with the words before it accounted for", () => {
    const result = resultOf(requestOf("Don't forget to water the plants on Friday."), {
      intents: [intent("a", "water", "the plants", "water the plants")],
      constraints: [constraint("t", "a", "time", "on Friday")],
      accounted: [{ kind: "information", evidence: [quote("Don't forget to")] }],
    });
    expect(result.effective.intents[0]?.constraints.map((one) => one.kind)).toEqual(["time"]);
    expect(result.status).toBe("complete");
  });

  test("a request to stop is one without a cue", () => {
    const result = resultOf(requestOf("Stop sending the newsletter."), {
      intents: [intent("a", "Stop sending", "the newsletter", "Stop sending the newsletter")],
    });
    expect(result.issues).toEqual([]);
    expect(result.status).toBe("complete");
  });

  test("a prohibition with its end is kept whole, without an intent", () => {
    const result = resultOf(requestOf("Do not book anything until I confirm the dates."), {
      constraints: [
        constraint("p", null, "prohibition", "Do not book anything"),
        constraint("c", null, "condition", "until I confirm the dates"),
      ],
    });
    expect(result.effective.intents).toEqual([]);
    expect(result.effective.constraints.map((one) => one.kind)).toEqual(["prohibition", "condition"]);
    expect(result.status).toBe("complete");
  });
});
