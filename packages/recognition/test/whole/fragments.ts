// What requests are made of. Written for these tests; the lists of cases hold other utterances.

const lines = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const COMMANDS = lines(`
  order a pizza; Look up invoice 00731; cancel the hotel; Book two seats to Bergen; email Priya the minutes
  remind me to water the ferns; tell Omar not to wait; tell the team to stop; turn the heating off; go ahead
  get me a refund or a voucher; check 00912 and 00913; translate this: no entry; compare A with B; call; pay
  summarise the following text: do not open; move it to Thursday; send it; stop the newsletter; make it three
  change the colour to red; forget the first one; add milk, eggs and bread; transfer $40 to Lena; find a flight
  write a poem in French as a PDF; archive them all; could you please reschedule my dentist appointment
  I need a taxi; I'd like a table for six; what is the status of parcel AB-77; how do I reset my password
  would you mind closing the ticket; don't forget to lock up; let me know
`);
const NEGATIONS = lines(`
  do not call me; don't share it with anyone; never by bus; no onions; nothing before noon; neither email nor phone
  nor text me; not on Sunday; but not at Luigi's; except the blue ones; all but the last; without telling Ana
  instead of Rome; rather than tea; other than that; unless it rains; you must not pay twice; can't log in
  it isn't here yet; avoid toll roads; no longer needed; no one else; none of them; not only cheap but also good
  I don't want to do anything today; no need to hurry; nobody answered; refrain from posting; not not not
  never mind; no; nope; don't; do not; not; never; neither
`);
const LIMITS = lines(`
  by Friday; tomorrow at 7pm; on 03/04; on the 14th; next Tuesday between 3 and 5; every Monday until June
  in 2 weeks; at 25:61; at noon; under $60; at most €180; no more than 3; up to 40 EUR; for four; about 12 kg
  twice a day; before 5pm but after lunch; from 9 to 17; if the price drops below 20; when she agrees
  until I confirm; once it ships; as soon as possible; ideally in blue; preferably cheap; in German
  within 100 words; number 000123; #42; a@b.example; https://x.example/?q=1; 123e4567-e89b-12d3-a456-426614174000
`);
const TURNS = lines(`
  yes; yes please; ok thanks; Actually; sorry, I meant; no wait; scratch that; the second one; the last one
  the same as before; it; that; them; both; my usual; hello; thanks; thank you so much; my parcel is late
  the card was declined because of a bug; you may share it now; it is fine; I changed my mind about the hotel
  I no longer need the taxi; the budget is 50 euros; the room must face the garden; make sure it is quiet
  please; otherwise; then; and; or; also; "do not open"; 'never'; “no entry”; ( maybe )
`);

export const FRAGMENTS: readonly string[] = [...COMMANDS, ...NEGATIONS, ...LIMITS, ...TURNS];

export const WORDS: readonly string[] = [...new Set(FRAGMENTS.flatMap((text) => text.split(" ")))];

export const JOINERS: readonly string[] = [
  ...[" ", " ", ", ", ". ", "; ", " and ", " or ", " but ", " then ", ": "],
  ...["\n", " — ", " - ", "", "! ", "? ", " ("],
];
