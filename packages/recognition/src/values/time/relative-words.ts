export const NEXT_WORDS: ReadonlySet<string> = new Set(["next", "following", "coming", "upcoming"]);
export const PAST_WORDS: ReadonlySet<string> = new Set(["last", "past", "previous", "prior"]);
export const THIS_WORDS: ReadonlySet<string> = new Set(["this", "current"]);
