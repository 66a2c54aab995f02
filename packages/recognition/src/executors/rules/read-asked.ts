import { readAgain } from "./again.ts";
import { readBareThing } from "./bare-thing.ts";
import { type ReadCommand, readCommand } from "./command.ts";
import type { Part } from "./cut.ts";
import { readQuestion, readWant } from "./question.ts";
import type { ReadIntent } from "./reading.ts";
import type { Sentence } from "./sentence.ts";

/** What a part asks for, by the form it asks in; `last`: the intent before it, whose verb a named thing may share. */
export function readAsked(sentence: Sentence, part: Part, index: number, last: ReadIntent | null): ReadCommand {
  switch (part.kind) {
    case "question":
      return readQuestion(sentence, part, index);
    case "want":
      return readWant(sentence, part, index);
    case "fragment":
    case "value":
      return last === null ? readBareThing(sentence, part, index) : readAgain(sentence, part, index, last);
    default:
      return readCommand(sentence, part, index);
  }
}
