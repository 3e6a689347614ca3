/** Parsing of country names and codes. */

/** Codes that are not a country: those for private use, and groups of countries. */
const NO_COUNTRY = /^(AA|E[UZ]|UN|Q[M-Z]|X[A-JL-Z]|ZZ)$/;
const CODES = Array.from({ length: 26 * 26 }, (_none, index) =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
).filter((code) => !NO_COUNTRY.test(code));

const names = new Map<string, ReadonlyMap<string, string>>();

/** Names of countries in a language, normalised, and the code of each. */
function getCountryNames(language: string): ReadonlyMap<string, string> {
  const cached = names.get(language);
  if (cached !== undefined) return cached;
  const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const countryNames = new Map(
    CODES.flatMap((code) => {
      const name = display.of(code);
      return name === undefined ? [] : [[normaliseName(name), code] as const];
    }),
  );
  names.set(language, countryNames);
  return countryNames;
}

function normaliseName(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/**
 * The ISO 3166-1 alpha-2 code of a code, or of a name in English or one of the languages; undefined if there is none.
 */
export function parseCountry(text: string, languages: readonly string[]): string | undefined {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code)) return [...getCountryNames("en").values()].includes(code) ? code : undefined;
  for (const language of ["en", ...languages]) {
    const country_code = getCountryNames(language).get(normaliseName(text));
    if (country_code !== undefined) return country_code;
  }
  return undefined;
}
