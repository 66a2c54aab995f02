import type { Scan } from "../tokens.ts";

// Abbreviations and names that mean one place; those that several countries share are left out.
const ZONES: ReadonlyMap<string, string> = new Map([
  ["utc", "UTC"],
  ["gmt", "UTC"],
  ["est", "-05:00"],
  ["edt", "-04:00"],
  ["et", "America/New_York"],
  ["mst", "-07:00"],
  ["mdt", "-06:00"],
  ["mt", "America/Denver"],
  ["pst", "-08:00"],
  ["pdt", "-07:00"],
  ["pt", "America/Los_Angeles"],
  ["cet", "+01:00"],
  ["cest", "+02:00"],
  ["eet", "+02:00"],
  ["eest", "+03:00"],
  ["jst", "+09:00"],
]);
const NAMED: ReadonlyMap<string, string> = new Map([
  ["eastern", "America/New_York"],
  ["central", "America/Chicago"],
  ["mountain", "America/Denver"],
  ["pacific", "America/Los_Angeles"],
]);

/** A zone after a clock time: "CET", "pacific time", "+02:00", "Z". */
export function readZone(scan: Scan, index: number): { zone: string; next: number } | null {
  const word = scan.at(index);
  const known = ZONES.get(word);
  if (known !== undefined && scan.closes(index + 1) && (word.length > 2 || isUpper(scan, index)))
    return { zone: known, next: index + 1 };
  const named = NAMED.get(word);
  if (named !== undefined && /^(?:time|timezone)$/.test(scan.at(index + 1))) return { zone: named, next: index + 2 };
  if (word === "z" && scan.joined(index) && isUpper(scan, index)) return { zone: "UTC", next: index + 1 };
  if ((word === "+" || word === "-") && scan.joined(index) && scan.joined(index + 1) && scan.places(index + 1) === 2) {
    const hours = scan.figure(index + 1, 2);
    const minutes = scan.at(index + 2) === ":" && scan.places(index + 3) === 2 ? scan.figure(index + 3, 2) : -1;
    if (hours <= 14 && minutes >= 0 && minutes < 60)
      return { zone: `${word}${scan.at(index + 1)}:${scan.at(index + 3)}`, next: index + 4 };
  }
  return null;
}

function isUpper(scan: Scan, index: number): boolean {
  const token = scan.tokens[index];
  if (token === undefined) return false;
  const written = scan.text.slice(token.start, token.end);
  return written === written.toUpperCase();
}
