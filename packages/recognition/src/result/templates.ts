// Every sentence that the core writes for a person, by language. A language without a table reads English.
import type { Effect, Operation } from "../types/names.ts";

interface Templates {
  changes: Record<Operation | Exclude<Effect, "applied">, string>;
  missing: (field: string) => string;
  choose: (text: string) => string;
  unclear: (text: string) => string;
  target: (text: string) => string;
  conflict: (text: string) => string;
  nothingToConfirm: (text: string) => string;
}

const english: Templates = {
  changes: {
    add: "Add the explicit request from this turn",
    replace: "Replace the earlier value with this turn's",
    remove: "Withdraw what this turn takes back",
    pending: "Waiting for clarification before applying",
    rejected: "Not applied because it conflicts with what holds",
    no_effect: "Already so before this turn",
  },
  missing: (field) => `What is the value of "${field}"?`,
  choose: (text) => `Which reading of "${text}" is meant?`,
  unclear: (text) => `What should be done about "${text}"?`,
  target: (text) => `What does "${text}" refer to?`,
  conflict: (text) => `"${text}" conflicts with what holds so far. Which of the two applies?`,
  nothingToConfirm: (text) => `What does "${text}" answer?`,
};

const german: Templates = {
  changes: {
    add: "Die ausdrückliche Bitte dieser Nachricht aufnehmen",
    replace: "Den früheren Wert durch den dieser Nachricht ersetzen",
    remove: "Zurücknehmen, was diese Nachricht widerruft",
    pending: "Wartet auf Klärung, bevor es gilt",
    rejected: "Nicht übernommen, weil es dem Geltenden widerspricht",
    no_effect: "Galt schon vor dieser Nachricht",
  },
  missing: (field) => `Welchen Wert hat „${field}“?`,
  choose: (text) => `Welche Lesart von „${text}“ ist gemeint?`,
  unclear: (text) => `Was soll mit „${text}“ geschehen?`,
  target: (text) => `Worauf bezieht sich „${text}“?`,
  conflict: (text) => `„${text}“ widerspricht dem, was bisher gilt. Was von beidem gilt?`,
  nothingToConfirm: (text) => `Worauf antwortet „${text}“?`,
};

const french: Templates = {
  changes: {
    add: "Ajouter la demande explicite de ce message",
    replace: "Remplacer la valeur précédente par celle de ce message",
    remove: "Retirer ce que ce message annule",
    pending: "En attente d'une précision avant de s'appliquer",
    rejected: "Non appliqué, car contraire à ce qui vaut déjà",
    no_effect: "Déjà le cas avant ce message",
  },
  missing: (field) => `Quelle est la valeur de « ${field} » ?`,
  choose: (text) => `Quel sens de « ${text} » faut-il retenir ?`,
  unclear: (text) => `Que faut-il faire de « ${text} » ?`,
  target: (text) => `À quoi se rapporte « ${text} » ?`,
  conflict: (text) => `« ${text} » contredit ce qui vaut jusqu'ici. Lequel des deux s'applique ?`,
  nothingToConfirm: (text) => `À quoi répond « ${text} » ?`,
};

const spanish: Templates = {
  changes: {
    add: "Añadir la petición explícita de este mensaje",
    replace: "Sustituir el valor anterior por el de este mensaje",
    remove: "Retirar lo que este mensaje anula",
    pending: "A la espera de una aclaración antes de aplicarse",
    rejected: "No aplicado porque contradice lo vigente",
    no_effect: "Ya era así antes de este mensaje",
  },
  missing: (field) => `¿Cuál es el valor de «${field}»?`,
  choose: (text) => `¿Qué lectura de «${text}» es la correcta?`,
  unclear: (text) => `¿Qué hay que hacer con «${text}»?`,
  target: (text) => `¿A qué se refiere «${text}»?`,
  conflict: (text) => `«${text}» contradice lo vigente. ¿Cuál de los dos vale?`,
  nothingToConfirm: (text) => `¿A qué responde «${text}»?`,
};

const norwegian: Templates = {
  changes: {
    add: "Ta med det denne meldingen uttrykkelig ber om",
    replace: "Erstatt den tidligere verdien med den fra denne meldingen",
    remove: "Trekk tilbake det denne meldingen tar tilbake",
    pending: "Venter på avklaring før det gjelder",
    rejected: "Ikke tatt inn fordi det strider mot det som gjelder",
    no_effect: "Slik var det allerede før denne meldingen",
  },
  missing: (field) => `Hva er verdien av «${field}»?`,
  choose: (text) => `Hvilken lesning av «${text}» er ment?`,
  unclear: (text) => `Hva skal gjøres med «${text}»?`,
  target: (text) => `Hva viser «${text}» til?`,
  conflict: (text) => `«${text}» strider mot det som gjelder. Hvilket av de to skal gjelde?`,
  nothingToConfirm: (text) => `Hva svarer «${text}» på?`,
};

const TABLES: ReadonlyMap<string, Templates> = new Map([
  ["en", english],
  ["de", german],
  ["fr", french],
  ["es", spanish],
  ["no", norwegian],
  ["nb", norwegian],
  ["nn", norwegian],
]);

const QUOTED = 200;

function tableOf(language: string): Templates {
  return TABLES.get(language.split(/[-_]/, 1)[0]?.toLowerCase() ?? "") ?? english;
}

export function describeChange(language: string, operation: Operation, effect: Effect): string {
  return tableOf(language).changes[effect === "applied" ? operation : effect];
}

export type QuestionKind = Exclude<keyof Templates, "changes">;

/** A question about words of the person; a long text is cut at a character. */
export function ask(language: string, kind: QuestionKind, about: string): string {
  const points = Array.from(about.slice(0, QUOTED * 2));
  const shown = points.length > QUOTED ? `${points.slice(0, QUOTED).join("")}…` : about;
  return tableOf(language)[kind](shown);
}
