// Decimal strings, exact at any size: no figure of money ever passes through floating point.

/** The plain form: no leading zeros, no trailing zeros of a fraction. */
export function plainDecimal(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const left = whole.replace(/^0+(?=\d)/, "") || "0";
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === "0") end -= 1;
  return end === 0 ? left : `${left}.${fraction.slice(0, end)}`;
}

/** Times a power of ten. */
export function shiftDecimal(text: string, places: number): string {
  const [whole = "0", fraction = ""] = text.split(".");
  if (places >= 0) {
    const padded = fraction.padEnd(places, "0");
    return plainDecimal(`${whole}${padded.slice(0, places)}.${padded.slice(places)}`);
  }
  const padded = whole.padStart(-places + 1, "0");
  return plainDecimal(`${padded.slice(0, places)}.${padded.slice(places)}${fraction}`);
}

export function compareDecimals(a: string, b: string): number {
  const [left, right] = [plainDecimal(a).split("."), plainDecimal(b).split(".")];
  const [wholeA = "0", wholeB = "0"] = [left[0], right[0]];
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  const size = Math.max(left[1]?.length ?? 0, right[1]?.length ?? 0);
  const [fractionA, fractionB] = [(left[1] ?? "").padEnd(size, "0"), (right[1] ?? "").padEnd(size, "0")];
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}
