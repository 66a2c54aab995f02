import { wordSet } from "../../text/words.ts";

/** Verbs that people give orders with, in their plain form. */
export const COMMAND_VERBS = wordSet(`
  accept access activate add adjust advise alert allocate analyse analyze answer append apply appoint approve archive
  arrange ask assign attach audit back backup ban bill block book boost borrow bring browse build buy calculate call
  cancel capture change charge check choose clean clear clone close collect combine compare compile complete compose
  compress compute configure confirm connect contact continue convert cook copy correct count crawl create crop cut
  deactivate debug decline decrease deduct define delay delegate delete deliver deploy describe design determine
  develop dial dim disable disconnect discard dismiss dispatch display dispute divide do double download draft draw
  drive drop duplicate edit email emphasise emphasize empty enable encrypt end enlarge enrol enroll enter erase
  escalate establish estimate evaluate examine exchange execute exceed explain export extend extract fax feed fetch fight file
  fill filter finalise finalize find finish fix flag flip fly focus fold follow forget format forward free freeze fund
  gather generate get give go google grab grant group guide handle hang have help hide highlight hire hold identify ignore import
  improve include increase inform insert inspect install instruct integrate introduce investigate invite invoice issue join
  keep label launch learn leave lend let like limit link list listen load locate lock log look lower mail make manage map mark
  match measure meet mention merge message migrate minimise minimize modify monitor mount move mow multiply mute name navigate
  notify offer open optimise optimize order organise organize outline pack paint park parse pause pay perform phone pick ping
  place plan plant play plot post postpone pour prepare present press preview print prioritise prioritize process produce
  program propose protect prove provide publish pull purchase push put query queue quote raise rank rate reach read rearrange rebook reboot
  rebuild recalculate recall receive recommend reconnect record recover redirect redo reduce refer refill refresh
  refund register reinstall reject release reload relocate remember remind remove rename renew rent reopen reorder
  repair repeat replace reply report reprint request reroute reschedule resend reserve reset resize resolve respond restart
  restore resubmit resume retrieve retry return revert review revise revoke rewrite ring roll rotate route run save say scale scan
  schedule scrap screen search secure see select sell send separate serve set settle share ship show shorten shuffle shut sign
  simplify skip snooze solve sort speak specify speed spell spend split start stop store stream submit subscribe subtract suggest
  summarise summarize summon supply suspend swap sweep switch sync synchronise synchronize tag take talk teach tell
  terminate test text thank throw tidy top track train transcribe transfer translate transport trash trim try turn type unblock
  undo unfollow uninstall unlock unmute unpin unsubscribe update upgrade upload use vacuum validate verify view visit
  vote wait wake walk warm warn wash watch water whitelist win wipe withdraw work wrap write zip zoom
  proofread reword rephrase paraphrase redact annotate spellcheck dust hoover mop scrub polish unload unpack decorate frame knit sew stitch chop slice dice mince grate peel whisk stir
  marinate roast grill steam simmer toast season garnish drain rinse soak melt defrost thaw chill reheat preheat weigh mash spread knead interview onboard promote demote evict lease insure
  invest deposit wire redeem claim appeal certify provision patch reindex snapshot fork rebase squash lint bundle minify decrypt ingest scrape kill throttle blacklist quarantine isolate redeploy
  rollback reconfigure recompile prescribe admit discharge vaccinate diagnose grade tutor harvest plough sow irrigate fertilise prune weed rewind caption subtitle render mix await escort rescue
  haul tow lift carry steer rush expedite chase nudge reconfirm triage retain waive credit reimburse compensate honour honor negotiate bid retract recycle compost sharpen tighten loosen unplug plug
  lubricate inflate deflate oil grease sand varnish seal insulate demolish dig bury pave tile plaster wallpaper hammer drill screw nail bolt weld glue stick staple laminate bind emboss engrave
  photograph film tape rehearse perform sing dance recite narrate vet screen shortlist rehire dismiss unfreeze refreeze reactivate pin bookmark quote cite footnote index moderate ship-to
  forgo borrow brew iron bake boil fry heat cool charge clip trace top-up check-in
`);

/** Plain forms that are as often nouns: after "and" they need an object that shows the verb. */
export const NOUN_LIKE = wordSet(`
  access address answer back backup bill block book call change charge check copy cut design display dispute drive drop
  email end exchange export fax feed file fill filter fix flag focus format forward fund google group guide hold import
  invoice issue label limit link list load lock log mail map mark match measure message name offer order pack paint park pause
  phone pick place plan plant play plot post present press print process program purchase query queue quote rate record
  refund release rent repair reply report request reset return review ring roll route run sale scale scan schedule screen
  search set share ship show sign sort speed split start stop store stream supply switch tag test text top track train
  transfer trash turn type update upgrade upload use view visit vote wait walk wash watch water work wrap zoom help iron
  cook clip trace
  dust sand season grill toast wire claim appeal fork patch grade weed mix lift credit bid frame polish lease deposit steam roast spread chase rush tile plaster drill screw nail bolt glue stick film tape pin quote index oil grease seal oil kill photograph bundle snapshot slice dice
  like free double empty clean clear open close correct complete separate lower secure present cool warm
`);

