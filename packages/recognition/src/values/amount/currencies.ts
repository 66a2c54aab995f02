// Signs, codes and names of currencies. A name that several countries use names no currency for certain.

const CODES =
  "AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JPY KES KRW LAK LKR MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR".split(
    " ",
  );

/** By the lower-case code; a code is written in capitals, or beside its figure. */
export const CURRENCY_CODES: ReadonlyMap<string, string> = new Map(CODES.map((code) => [code.toLowerCase(), code]));

export const SIGNS: ReadonlyMap<string, string | null> = new Map([
  ["$", null],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", null],
  ["₹", "INR"],
  ["₽", "RUB"],
  ["₩", "KRW"],
  ["₺", "TRY"],
  ["₪", "ILS"],
  ["₫", "VND"],
  ["₴", "UAH"],
  ["₦", "NGN"],
  ["₱", "PHP"],
  ["฿", "THB"],
  ["₡", "CRC"],
  ["₾", "GEL"],
  ["₭", "LAK"],
  ["元", "CNY"],
]);

/** Letters before a dollar sign. */
export const DOLLAR_PREFIXES: ReadonlyMap<string, string> = new Map([
  ["us", "USD"],
  ["c", "CAD"],
  ["ca", "CAD"],
  ["can", "CAD"],
  ["a", "AUD"],
  ["au", "AUD"],
  ["aus", "AUD"],
  ["nz", "NZD"],
  ["hk", "HKD"],
  ["s", "SGD"],
  ["sg", "SGD"],
  ["mex", "MXN"],
  ["nt", "TWD"],
  ["r", "BRL"],
]);

const NAMES: readonly (readonly [string, string | null])[] = [
  ["euro euros", "EUR"],
  ["dollar dollars bucks buck", null],
  ["pound pounds", null],
  ["quid", "GBP"],
  ["sterling", "GBP"],
  ["yen", "JPY"],
  ["yuan renminbi rmb", "CNY"],
  ["franc francs", null],
  ["krone kroner kronor krona crowns crown kr", null],
  ["rupee rupees", null],
  ["peso pesos", null],
  ["real reais", "BRL"],
  ["rouble roubles ruble rubles", "RUB"],
  ["zloty zlotys", "PLN"],
  ["forint forints", "HUF"],
  ["lira liras", null],
  ["shekel shekels", "ILS"],
  ["won", "KRW"],
  ["baht", "THB"],
  ["rand", "ZAR"],
  ["dirham dirhams", null],
  ["dinar dinars", null],
  ["bitcoin bitcoins btc", null],
  ["guilder guilders", null],
  ["markka", null],
  ["peseta pesetas", null],
];

export const NAMES_OF_CURRENCIES: ReadonlyMap<string, string | null> = new Map(
  NAMES.flatMap(([words, code]) => words.split(" ").map((word) => [word, code] as const)),
);

/** A country before a shared name settles it: "swiss francs", "norwegian kroner". */
export const NATIONAL: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  (
    [
      ["us", "dollar USD"],
      ["american", "dollar USD"],
      ["canadian", "dollar CAD"],
      ["australian", "dollar AUD"],
      ["zealand", "dollar NZD"],
      ["singapore", "dollar SGD"],
      ["kong", "dollar HKD"],
      ["swiss", "franc CHF"],
      ["norwegian", "krone NOK kroner NOK"],
      ["swedish", "krona SEK kronor SEK crown SEK"],
      ["danish", "krone DKK kroner DKK"],
      ["icelandic", "krona ISK"],
      ["czech", "crown CZK koruna CZK"],
      ["indian", "rupee INR"],
      ["pakistani", "rupee PKR"],
      ["mexican", "peso MXN"],
      ["turkish", "lira TRY"],
      ["british", "pound GBP"],
      ["egyptian", "pound EGP"],
      ["chinese", "yuan CNY renminbi CNY"],
      ["japanese", "yen JPY"],
      ["uae", "dirham AED"],
      ["finnish", ""],
      ["dutch", ""],
    ] as const
  ).map(([nation, pairs]) => {
    const words = pairs.split(" ");
    const map = new Map<string, string>();
    for (let i = 0; i + 1 < words.length; i += 2) map.set(words[i] ?? "", words[i + 1] ?? "");
    return [nation, map] as const;
  }),
);

/** Hundredths of the unit before them. */
export const HUNDREDTHS: ReadonlyMap<string, string | null> = new Map([
  ["cent", null],
  ["cents", null],
  ["pence", "GBP"],
  ["penny", "GBP"],
  ["pennies", null],
]);
