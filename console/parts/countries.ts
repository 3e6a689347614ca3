/** Countries by their ISO 3166-1 alpha-2 codes, with their names in the language of the console. */
import { getLocale } from "../language/language.ts";

/** Regions that have a code and are no country. */
const NO_COUNTRIES = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const lists = new Map<string, { code: string; name: string }[]>();

/** By name. A code that was replaced, such as that of the Soviet Union, is not listed. */
export function listCountries(locale = getLocale()): readonly { code: string; name: string }[] {
  const cached_list = lists.get(locale);
  if (cached_list !== undefined) return cached_list;
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const list = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).maximize().region === code)
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale));
  lists.set(locale, list);
  return list;
}
