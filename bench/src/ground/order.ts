// What every create of the benches asks for, in the two forms in which it is sent.
import { create, toBinary } from "@bufbuild/protobuf";
import { CreateIntentRequestSchema } from "@openintents/proto";

/** A purchase as an agent would describe it, with the details it usually knows. */
export const ORDER = {
  intent: "Buy two tickets for the late show on Friday, aisle seats if there are any",
  max_amount: 6_000,
  currency: "usd",
  context: { name: "Ada Lovelace", city: "Portland", seats: 2, time: "21:30" },
  shops: ["tickets.shop.test"],
  metadata: { order: "A-1043", team: "events" },
};

/** The request of CreateIntent as bytes. */
export function orderBytes(): Uint8Array {
  const { intent, max_amount: maxAmount, currency, context, shops, metadata } = ORDER;
  return toBinary(
    CreateIntentRequestSchema,
    create(CreateIntentRequestSchema, { spec: { intent, maxAmount, currency, context, shops, metadata } }),
  );
}
