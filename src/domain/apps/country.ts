/** Countries as people write them. */

/** Codes that stand for no country: those for private use, and groups of countries. */
const NO_COUNTRY = /^(AA|E[UZ]|UN|Q[M-Z]|X[A-JL-Z]|ZZ)$/;
const CODES = Array.from({ length: 26 * 26 }, (_none, index) =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
).filter((code) => !NO_COUNTRY.test(code));

const names = new Map<string, ReadonlyMap<string, string>>();

/** Names of countries in a language, folded, and the code of each. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const known = names.get(language);
  if (known !== undefined) return known;
  const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const made = new Map(
    CODES.flatMap((code) => {
      const name = display.of(code);
      return name === undefined ? [] : [[fold(name), code] as const];
    }),
  );
  names.set(language, made);
  return made;
}

function fold(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** The ISO 3166-1 alpha-2 code of a code, or of a name in English or one of the languages; undefined when there is none. */
export function countryOf(text: string, languages: readonly string[]): string | undefined {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return [...namesIn("en").values()].includes(code) ? code : undefined;
  for (const language of ["en", ...languages]) {
    const found = namesIn(language).get(fold(text));
    if (found !== undefined) return found;
  }
  return undefined;
}
