// The one place that knows the tagger: words of a sentence to the few classes that the rules ask about.
import nlp from "compromise/two";

export interface Tagged {
  start: number;
  end: number;
  tags: ReadonlySet<string>;
}

interface Term {
  text: string;
  pre: string;
  post: string;
  tags: ReadonlySet<string>;
}

const NO_TAGS: ReadonlySet<string> = new Set();

/**
 * Tags of the words of one short text, with places in it. A word that the tagger cannot place again
 * has no tags; the rules then go by their own lists alone.
 */
export function tagWords(text: string): Tagged[] {
  const tagged: Tagged[] = [];
  let at = 0;
  for (const term of termsOf(text)) {
    if (term.text === "") {
      // The second half of a contraction, "not" in "don't": its class matters to the whole word.
      const whole = tagged.at(-1);
      if (whole !== undefined) whole.tags = new Set([...whole.tags, ...term.tags]);
      continue;
    }
    const found = text.indexOf(term.text, at);
    if (found < 0 || found - at > 24) continue;
    at = found + term.text.length;
    tagged.push({ start: found, end: at, tags: term.tags ?? NO_TAGS });
  }
  return tagged;
}

function termsOf(text: string): Term[] {
  const view = nlp(text) as unknown as { docs: Term[][] };
  return view.docs.flat();
}
