import { expect, test } from "vitest";
import { trainClassifier } from "../../src/classifier/train-classifier.ts";

const domains = [
  {
    name: "parcels",
    description: "Where a parcel is",
    examples: [
      "where is my parcel",
      "has my package been shipped",
      "track the delivery of my order",
      "when will the courier arrive",
      "my shipment is late",
      "the parcel never arrived",
    ],
  },
  {
    name: "refunds",
    description: "Money back",
    examples: [
      "i want my money back",
      "refund the last payment",
      "when do i get the refund",
      "return this item and give me a refund",
      "you charged me twice, pay it back",
      "cancel the charge on my card",
    ],
  },
  {
    name: "opening",
    description: "Opening hours",
    examples: [
      "when do you open",
      "are you open on sunday",
      "what are the opening hours",
      "until what time is the shop open",
      "do you close early today",
      "is the store open now",
    ],
  },
];

test("utterances that no example repeats land in the domain whose words they share", () => {
  const classifier = trainClassifier(domains);
  expect(classifier?.nearest("could you track my package please").name).toBe("parcels");
  expect(classifier?.nearest("please refund my payment").name).toBe("refunds");
  expect(classifier?.nearest("what time does the shop open on monday").name).toBe("opening");
});

test("an utterance that shares nothing with any example belongs to no domain", () => {
  const classifier = trainClassifier(domains);
  expect(classifier?.predict("sing quietly")).toBeNull();
  expect(classifier?.predict("")).toBeNull();
});

test("the same domains give the same classifier", () => {
  const [one, other] = [trainClassifier(domains), trainClassifier(domains)];
  const texts = ["track my package", "money", "open", "sing quietly"];
  expect(texts.map((text) => one?.nearest(text))).toEqual(texts.map((text) => other?.nearest(text)));
});

test("fewer than two domains with examples make no classifier", () => {
  expect(trainClassifier([])).toBeNull();
  expect(
    trainClassifier([
      { name: "a", description: "", examples: ["x"] },
      { name: "b", description: "" },
    ]),
  ).toBeNull();
});

test("a very long text costs no more than its first thousand characters", () => {
  const classifier = trainClassifier(domains);
  const started = performance.now();
  classifier?.predict("open ".repeat(13_000));
  classifier?.predict("x".repeat(65_536));
  expect(performance.now() - started).toBeLessThan(500);
});

test("with many examples the threshold comes from those that training did not see", () => {
  const many = domains.map((domain) => ({
    ...domain,
    examples: domain.examples.flatMap((text) => ["", "please ", "hello, ", "now "].map((prefix) => prefix + text)),
  }));
  const classifier = trainClassifier(many);
  expect(classifier?.threshold).toBeGreaterThan(1 / 3);
  expect(classifier?.threshold).toBeLessThan(1);
  expect(many.flatMap(({ examples }) => examples).filter((text) => classifier?.predict(text) === null)).toEqual([]);
});
