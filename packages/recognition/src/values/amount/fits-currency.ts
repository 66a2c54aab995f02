// What a sign or name that several countries share may stand for. An instance that counts in crowns does not turn
// dollars into them.
const DOLLARS = "AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD USD XCD";
const PESOS = "ARS CLP COP CUP DOP MXN PHP UYU";
const CROWNS = "CZK DKK ISK NOK SEK";
const POUNDS = "EGP FKP GBP GIP LBP SDG SHP SSP SYP";
const CENTS = `${DOLLARS} EUR ZAR`;

const SHARED: readonly (readonly [names: string, codes: string])[] = [
  ["$", `${DOLLARS} ${PESOS} BRL NIO`],
  ["dollar dollars buck bucks", DOLLARS],
  ["cent cents penny pennies", `${CENTS} GBP`],
  ["pound pounds", POUNDS],
  ["¥", "CNY JPY"],
  ["franc francs", "BIF CDF CHF DJF GNF KMF RWF XAF XOF XPF"],
  ["krone kroner kronor krona crowns crown kr", CROWNS],
  ["rupee rupees", "INR LKR MUR NPR PKR SCR"],
  ["peso pesos", PESOS],
  ["lira liras", "SYP TRY"],
  ["dirham dirhams", "AED MAD"],
  ["dinar dinars", "BHD DZD IQD JOD KWD LYD MKD RSD TND"],
  ["bitcoin bitcoins btc", "BTC XBT"],
  ["guilder guilders", "ANG AWG XCG"],
  ["markka", ""],
  ["peseta pesetas", ""],
];

const FITTING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  SHARED.flatMap(([names, codes]) => names.split(" ").map((name) => [name, new Set(codes.split(" "))] as const)),
);

/** Whether money with this sign or name, or with none, may be counted in a currency. */
export function fitsCurrency(symbol: string, currency: string): boolean {
  return FITTING.get(symbol.toLowerCase())?.has(currency) ?? true;
}
