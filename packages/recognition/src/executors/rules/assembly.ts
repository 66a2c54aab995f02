import type { Span } from "../../text/literals.ts";
import type { ConstraintKind } from "../../types/names.ts";
import { isAgain } from "./again.ts";
import { readAlternatives, readEachCode } from "./alternatives.ts";
import { isBareThing } from "./bare-thing.ts";
import { spanOf } from "./command.ts";
import type { Part } from "./cut.ts";
import {
  hasNegativeObject,
  inlineAfterExclusion,
  isAddressed,
  isFiller,
  objectMention,
  partSpan,
  saysOnly,
  subjectOf,
} from "./part-words.ts";
import { readAsked } from "./read-asked.ts";
import type { ReadConstraint, ReadIntent, Reading } from "./reading.ts";
import { linkOf, sharesObject, withLead } from "./relate.ts";
import type { Sentence } from "./sentence.ts";
import { restrictionKind, statementKind } from "./statement.ts";

/** Puts the parts of the sentences together: what belongs to which intent, and how intents relate. */
export class Assembly {
  /** Where material begins that is not to be read for instructions. */
  dataFrom: number | null = null;
  readonly #reading: Reading;
  /** Conditions and the like that wait for the command after them. */
  #waiting: { kind: ConstraintKind; span: Span }[] = [];
  #last: ReadIntent | null = null;
  #lastConstraint: ReadConstraint | null = null;
  #conditional: { conditions: Span[]; intents: ReadIntent[] } | null = null;

  readonly #eachCode: boolean;
  readonly #standing: boolean;

  /** `eachCode`: several codes in one object are several intents. `standing`: a bare thing may answer for what holds. */
  constructor(reading: Reading, eachCode: boolean, standing: boolean) {
    this.#reading = reading;
    this.#eachCode = eachCode;
    this.#standing = standing;
  }

