// Units of measure, each under its usual sign.
const ROWS: readonly (readonly [string, string])[] = [
  ["kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes", "kg"],
  ["g gram grams gramme grammes", "g"],
  ["mg milligram milligrams", "mg"],
  ["lb lbs", "lb"],
  ["oz ounce ounces", "oz"],
  ["ton tons tonne tonnes", "t"],
  ["l litre litres liter liters", "l"],
  ["ml millilitre millilitres milliliter milliliters", "ml"],
  ["gallon gallons", "gal"],
  ["km kilometre kilometres kilometer kilometers kms", "km"],
  ["metre metres meter meters", "m"],
  ["cm centimetre centimetres centimeter centimeters", "cm"],
  ["mm millimetre millimetres millimeter millimeters", "mm"],
  ["mile miles", "mi"],
  ["foot feet ft", "ft"],
  ["inch inches", "in"],
  ["percent", "%"],
  ["gb gigabyte gigabytes", "GB"],
  ["mb megabyte megabytes", "MB"],
  ["tb terabyte terabytes", "TB"],
  ["kwh", "kWh"],
];

export const MEASURES: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([words, sign]) => words.split(" ").map((word) => [word, sign] as const)),
);

/** Words behind which a figure is a name, not a count. */
export const NUMBERED = new Set(
  (
    "order orders invoice ticket case account number no nr num room gate flight line page chapter version step table seat bus route platform " +
    "unit building apartment suite section task option phase grade channel port item id code pin ref reference booking parcel card floor " +
    "track train house door level season episode part section model type size area highway road terminal zone district figure article"
  ).split(" "),
);

/** Nouns that a party is counted for: "a table for four". */
export const SEATING = new Set(
  "table booth dinner lunch brunch breakfast reservation room cabin villa house apartment restaurant seats taxi cab ride picnic meal tour".split(
    " ",
  ),
);
