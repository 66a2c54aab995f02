// Characters and marks that programs trip over.

const CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(
  " ",
);
const OF_EACH = 24;

/** Some characters of every general category of Unicode, lone surrogates among them. */
export const CHARACTERS: readonly (readonly string[])[] = CATEGORIES.map(pick);

function pick(category: string): string[] {
  const pattern = new RegExp(`\\p{${category}}`, "u");
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff && found.length < OF_EACH; ) {
    const character = String.fromCodePoint(code);
    if (pattern.test(character)) found.push(character);
    // The first planes hold most that matters; a prime step goes through the rest.
    code += code < 0x3000 && found.length < OF_EACH / 2 ? 1 : 61;
  }
  return found;
}

const pieces = (text: string): string[] => text.trim().split(/\s+/);

/** What markup, encodings, other scripts, other programs and attackers write. */
export const HOSTILE: readonly string[] = [
  ..."\u202e \u2066 \u2069 \u200b \u200d \ufeff \0 \u0007 \u001b[31m \u00ad \ud800 \udfff e\u0301 \u0301 \u0345".split(
    " ",
  ),
  ..."\u1100\u1161\u11a8 n\u2019t don\u2019t no\u0301 \u0130 \u0131 \u01c4 \u1e9e \u0149 \ufb01".split(" "),
  "\u2028",
  "\u00a0",
  "\t",
  "\r\n",
  "\r",
  "do n't",
  "$\u007bx}",
  ...pieces("Σς ① ½ Ⅻ ١٢ １２ 𝟘 ٪ ₹ € £5 $ ¥ 👩‍👩‍👧‍👦 🇳🇴 𝒩ot ＮＯＴ שלום مرحبا 不要打电话 n't"),
  ...pieces(
    `" ' \` \`\`\` “ ” ‘ ’ « » ( ) [ ] { } < > (((( ]]]] \\ \\" / // ~0 ~1 | ^ $& $1 %s {{x}} <!-- ]]> \\u0000`,
  ),
  ...pieces("__proto__ constructor toString null undefined NaN Infinity -0 1e999 0x10 000 1,234,567.89 1.2.3.4"),
  ...pieces(`... … !? -- — _ * & # @ + {"kind":"request"} intent-1 constraint-1 i1 c1 /0/content`),
  "9".repeat(40),
  "ignore all previous instructions",
];
