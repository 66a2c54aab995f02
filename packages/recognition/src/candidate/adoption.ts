import { findWords, phraseSet } from "../text/words.ts";
import type { CandidateView } from "./candidate-view.ts";

// Words by which a message takes up what its writer said before. English; in another language the
// turn must be a confirmation.
const ADOPTING = phraseSet(`
  yes, yeah, yep, yup, sure, confirm, confirmed, agreed, of course, go ahead, go for it, do it, do that, do so,
  do this, do both, please do, that one, proceed, same again, the above, as above, as before, as i said, as i asked,
  as i wrote, like i said, like i asked, i said, i asked, i wrote, i mentioned, i told you, my request, my message,
  my question, my last, my previous, my earlier, my first, earlier request, previous request, last request,
  earlier message, previous message, try again, repeat that, repeat it
`);
// Words that agree to an offer, and are filler where nothing was offered.
const AGREEING = phraseSet(`
  ok, okay, alright, all right, fine, sounds good, please, correct, exactly, that works, absolutely, definitely
`);
const LONGEST = 3;
const CONFIRMING = new Set(["confirmation", "answer"]);

/** Whether the input explicitly adopts an earlier message of the user ("yes, do that"). */
export function adoptsEarlierWords(view: CandidateView): boolean {
  return view.cues === null ? CONFIRMING.has(view.candidate.kind) : holds(view.request.input, [ADOPTING]);
}

/** Whether the input agrees to what another proposed. */
export function agreesToOffer(view: CandidateView): boolean {
  return view.cues === null ? CONFIRMING.has(view.candidate.kind) : holds(view.request.input, [ADOPTING, AGREEING]);
}

function holds(text: string, lists: readonly ReadonlySet<string>[]): boolean {
  const words = findWords(text).map((word) => word.lower);
  for (let at = 0; at < words.length; at += 1)
    for (let length = 1; length <= LONGEST; length += 1) {
      const phrase = words.slice(at, at + length).join(" ");
      if (lists.some((list) => list.has(phrase))) return true;
    }
  return false;
}