const PHRASAL: Readonly<Record<string, string>> = {
  look: "up into for at after over through",
  turn: "on off up down over in",
  switch: "on off over",
  set: "up off aside",
  sign: "up in out off",
  log: "in out into off",
  check: "in out on into",
  pick: "up out",
  put: "on off away back down together up",
  take: "out off over back away down",
  call: "back off up in",
  cut: "off down out back",
  fill: "in out up",
  find: "out",
  give: "up back away",
  hand: "in over out",
  hang: "up",
  hold: "on off",
  keep: "on up",
  lay: "off",
  leave: "out behind",
  let: "in out",
  lock: "up out in down",
  make: "up out",
  move: "in out up over",
  open: "up",
  order: "in up",
  pay: "back off for",
  point: "out",
  print: "out off",
  pull: "up out over",
  push: "back",
  read: "out back",
  ring: "up",
  roll: "back out",
  run: "through off over",
  search: "for up",
  send: "out back off over",
  ship: "out back",
  shut: "down off up",
  sort: "out",
  speed: "up",
  split: "up",
  start: "up over",
  step: "up",
  stop: "by",
  sum: "up",
  sweep: "up",
  throw: "away out",
  tidy: "up",
  top: "up",
  try: "out",
  use: "up",
  wake: "up",
  warm: "up",
  wipe: "out off",
  work: "out on",
  wrap: "up",
  write: "down up off out",
  back: "up",
  bring: "back in up over",
  clean: "up out",
  clear: "out up",
  close: "down out off",
  count: "up",
  ask: "for about",
  forget: "about",
  wait: "for",
  listen: "to",
  apply: "for",
  subscribe: "to",
  unsubscribe: "from",
  talk: "to",
  speak: "to with",
  reply: "to",
  respond: "to",
  connect: "to",
  join: "in",
  follow: "up",
  mark: "up down off",
  note: "down",
  zoom: "in out",
  scale: "up down",
  phone: "up",
  opt: "out in",
  drop: "off by",
  go: "to through over back",
  plug: "in",
  pass: "on",
  phase: "out",
  act: "on",
  focus: "on",
  vote: "for",
  deal: "with",
  dispose: "of",
  get: "rid back",
  block: "off out",
  book: "in",
  add: "up",
  map: "out",
  carry: "out on",
  rule: "out",
  charge: "up",
};

/** Words after a verb that belong to it: "up" in "look up". */
export function particlesOf(verb: string): ReadonlySet<string> {
  return PARTICLES.get(verb) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();
const PARTICLES = new Map(Object.entries(PHRASAL).map(([verb, list]) => [verb, wordSet(list)]));

/** Verbs that hand something over: "to …" names whom, not what. */
export const TRANSFER_VERBS = wordSet(`
  send give forward email mail text ship deliver move transfer pay share add assign upload copy post report submit
  bring show offer hand lend sell refund return import export migrate convert translate attach append apply write
  fax message deploy publish push charge move reassign delegate escalate introduce invite link connect log present propose
  recommend redirect reply route save set change rename switch update upgrade downgrade extend postpone reschedule delay increase
  decrease reduce lower raise read say explain describe announce restore revert turn split sync tell upload
`);

/** Verbs that put something from one time to another. */
export const MOVING_VERBS = wordSet(
  "move reschedule shift postpone push change delay bring transfer switch rearrange rebook swap",
);

/** Verbs whose object is told, asked or got to do something. */
export const TELLING_VERBS = wordSet(
  "remind tell ask get have instruct advise warn invite want help allow let order teach urge beg notify",
);

export const LANGUAGES = wordSet(`
  english german french spanish italian portuguese dutch norwegian swedish danish finnish icelandic polish czech slovak
  russian ukrainian greek turkish arabic hebrew hindi bengali urdu chinese mandarin cantonese japanese korean vietnamese thai
  indonesian malay hungarian romanian bulgarian serbian croatian latin swahili catalan welsh irish estonian latvian lithuanian
`);
export const SHAPES = wordSet(`
  pdf csv json xml html markdown excel spreadsheet table list bullet bullets bulleted yaml text plain png jpg jpeg zip word docx xlsx
  paragraph sentence poem haiku chart graph summary template attachment
`);

export const DETERMINERS = wordSet(`
  the a an this that these those my your our his her its their all every each any some no another both either neither
  several many few more most enough other half whose
`);
export const PREPOSITIONS = wordSet(`
  about above across after against along among around as at before behind below beneath beside between beyond by despite
  down during except for from in inside into like near of off on onto out outside over past per since through throughout till
  to toward towards under until up upon via with within without using regarding concerning
`);
export const SUBJECTS = wordSet(
  "i we you he she it they this that there who someone somebody everyone everybody nobody",
);
export const AUXILIARIES = wordSet(`
  is are was were am be been being has have had do does did will would can could shall should may might must isn't aren't wasn't weren't
  hasn't haven't hadn't doesn't didn't won't wouldn't can't couldn't cannot shouldn't mustn't needn't ain't ought
`);
export const JOINERS = wordSet(
  "and or but then otherwise plus also so else nor afterwards afterward next finally lastly secondly thirdly meanwhile therefore hence thus consequently & +",
);
export const ANAPHORS = wordSet("it them this that these those him her one ones");

/** The plain form of a verb in -ing that people give orders with; any other word as it is. */
export function plainVerb(word: string): string {
  if (!word.endsWith("ing")) return word;
  const stem = word.slice(0, -3);
  const forms = [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1")];
  return forms.find((form) => COMMAND_VERBS.has(form)) ?? word;
}
