/**
 * Country codes and names as used by other products. The data is `mappings/countries.json`, by ISO 3166-1
 * alpha-2.
 */
import file from "../mappings/countries.json" with { type: "json" };

const countries = new Map<string, { alpha3: string; name: string }>(Object.entries(file));

/** ISO 3166-1 alpha-3 of an alpha-2 code; `null` for a code that is not assigned. */
export function getAlpha3(country: string | undefined): string | null {
  return country === undefined ? null : (countries.get(country)?.alpha3 ?? null);
}

/** The English name of an alpha-2 code; `null` for a code that is not assigned. */
export function getCountryName(country: string | undefined): string | null {
  return country === undefined ? null : (countries.get(country)?.name ?? null);
}
