// What of an understood text binds the run: its constraints, wherever they stand, and the clauses that
// nobody could place.
import {
  type Constraint,
  ConstraintKind,
  type IntentResult,
  type NormalValue,
  type RecognisedIntent,
  UnresolvedKind,
} from "@openintents/proto";

export type Binding = {
  kind: ConstraintKind;
  /** The person's words. */
  text: string;
  value: NormalValue["value"];
  /** The intent at the top that it belongs to; null: the whole request. */
  owner: string | null;
};

export type Bindings = {
  list: Binding[];
  /** Clauses that a person has to look at. */
  open: string[];
  /** How many things are asked for. */
  intents: number;
};

const GUARD = "NEGATION_UNACCOUNTED";

export function bindingsOf(result: IntentResult): Bindings {
  const { effective } = result;
  if (!effective) return { list: [], open: [], intents: 0 };
  const list = [
    ...effective.constraints.map((constraint) => bindingOf(constraint, null)),
    ...effective.intents.flatMap((intent) => ownBindings(intent, intent.id)),
  ];
  return { list, open: openClauses(result), intents: effective.intents.length };
}

function ownBindings(intent: RecognisedIntent, owner: string): Binding[] {
  return [
    ...intent.constraints.map((constraint) => bindingOf(constraint, owner)),
    ...intent.children.flatMap((child) => ownBindings(child, owner)),
  ];
}

function bindingOf({ kind, text, value }: Constraint, owner: string | null): Binding {
  return { kind, text, value: value?.value ?? { case: undefined }, owner };
}

/**
 * Words that nobody could place, and that a person has to look at: what the guard flagged, what is
 * contradictory or has two meanings, and every clause beside the request that could not be read. Where the
 * whole request could not be, its first clause is the request itself ("a mug from …"); it is shown only
 * if it may hold more than the name of a thing.
 */
function openClauses({ effective, issues }: IntentResult): string[] {
  const unresolved = effective?.unresolved ?? [];
  const flagged = new Set(issues.filter((issue) => issue.code === GUARD).map((issue) => indexIn(issue.path)));
  const unplaced = [...flagged].some((index) => index === null || unresolved[index] === undefined);
  const unread = unresolved.filter(({ kind }) => kind === UnresolvedKind.UNPARSED);
  const request = effective?.intents.length === 0 ? unread[0] : undefined;
  const open = unresolved.filter((item, index) => {
    if (item.kind === UnresolvedKind.CONFLICT || item.kind === UnresolvedKind.AMBIGUITY) return true;
    if (item.kind !== UnresolvedKind.UNPARSED) return false;
    return item !== request || unplaced || flagged.has(index) || BINDING_WORDS.test(item.text);
  });
  return open.map((item) => item.text);
}

/** Numbers, money, and words by which people forbid, limit and set conditions, in a few languages. */
const BINDING_WORDS = new RegExp(
  `[\\p{N}\\p{Sc}%]|n['’]t(?!\\p{L})|(?<!\\p{L})(?:${[
    "no|not|never|none|nothing|neither|nor|without|except|excluding|other than|avoid|instead|rather",
    "if|unless|until|till|once|only|must|should|max|maximum|min|minimum|at most|at least|less|cheaper|under|below|above",
    "by|before|after|today|tonight|tomorrow|budget|limit",
    "kein\\p{L}*|nicht|nie|ohne|außer|ausser|höchstens|maximal|wenn|falls|nur|bis",
    "pas|jamais|sans|sauf|aucune?|rien|moins|si|seulement|avant",
    "nunca|jamás|sin|excepto|salvo|ningun[oa]?|menos|solo|antes|não|sem|exceto|se",
    "non|mai|senza|tranne|niet|geen|nooit|zonder|behalve|als",
    "ikke|ingen|aldri|uten|inte|inga|utan|aldrig|uden|hvis|om|högst|høyst",
  ].join("|")})(?!\\p{L})`,
  "iu",
);

function indexIn(path: string): number | null {
  const found = /^\/effective\/unresolved\/(\d+)$/.exec(path);
  return found ? Number(found[1]) : null;
}

/** Soft wishes and wishes about the form of an answer bind nothing. */
export function isSoft({ kind }: Binding): boolean {
  return kind === ConstraintKind.PREFERENCE || kind === ConstraintKind.FORMAT;
}
