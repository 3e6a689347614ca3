/** Postal codes as people write them: with and without spaces, hyphens and capitals. */
import { postcodeValidator, postcodeValidatorExistsForCountry } from "postcode-validator";

const normalize = (postal_code: string): string => postal_code.replaceAll(/[\s-]/g, "").toUpperCase();

export function hasPostalPrefix(postal_code: string | undefined, prefixes: readonly string[]): boolean {
  const normal = normalize(postal_code ?? "");
  return prefixes.some((prefix) => normal.startsWith(normalize(prefix)));
}

/** Does this country (ISO 3166-1 alpha-2) use postal codes? Undefined where that is not known. */
export function hasPostalCodes(country: string): boolean | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined;
  return WITHOUT_POSTAL_CODES.has(country) ? false : postcodeValidatorExistsForCountry(country) || undefined;
}

/** Countries without postal codes, or whose people do not use them. Source: Universal Postal Union. */
const WITHOUT_POSTAL_CODES = new Set(
  "AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK KI KM KN KP ML MO MR MW NR NU QA RW SB SC SL SR ST SY TD TG TK TL TO TT TV UG VU YE ZW".split(
    " ",
  ),
);

/** Has the code the form of those of its country, with or without its separators? True where the form is not known. */
export function isPostalCodeIn(country: string, postal_code: string): boolean {
  if (!hasPostalCodes(country)) return true;
  const compact = normalize(postal_code);
  const spaced = Array.from({ length: Math.max(0, compact.length - 1) }, (_none, index) =>
    [" ", "-"].map((mark) => compact.slice(0, index + 1) + mark + compact.slice(index + 1)),
  ).flat();
  return [postal_code.trim(), compact, ...spaced].some((code) => postcodeValidator(code, country));
}
