import { findWords, phraseSet } from "../text/words.ts";
import type { CandidateView } from "./candidate-view.ts";

// Words by which a message takes up what its writer said before. English; in another language the
// turn must be a confirmation.
const ADOPTING = phraseSet(`
  yes, yeah, yep, yup, sure, correct, exactly, confirm, confirmed, agreed, absolutely, definitely, of course,
  go ahead, go for it, do it, do that, do so, do this, do both, do all, please do, that one, proceed, same again,
  the same, the above, as above, as before, as i said, as i asked, as i wrote, like i said, like i asked, i said,
  i asked, i wrote, i mentioned, i told you, my request, my message, my question, my last, my previous, my earlier,
  my first, earlier request, previous request, last request, earlier message, previous message, try again, retry,
  repeat that, repeat it, do as, ok, okay
`);
const LONGEST = 3;
const CONFIRMING = new Set(["confirmation", "answer"]);

/** Whether the input explicitly adopts an earlier message of the user ("yes, do that"). */
export function adoptsEarlierWords(view: CandidateView): boolean {
  if (view.cues === null) return CONFIRMING.has(view.candidate.kind);
  const known = adopting.get(view);
  if (known !== undefined) return known;
  const adopts = holdsAdoption(view.request.input);
  adopting.set(view, adopts);
  return adopts;
}

const adopting = new WeakMap<CandidateView, boolean>();

function holdsAdoption(text: string): boolean {
  const words = findWords(text).map((word) => word.lower);
  for (let at = 0; at < words.length; at += 1)
    for (let length = 1; length <= LONGEST; length += 1)
      if (ADOPTING.has(words.slice(at, at + length).join(" "))) return true;
  return false;
}
