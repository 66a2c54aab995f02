import { phraseSet, type Word, wordSet } from "./words.ts";

// Filler that asks for nothing. A clause is social when it is made of these phrases alone.
const PHRASES = phraseSet(`
  hi, hello, hey, hiya, howdy, greetings, dear, hi there, hello there, hey there, good morning, good
  afternoon, good evening, good day, good night, morning, evening, how are you, how are you doing, how are you today, how are you this morning, how are you this evening, how are you doing today,
  how are you doing this morning, how are you doing this evening, how is it going, how's it going, how is everything, how's everything,
  how are things, how are things going, how have you been, how is your day, how's your day, how is your day going, how's your day going, what's up,
  how do you do, i hope you're doing well, i hope you are doing well, hope you're doing well, hope you're well, hope you are well, i hope you're well, i hope you are well, i hope this finds
  you well, hope all is well, thanks, thanks a lot, thanks so much, thanks very much, thanks again, thank
  you, thank you very much, thank you so much, many thanks, thx, ty, cheers, much appreciated, appreciated,
  appreciate it, i appreciate it, thanks in advance, thank you in advance, thanks for your help, thank you
  for your help, thanks for the help, thanks for helping, please, pls, plz, kindly, ok, okay, alright, all
  right, right, well, so, oh, ah, um, uh, hmm, great, perfect, cool, nice, awesome, wonderful, brilliant,
  excellent, lovely, super, got it, sounds good, very good, good, sorry, excuse me, pardon, pardon me, sorry
  to bother you, that's all, that is all, that's it, that is it, that'll be all, that will be all, that's
  everything, that is everything, bye, goodbye, bye bye, see you, see you later, talk soon, have a nice day,
  have a good day, have a great day, have a good one, you're welcome, no problem, no worries, best, best
  regards, kind regards, regards, best wishes, sincerely, yours, for now, for today, again, and, you're the
  best, you are the best, you rock, if you would, if you don't mind, if you please, if that's ok, if that's
  okay, nice to meet you
`);
const LONGEST = 6;
// A greeting may name whom it greets: "Hi Anna".
const GREETINGS = wordSet("hi hello hey dear thanks morning");
const NAME = /^\p{Lu}\p{Ll}+$/u;
const NEVER_ALONE = phraseSet(`
  and, so, again, well, for now, for today
`);

/** Whether these words, all words of one clause, are filler and nothing else. */
export function isSocial(words: readonly Word[]): boolean {
  if (words.length === 0 || words.length > 24) return false;
  let at = 0;
  let said = false;
  let greeted = false;
  while (at < words.length) {
    const length = phraseAt(words, at);
    if (length === 0) {
      if (!greeted || at !== words.length - 1 || !NAME.test(words[at]?.text ?? "")) return false;
      return true;
    }
    const phrase = join(words, at, length);
    greeted = GREETINGS.has(phrase);
    said ||= !NEVER_ALONE.has(phrase);
    at += length;
  }
  return said;
}

function phraseAt(words: readonly Word[], at: number): number {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    if (PHRASES.has(join(words, at, length))) return length;
  }
  return 0;
}

function join(words: readonly Word[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map((word) => word.lower)
    .join(" ");
}
