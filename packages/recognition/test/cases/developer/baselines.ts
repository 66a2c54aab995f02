// States of earlier turns that some cases go on from.
import { exactly, intent, state } from "../states.ts";

const ticket = intent("intent-1", "Buy", "one ticket to Berlin", [exactly("constraint-1", "one ticket", 1)]);
const room = intent("intent-2", "Reserve", "one hotel room", [exactly("constraint-2", "one hotel room", 1)]);
const lookUp = intent("intent-1", "Look up", "order 000123", [
  { id: "constraint-1", kind: "prohibition", text: "Do not cancel the order" },
]);

export const oneTicket = state([ticket]);
export const ticketAndRoom = state([ticket, room]);
export const lookedUpOrder = state([lookUp]);