  add(sentence: Sentence, parts: readonly Part[], index: number): void {
    const before = this.#reading.intents.length;
    this.#lastConstraint = null;
    let current: ReadIntent | null = null;
    let bare: ReadIntent[] = [];
    let governing: { kind: ConstraintKind; span: Span }[] = [];
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1];
      const mention = part.kind === "statement" || part.kind === "condition" ? subjectOf(sentence, part) : null;
      if (mention !== null) this.#reading.mentions.push(mention);
      if (part.kind === "command" && hasNegativeObject(sentence, part)) part.kind = "prohibition";
      const span = partSpan(sentence, part);
      const start = sentence.tokens[part.from]?.start ?? span.start;
      if (part.kind === "prohibition" && start < span.start)
        this.#reading.accounted.push({ kind: "social", span: { start, end: span.start } });
      const about = part.kind === "prohibition" || part.kind === "requirement" ? objectMention(sentence, part) : null;
      if (about !== null) this.#reading.mentions.push(about);
      const asks = part.kind === "command" || part.kind === "want" || part.kind === "question";
      const named = !this.#standing && this.#last === null && isBareThing(sentence, part);
      if (asks || named || isAgain(sentence, part, current)) {
        const made = this.#addIntents(sentence, part, index);
        bare = this.#share(bare, made[0], part.kind === "command" && next !== undefined && sharesObject(part, next));
        if (this.#waiting.length > 0) governing = this.#waiting;
        if (part.lead.some((word) => /^(?:otherwise|else)$/.test(word))) governing = [];
        this.#waiting = [];
        for (const intent of made.slice(0, 1)) {
          for (const one of governing) this.#constrain(one.kind, one.span, intent, index);
          this.#relate(sentence, part, current ?? this.#last, intent, index, span);
        }
        if (governing.some((one) => one.kind === "condition"))
          this.#conditional = { conditions: governing.map((one) => one.span), intents: made };
        current = made[0] ?? current;
        this.#last = current;
        if (
          part.kind === "question" &&
          sentence.cues.some((cue) => !cue.prohibiting && cue.start >= span.start && cue.end <= span.end)
        )
          this.#reading.accounted.push({ kind: "information", span });
        if (part.dataFrom !== null) this.dataFrom = part.dataFrom;
        continue;
      }
      this.#addOther(sentence, part, next, span, current, index);
    }
    this.#release(before, index);
  }

  unparsed(span: Span): void {
    this.#reading.unresolved.push({ kind: "unparsed", owner: null, span, question: null, options: [] });
  }

  /** The material of the last command goes on to the end of what is read. */
  takeRest(limit: number, sentences: readonly Span[]): void {
    const from = this.dataFrom ?? limit;
    const intent = this.#reading.intents.at(-1);
    const last = sentences.findLast((span) => span.end <= limit)?.end ?? limit;
    const end = from + this.#reading.text.slice(from, last).replace(/[.!?]$/, "").length;
    if (intent === undefined || intent.target === null) return;
    const later = sentences.some((span) => span.start > from && span.end <= limit);
    intent.target.end = Math.max(intent.target.end, end);
    intent.goal.end = Math.max(intent.goal.end, end);
    const [evidence] = intent.evidence;
    if (evidence !== undefined) evidence.end = Math.max(evidence.end, end);
    this.#reading.accounted.push({ kind: "quotation", span: { start: from, end } });
    // Whether the later sentences are material as well cannot be told for certain.
    if (later) intent.understanding = "partial";
  }

  #addIntents(sentence: Sentence, part: Part, index: number): ReadIntent[] {
    const read = readAsked(sentence, part, index, this.#last);
    this.#reading.intents.push(read.intent);
    if (read.child !== null) this.#reading.intents.push(read.child);
    for (const { found, owner } of read.inline)
      this.#reading.constraints.push({
        kind: found.kind,
        span: spanOf(sentence, found.from, found.to),
        owner,
        valueJson: found.valueJson,
        standing: null,
        sentence: index,
        follows: null,
      });
    if (read.negatedContent !== null)
      this.#constrain(
        "prohibition",
        spanOf(sentence, read.negatedContent.from, read.negatedContent.to),
        read.intent,
        index,
      );
    if (part.kind === "command" && saysOnly(sentence, part))
      this.#constrain(
        "requirement",
        { start: sentence.tokens[part.from]?.start ?? read.intent.goal.start, end: read.intent.goal.end },
        read.intent,
        index,
      );
    if (sentence.cues.length > 0 && part.kind === "command") this.#accountWrapping(sentence, part);
    const codes = this.#eachCode ? readEachCode(sentence, read, index) : [];
    this.#reading.intents.push(...codes);
    const others = codes.length > 0 ? [] : readAlternatives(sentence, read, index);
    for (const other of others) {
      this.#reading.intents.push(other);
      const span = { start: read.intent.evidence[0]?.start ?? 0, end: other.evidence[0]?.end ?? 0 };
      this.#reading.relations.push({ type: "alternative", from: read.intent, to: other, evidence: span });
    }
    return [read.intent, ...codes, ...others];
  }

  /** "don't forget to": the negation asks for what follows. */
  #accountWrapping(sentence: Sentence, part: Part): void {
    const verb = sentence.tokens[part.verb ?? part.from];
    if (verb === undefined) return;
    const from = sentence.tokens[part.from]?.start ?? 0;
    if (sentence.cues.some((cue) => cue.start >= from && cue.end <= verb.start && !cue.prohibiting))
      this.#reading.accounted.push({ kind: "social", span: spanOf(sentence, part.from, part.verb ?? part.from) });
  }

  /** Verbs without an object of their own get that of the verb they are joined with; returns those that still wait. */
  #share(bare: ReadIntent[], made: ReadIntent | undefined, waits: boolean): ReadIntent[] {
    if (made === undefined) return bare;
    if (waits && made.target === null) return [...bare, made];
    for (const one of made.target === null ? [] : bare) {
      one.target = made.target === null ? null : { ...made.target };
      one.goal = { start: one.goal.start, end: made.goal.end };
      const [evidence] = one.evidence;
      if (evidence !== undefined) evidence.end = Math.max(evidence.end, made.goal.end);
    }
    return [];
  }

  #addOther(
    sentence: Sentence,
    part: Part,
    next: Part | undefined,
    span: Span,
    current: ReadIntent | null,
    index: number,
  ): void {
    const leads =
      current === null || (part.lead.some((word) => /^(?:and|but)$/.test(word)) && part.kind === "condition");
    const asksNext =
      next !== undefined &&
      (next.kind === "command" || next.kind === "want" || next.kind === "question" || next.kind === "prohibition");
    switch (part.kind) {
      case "condition":
        if (leads && asksNext && this.#lastConstraint === null) this.#waiting.push({ kind: "condition", span });
        else if (leads && next?.kind === "statement" && current === null)
          this.#reading.accounted.push({ kind: "information", span });
        else this.#constrain("condition", span, current, index, this.#lastConstraint);
        return;
      case "prohibition":
      case "exclusion":
      case "preference":
      case "requirement":
      case "value": {
        const kind = restrictionKind(sentence, part);
        if (kind !== "prohibition" && asksNext && current === null && next.kind !== "prohibition")
          this.#waiting.push({ kind, span });
        else {
          this.#constrain(
            kind,
            span,
            kind === "prohibition" ? null : current,
            index,
            kind === "exclusion" ? this.#lastConstraint : null,
          );
          const made = this.#reading.constraints.at(-1) ?? null;
          for (const one of this.#waiting)
            this.#constrain(one.kind, one.span, null, index, kind === "prohibition" ? made : null);
          this.#waiting = [];
          if (kind === "prohibition") this.#lastConstraint = made;
          for (const found of inlineAfterExclusion(sentence, part))
            this.#reading.constraints.push({
              kind: found.kind,
              span: spanOf(sentence, found.from, found.to),
              owner: current,
              valueJson: found.valueJson,
              standing: null,
              sentence: index,
              follows: null,
            });
        }
        return;
      }
      case "statement": {
        const kind = statementKind(sentence, part);
        if (kind === null) this.#reading.accounted.push({ kind: "information", span });
        else this.#constrain(kind, span, current, index);
        return;
      }
      case "social":
        this.#reading.accounted.push({ kind: "social", span });
        return;
      case "reason":
        this.#reading.accounted.push({ kind: "information", span });
        return;
      case "yes":
      case "no":
        this.#reading.reply ??= { yes: part.kind === "yes", span };
        return;
      default:
        if (isAddressed(sentence, part, next) || (isFiller(sentence, part) && !part.lead.includes("then")))
          this.#reading.accounted.push({ kind: "social", span });
        else this.#reading.fragments.push(span);
    }
  }

  #constrain(
    kind: ConstraintKind,
    span: Span,
    owner: ReadIntent | null,
    index: number,
    follows: ReadConstraint | null = null,
  ): void {
    this.#reading.constraints.push({ kind, span, owner, valueJson: null, standing: null, sentence: index, follows });
  }

  #relate(
    sentence: Sentence,
    part: Part,
    before: ReadIntent | null,
    intent: ReadIntent,
    index: number,
    span: Span,
  ): void {
    if (before === null || before === intent) return;
    const link = linkOf(sentence, part, before.sentence === index);
    if (link === null) return;
    const otherwise = link === "otherwise";
    const from = otherwise ? (this.#conditional?.intents[0] ?? before) : before;
    const evidence = withLead(sentence, part, span);
    this.#reading.relations.push({ type: otherwise ? "alternative" : link, from, to: intent, evidence });
  }

  /** What waited for a command that did not come. */
  #release(before: number, index: number): void {
    const intent = this.#reading.intents[before] ?? null;
    for (const one of this.#waiting) this.#constrain(one.kind, one.span, intent, index);
    this.#waiting = [];
  }
}
