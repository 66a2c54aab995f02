// Whether an answer fits the open question, and the value that goes to the runner.
import {
  AnswerChannel,
  type AnswerIntentRequest,
  type FormField,
  FormFieldType,
  InputKind,
  type InputRequest,
} from "@openintents/proto";

export type Answer = { kind: "value"; value: unknown } | { kind: "decline" } | { kind: "done" };

export type AnswerProblem = { reason: "invalid_answer" | "hosted_only"; param: string | null; message: string };

export type Checked = { answer: Answer } | { problem: AnswerProblem };

/** Which of the four ways the request uses; exactly one is allowed. */
export function givenAnswer(request: AnswerIntentRequest): Checked {
  const given: Answer[] = [];
  if (request.value !== undefined) given.push({ kind: "value", value: plainValue(request) });
  if (request.values !== undefined) given.push({ kind: "value", value: request.values });
  if (request.decline === true) given.push({ kind: "decline" });
  if (request.done === true) given.push({ kind: "done" });
  const refused = request.decline === false ? "decline" : request.done === false ? "done" : null;
  if (refused) return invalid(refused, `${refused} is true or absent.`);
  const [answer, second] = given;
  if (!answer || second) return invalid(null, "Give exactly one of value, values, decline or done.");
  return { answer };
}

function plainValue(request: AnswerIntentRequest): unknown {
  const kind = request.value?.kind;
  return kind?.case === "nullValue" || kind === undefined ? null : kind.value;
}

/** Checks the answer against the question; the value comes back in its normal form. */
export function checkAnswer(question: InputRequest, request: AnswerIntentRequest): Checked {
  const given = givenAnswer(request);
  if ("problem" in given) return given;
  if (!question.answerableBy.includes(AnswerChannel.API)) {
    return {
      problem: { reason: "hosted_only", param: null, message: "This question is answered on its hosted page only." },
    };
  }
  const { answer } = given;
  if (answer.kind === "decline") return given;
  if (answer.kind === "done") {
    return question.kind === InputKind.PAYMENT ? given : invalid("done", "This question is not answered with done.");
  }
  if (question.kind === InputKind.PAYMENT) return invalid("value", "Answer done once paid, or decline.");
  const isForm = question.kind === InputKind.FORM;
  if (isForm !== (request.values !== undefined)) {
    return invalid(isForm ? "values" : "value", isForm ? "A form is answered with values." : "Answer with value.");
  }
  return isForm
    ? checkForm(question.fields, answer.value as Record<string, unknown>)
    : checkValue(question, answer.value);
}

function checkValue(question: InputRequest, value: unknown): Checked {
  switch (question.kind) {
    case InputKind.CHOICE:
      return question.options.some((option) => option.id === value)
        ? ok(value)
        : invalid("value", `Answer with the id of an option: ${question.options.map((o) => o.id).join(", ")}.`);
    case InputKind.APPROVAL:
      return value === "approve" ? ok(value) : invalid("value", 'Answer "approve", or decline.');
    case InputKind.NUMBER:
      return typeof value === "number" && Number.isFinite(value)
        ? ok(value)
        : invalid("value", "Answer with a number.");
    case InputKind.CODE: {
      const code = typeof value === "string" ? value.replace(/[\s-]/g, "") : "";
      return /^[0-9A-Za-z]{3,12}$/.test(code) ? ok(code) : invalid("value", "A code has 3 to 12 letters or digits.");
    }
    default:
      return checkText(question.kind, value, "value");
  }
}

const E164 = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function checkText(kind: InputKind | undefined, value: unknown, param: string): Checked {
  if (typeof value !== "string" || value.length === 0) return invalid(param, "Answer with a text.");
  if (Array.from(value).length > 1000) return invalid(param, "The answer is longer than 1000 characters.");
  if (kind === InputKind.PHONE && !E164.test(value)) return invalid(param, "A phone number is written +15005550006.");
  if (kind === InputKind.EMAIL && !EMAIL.test(value)) return invalid(param, "This is no e-mail address.");
  if (kind === InputKind.IDENTIFIER && !E164.test(value) && !EMAIL.test(value)) {
    return invalid(param, "Answer with a phone number (+15005550006) or an e-mail address.");
  }
  if (kind === InputKind.DATE && !isDate(value)) return invalid(param, "A date is written YYYY-MM-DD.");
  return ok(value);
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function checkForm(fields: FormField[], values: Record<string, unknown>): Checked {
  const known = new Map(fields.map((field) => [field.key ?? "", field]));
  for (const key of Object.keys(values)) {
    if (!known.has(key)) return invalid(`values.${key}`, "The form has no such field.");
  }
  for (const [key, field] of known) {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    if (value === undefined || value === null) {
      if (field.required) return invalid(`values.${key}`, "This field is required.");
      continue;
    }
    const problem = fieldProblem(field, value);
    if (problem) return invalid(`values.${key}`, problem);
  }
  return ok(values);
}

function fieldProblem(field: FormField, value: unknown): string | null {
  switch (field.type) {
    case FormFieldType.BOOLEAN:
      return typeof value === "boolean" ? null : "Answer true or false.";
    case FormFieldType.INTEGER:
    case FormFieldType.NUMBER:
      return numberProblem(field, value);
    case FormFieldType.SELECT:
      return field.options.some((option) => option.id === value) ? null : "Answer with the id of an option.";
    case FormFieldType.MULTISELECT:
      return Array.isArray(value) && value.every((one) => field.options.some((option) => option.id === one))
        ? null
        : "Answer with a list of option ids.";
    default:
      return textProblem(field, value);
  }
}

function numberProblem(field: FormField, value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "Answer with a number.";
  if (field.type === FormFieldType.INTEGER && !Number.isInteger(value)) return "Answer with a whole number.";
  if (field.min !== undefined && value < field.min) return `The least is ${field.min}.`;
  return field.max !== undefined && value > field.max ? `The most is ${field.max}.` : null;
}

const textKinds: Partial<Record<FormFieldType, InputKind>> = {
  [FormFieldType.EMAIL]: InputKind.EMAIL,
  [FormFieldType.PHONE]: InputKind.PHONE,
  [FormFieldType.DATE]: InputKind.DATE,
};

function textProblem(field: FormField, value: unknown): string | null {
  const kind = field.type === undefined ? undefined : textKinds[field.type];
  const checked = checkText(kind ?? InputKind.TEXT, value, "value");
  if ("problem" in checked) return checked.problem.message;
  const length = Array.from(value as string).length;
  if (field.minLength !== undefined && length < field.minLength) return `At least ${field.minLength} characters.`;
  return field.maxLength !== undefined && length > field.maxLength ? `At most ${field.maxLength} characters.` : null;
}

function ok(value: unknown): Checked {
  return { answer: { kind: "value", value } };
}

function invalid(param: string | null, message: string): Checked {
  return { problem: { reason: "invalid_answer", param, message } };
}
