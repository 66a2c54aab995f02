// Whether a runner's question is complete and within its bounds. What is too long is refused
// here; cutting is the runner's work.
import { FormFieldType, InputAbout, InputKind, type Question } from "@openintents/proto";
import { isPromptKey } from "./prompts.ts";
import type { Refusal } from "./refusal.ts";

const FIELD_KEY = /^[a-z][a-z0-9_]{0,39}$/;
const REASON = /^[a-z][a-z0-9_]*$/;
const LABEL_CHARACTERS = 80;

/** The first thing that is wrong with the question, or null. The wire's own rules have passed. */
export function questionProblem(question: Question): Refusal | null {
  if (!isPromptKey(question.promptKey)) return invalid("prompt_key", "There is no such sentence in the catalogue.");
  if (question.lastError !== "" && !REASON.test(question.lastError)) {
    return invalid("last_error", "last_error is a short reason in lower case (refused, wrong_code).");
  }
  return optionsProblem(question) ?? fieldsProblem(question) ?? kindProblem(question);
}

function kindProblem(question: Question): Refusal | null {
  switch (question.kind) {
    case InputKind.APPROVAL:
      return question.quote ? null : missing("quote", "An approval shows the quote that it approves.");
    case InputKind.PAYMENT:
      return paymentProblem(question);
    case InputKind.SENSITIVE:
      return question.about === InputAbout.IDENTITY
        ? null
        : invalid("about", "A sensitive question is about identity.");
    default:
      return question.image.byteLength > 0 || question.paymentUri !== ""
        ? invalid("payment_uri", "An image and a payment link belong to payment questions.")
        : null;
  }
}

function paymentProblem(question: Question): Refusal | null {
  if (question.attemptId === "") return missing("attempt_id", "A payment question names its purchase attempt.");
  const uri = question.paymentUri;
  if (uri === "") return null;
  const url = URL.canParse(uri) ? new URL(uri) : null;
  const allowed = url !== null && ["upi:", "https:"].includes(url.protocol) && url.username === "" && !/\s/.test(uri);
  return allowed ? null : invalid("payment_uri", "payment_uri is a upi: or https: link.");
}

function optionsProblem({ kind, options }: Question): Refusal | null {
  if (kind !== InputKind.CHOICE) {
    return options.length > 0 ? invalid("options", "Options belong to a choice.") : null;
  }
  if (options.length === 0) return missing("options", "A choice needs options.");
  const ids = options.map((option) => option.id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return twice >= 0 ? invalid(`options.${twice}.id`, "Every option has an ID of its own.") : null;
}

function fieldsProblem({ kind, fields }: Question): Refusal | null {
  if (kind !== InputKind.FORM) return fields.length > 0 ? invalid("fields", "Fields belong to a form.") : null;
  if (fields.length === 0) return missing("fields", "A form needs fields.");
  const keys = fields.map((field) => field.key);
  for (const [index, field] of fields.entries()) {
    const path = `fields.${index}`;
    if (!FIELD_KEY.test(field.key ?? "")) return invalid(`${path}.key`, `A key matches ${FIELD_KEY.source}.`);
    if (keys.indexOf(field.key) !== index) return invalid(`${path}.key`, "Every field has a key of its own.");
    if (!fitsLabel(field.label)) return invalid(`${path}.label`, `A label has 1 to ${LABEL_CHARACTERS} characters.`);
    if (!field.type) return missing(`${path}.type`, "A field has a type.");
    const chosen = field.type === FormFieldType.SELECT || field.type === FormFieldType.MULTISELECT;
    if (chosen !== field.options.length > 0 || field.options.length > 50) {
      return invalid(`${path}.options`, "A select has 1 to 50 options, other fields have none.");
    }
    const bad = field.options.findIndex((option) => !option.id || option.id.length > 64 || !fitsLabel(option.label));
    if (bad >= 0) return invalid(`${path}.options.${bad}`, "An option has an ID and a label.");
  }
  return null;
}

function fitsLabel(label: string | undefined): boolean {
  return label !== undefined && label !== "" && Array.from(label).length <= LABEL_CHARACTERS;
}

function invalid(field: string, message: string): Refusal {
  return { reason: "parameter_invalid", message, param: `question.${field}` };
}

function missing(field: string, message: string): Refusal {
  return { reason: "parameter_missing", message, param: `question.${field}` };
}
