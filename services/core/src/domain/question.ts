// A runner's question as the caller sees it: our sentence, the shop's words beside it as data.
import { create } from "@bufbuild/protobuf";
import { durationMs } from "@bufbuild/protobuf/wkt";
import {
  AnswerChannel,
  type FormField,
  FormFieldSchema,
  InputAbout,
  InputKind,
  type InputOption,
  InputOptionSchema,
  type InputRequest,
  InputRequestSchema,
  OrderSummarySchema,
  type Question,
  type ShopQuote,
} from "@openintents/proto";
import { attemptsLeft, questionTtl } from "./pause.ts";
import { checkPlan, type Plan } from "./plan-check.ts";
import { prompt } from "./prompts.ts";
import { publicQuote, shopOf } from "./quote.ts";
import type { IntentRecord } from "./record.ts";
import { cut, money } from "./sentences.ts";
import { shopText } from "./shop-text.ts";
import { msOf, timestampOf } from "./values.ts";

/** Kinds whose answer is no secret and can be given in a plain form. */
const PLAIN: readonly InputKind[] = [
  InputKind.APPROVAL,
  InputKind.CHOICE,
  InputKind.TEXT,
  InputKind.NUMBER,
  InputKind.DATE,
  InputKind.FORM,
];

export type Asked = {
  record: IntentRecord;
  question: Question;
  /** ID of the question to open. */
  id: string;
  /** 1 for the first question of this name, 2 when it is asked again. */
  attempt: number;
  /** What is to be ordered or paid. */
  quote: ShopQuote | undefined;
  fee: number;
  /** What was understood of the text; an approval shows the words that code cannot judge. */
  plan: Plan | null;
  now: number;
};

/** The public question. The runner's one has passed its checks. */
export function inputRequest(asked: Asked): InputRequest {
  const { record, question, quote, fee, now, attempt } = asked;
  const { kind, about } = question;
  const shop = quote?.host ?? record.intent.shop?.host;
  const total = quote === undefined ? undefined : money(payable(kind, quote, fee), quote.currency);
  const left = attemptsLeft(kind, attempt);
  const detail = [openWords(asked), shopText(question.shopText, 500)].filter((text) => text !== "").join(" ");
  return create(InputRequestSchema, {
    id: asked.id,
    kind,
    name: question.name,
    about,
    prompt: prompt(question.promptKey, question.args, { shop, total }),
    ...(detail === "" ? {} : { detail }),
    required: question.required,
    options: question.options.map((option) => optionOf(option)),
    fields: question.fields.map(fieldOf),
    ...order(asked),
    // Hosted pages are not served yet (`url` is null), so only what must never pass an API names them.
    answerableBy: [kind === InputKind.SENSITIVE ? AnswerChannel.HOSTED : AnswerChannel.API],
    elicitable: about === InputAbout.ORDER && PLAIN.includes(kind),
    attempt,
    ...(left === null ? {} : { attemptsLeft: left }),
    ...(question.lastError === "" ? {} : { lastError: question.lastError }),
    expiresAt: timestampOf(expiresAt(asked)),
    createdAt: timestampOf(now),
  });
}

const LONGEST_WORDS = 1000;

/** Our sentence around the person's own words; empty where code could judge all of them. */
function openWords({ question, quote, plan }: Asked): string {
  if (question.kind !== InputKind.APPROVAL || quote === undefined) return "";
  const check = checkPlan(plan, quote);
  if (check.kind !== "ask") return "";
  const words = check.words.map((text) => `“${shopText(text, 300)}”`).join(", ");
  return cut(`You wrote: ${words}. Approve only if this order keeps to that.`, LONGEST_WORDS);
}

/** What is paid at the shop goes to the shop; our fee is not part of it. */
function payable(kind: InputKind, quote: ShopQuote, fee: number): number {
  return kind === InputKind.PAYMENT ? quote.total : quote.total + fee;
}

function order({ record, question, quote, fee }: Asked) {
  if (quote === undefined) return {};
  if (question.kind === InputKind.APPROVAL) {
    const summary = create(OrderSummarySchema, {
      quote: publicQuote(quote, fee),
      shop: shopOf(quote, record.intent.shop),
    });
    return { order: summary };
  }
  if (question.kind !== InputKind.PAYMENT) return {};
  const uri = question.paymentUri === "" ? {} : { paymentUri: question.paymentUri };
  return { amount: payable(question.kind, quote, fee), currency: quote.currency, ...uri };
}

function expiresAt({ record, question, now }: Asked): number {
  const seconds = record.intent.spec?.inputTtlSeconds;
  const ttl = questionTtl(question, {
    shopMs: question.ttl === undefined ? null : Math.max(1000, durationMs(question.ttl)),
    callerMs: seconds === undefined ? null : seconds * 1000,
  });
  return Math.min(now + ttl, msOf(record.intent.expiresAt) ?? Number.POSITIVE_INFINITY);
}

type RawOption = { id?: string; label?: string; detail?: string; amount?: number };

function optionOf(option: RawOption): InputOption {
  const detail = shopText(option.detail ?? "", 200);
  return create(InputOptionSchema, {
    id: option.id ?? "",
    label: shopText(option.label ?? "", 80) || (option.id ?? ""),
    ...(detail === "" ? {} : { detail }),
    ...(option.amount === undefined ? {} : { amount: option.amount }),
  });
}

function fieldOf(field: FormField): FormField {
  const { key, type, min, max, minLength, maxLength, pattern } = field;
  const help = shopText(field.help ?? "", 200);
  return create(FormFieldSchema, {
    key: key ?? "",
    label: shopText(field.label ?? "", 80) || (key ?? ""),
    ...(type === undefined ? {} : { type }),
    required: field.required ?? false,
    ...(help === "" ? {} : { help }),
    options: field.options.map((option) => optionOf(option)),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(field.default === undefined ? {} : { default: field.default }),
  });
}
