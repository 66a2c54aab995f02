// Utterances of other domains, written with their facts before the rules were run on them.
import type { RecognitionCase } from "../../cases/facts.ts";
import { C, either, F, facts, L, P, Q, R, T, W, X } from "./case-facts.ts";

const N = (at: number) => `N${String(at + 1).padStart(2, "0")}`;
type Entry = [input: string, reading: Parameters<typeof facts>[2], more?: Parameters<typeof facts>[3]];

const ENTRIES: readonly Entry[] = [
  [
    "Trim the hedge along the driveway, but don't touch the roses.",
    {
      intents: [["Trim", "the hedge along the driveway"]],
      constraints: [P("don't touch the roses")],
      status: ["complete"],
    },
  ],
  [
    "Mute the living room speaker after 10pm.",
    {
      intents: [["Mute", "the living room speaker"]],
      constraints: [T("after 10pm", 0, { start: "2026-11-30T22:00:00+01:00" })],
      status: ["complete"],
    },
  ],
  [
    "Could you please renew my library books before Thursday?",
    { intents: [["renew", "my library books"]], constraints: [T("before Thursday")], status: ["complete"] },
  ],
  [
    "Never feed the dog chocolate.",
    { intents: [], constraints: [P("Never feed the dog chocolate", "all")], status: ["complete"] },
  ],
  [
    "Pack the blue suitcase and leave the black one.",
    {
      intents: [
        ["Pack", "the blue suitcase"],
        ["leave", "the black one"],
      ],
      status: ["complete"],
    },
  ],
  [
    "Delete the draft unless Hanna has commented on it.",
    { intents: [["Delete", "the draft"]], constraints: [C("unless Hanna has commented on it")], status: ["complete"] },
  ],
  [
    "Rotate the API keys, then restart the workers, and do not touch the database.",
    {
      intents: [
        ["Rotate", "the API keys"],
        ["restart", "the workers"],
      ],
      constraints: [P("do not touch the database", "all")],
      relations: [{ types: ["sequence"], from: 0, to: 1 }],
      status: ["complete"],
    },
  ],
  [
    "I need a dentist appointment next Wednesday, not in the morning.",
    {
      intents: [["need", "a dentist appointment"]],
      constraints: [T("next Wednesday", 0, { start: "2026-12-09" }), X("not in the morning")],
      status: ["complete"],
    },
  ],
  [
    "Buy 12 eggs and some butter for at most 80 NOK.",
    {
      intents: [["Buy", "12 eggs and some butter"]],
      constraints: [Q("12 eggs", 0, { min: "12", max: "12" }), L("at most 80 NOK", 0, { max: "80", currency: "NOK" })],
      status: ["complete"],
    },
  ],
  [
    "Grant Lee read access to every repository except billing.",
    {
      intents: [["Grant", "read access to every repository"]],
      constraints: [X("except billing")],
      status: ["complete"],
    },
  ],
  [
    "Under no circumstances should the heating be switched off.",
    {
      intents: [],
      constraints: [P("Under no circumstances should the heating be switched off", "all")],
      status: ["complete"],
    },
  ],
  [
    "Please move the piano without scratching the floor.",
    { intents: [["move", "the piano"]], constraints: [P("without scratching the floor")], status: ["complete"] },
  ],
  [
    "Write a poem about the sea in Norwegian.",
    { intents: [["Write", "a poem\u2026"]], constraints: [F("in Norwegian")], status: ["complete"] },
  ],
  [
    "When the laundry is done, remind me to hang it up.",
    {
      intents: [
        ["remind", "me"],
        ["hang", "it\u2026"],
      ],
      constraints: [C("When the laundry is done")],
      status: ["complete"],
    },
  ],
  [
    "If the bus is late call a taxi.",
    { intents: [["call", "a taxi"]], constraints: [C("If the bus is late")], status: ["complete"] },
  ],
  [
    "You mustn't charge the client for this.",
    { intents: [], constraints: [P("You mustn't charge the client for this", "all")], status: ["complete"] },
  ],
  ["My bike has not been repaired yet.", { intents: [], status: ["none"] }, { turn: ["information"] }],
  [
    "Don't forget to lock the shed tonight.",
    { intents: [["lock", "the shed"]], constraints: [T("tonight")], status: ["complete"] },
  ],
  [
    "Print the poster in A3, preferably on matte paper.",
    { intents: [["Print", "the poster\u2026"]], constraints: [W("preferably on matte paper")], status: ["complete"] },
  ],
  [
    "Give me the green one or the yellow one.",
    {
      intents: [
        ["Give", "the green one"],
        ["Give", "the yellow one"],
      ],
      relations: [{ types: ["alternative"], from: 0, to: 1 }],
      status: ["complete"],
    },
  ],
  [
    "Nobody may enter the lab before the inspection.",
    { intents: [], constraints: [P("Nobody may enter the lab", "all")], status: ["complete"] },
    { stated: ["condition", "time"] },
  ],
  [
    "Wrap the vase, no ribbons.",
    { intents: [["Wrap", "the vase"]], constraints: [P("no ribbons")], status: ["complete"] },
  ],
  [
    "Rent a canoe for two people from Friday to Sunday.",
    {
      intents: [["Rent", "a canoe"]],
      constraints: [Q("two people", 0, { min: "2", max: "2" }), T("from Friday to Sunday")],
      status: ["complete"],
    },
  ],
  [
    "Set up a weekly call with the Berlin team every Tuesday at 15:30.",
    {
      intents: [["Set up", "a weekly call with the Berlin team"]],
      constraints: [T("every Tuesday at 15:30")],
      status: ["complete"],
    },
    { stated: ["time"] },
  ],
  [
    "Ask the plumber to come on Saturday and don't let him in before 10.",
    {
      intents: [
        ["Ask", "the plumber"],
        ["come", null],
      ],
      constraints: [T("on Saturday", "any", { start: "2026-12-05" }), P("don't let him in", "any")],
      status: ["complete"],
    },
    { stated: ["time"] },
  ],
  [
    "Scan all receipts other than the fuel ones.",
    { intents: [["Scan", "all receipts"]], constraints: [X("other than the fuel ones")], status: ["complete"] },
  ],
  [
    "Feed the cat twice a day while I'm away.",
    { intents: [["Feed", "the cat"]], constraints: [T("twice a day"), C("while I'm away")], status: ["complete"] },
  ],
  ["Please stop calling my office.", { intents: [["stop", "calling my office"]], status: ["complete"] }],
  [
    "Translate the label 'keep frozen, never refreeze' into Danish and print it.",
    {
      intents: [
        ["Translate", "the label 'keep frozen, never refreeze'"],
        ["print", "it"],
      ],
      constraints: [F("into Danish")],
      references: [{ kind: "anaphora", text: "it", resolved: "input" }],
      status: ["complete"],
    },
  ],
  [
    "Sell half of the shares once the price is above 300 euros.",
    {
      intents: [["Sell", "half of the shares"]],
      constraints: [C("once the price is above 300 euros", 0, { min: "300", currency: "EUR" })],
      status: ["complete"],
    },
  ],
  [
    "Neither the press nor the union should hear about this.",
    {
      intents: [],
      constraints: [P("Neither the press nor the union should hear about this", "all")],
      status: ["complete"],
    },
  ],
  [
    "Clean everything but the oven.",
    { intents: [["Clean", "everything"]], constraints: [X("everything but the oven")], status: ["complete"] },
  ],
  [
    "Either repaint the door or replace it.",
    {
      intents: [
        ["repaint", "the door"],
        ["replace", "it"],
      ],
      relations: [{ types: ["alternative"], from: 0, to: 1 }],
      references: [{ kind: "anaphora", text: "it", resolved: "input" }],
      status: ["complete"],
    },
  ],
  [
    "Charge my phone, and please do not update it overnight.",
    { intents: [["Charge", "my phone"]], constraints: [P("do not update it overnight")], status: ["complete"] },
  ],
  [
    "Book a sauna for six on 24 December at 16:00, max 2000 kroner, no shoes inside.",
    {
      intents: [["Book", "a sauna"]],
      constraints: [
        Q("six", 0, { min: "6", max: "6" }),
        T("24 December at 16:00", 0, { start: "2026-12-24T16:00:00+01:00" }),
        L("2000 kroner", 0, { max: "2000" }),
        P("no shoes inside", "any"),
      ],
      status: ["complete"],
    },
  ],
  [
    "Make sure the contract mentions the deposit, and send it to me as a PDF.",
    {
      intents: [["send", "it"]],
      constraints: [R("the contract mentions the deposit", "any"), F("as a PDF")],
      status: ["complete"],
    },
  ],
  [
    "Search for vegan restaurants, but nothing that costs over 400 kr.",
    {
      intents: [["Search for", "vegan restaurants"]],
      constraints: [either(P("nothing that costs over 400 kr", "any"), "exclusion", "limit")],
      status: ["complete"],
    },
    { stated: ["limit"] },
  ],
  [
    "Remind Jo not to bring the kids.",
    { intents: [["Remind", "Jo"]], constraints: [P("not to bring the kids", "any")], status: ["complete"] },
  ],
  [
    "Before you leave, turn the alarm on.",
    { intents: [["turn on", "the alarm"]], constraints: [C("Before you leave")], status: ["complete"] },
  ],
  [
    "Hi there, thanks for yesterday! Would you mind forwarding the minutes to Eli?",
    { intents: [["forwarding", "the minutes"]], status: ["complete"] },
  ],
];

export const FRESH_UTTERANCES: readonly RecognitionCase[] = ENTRIES.map(([input, reading, more], at) =>
  facts(N(at), input, reading, more),
);
