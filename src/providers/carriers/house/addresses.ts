/** What the house carrier knows of addresses without a register of streets: countries, and forms of postal codes. */
import { findCountry } from "#vocabulary/countries.ts";
import type { Place } from "#vocabulary/place.ts";
import type { AddressCheck } from "../port.ts";

/**
 * Forms of postal codes of countries where every address has one: `9` a digit, `A` a letter. Spaces and hyphens are
 * written as here. Source: Universal Postal Union, addressing systems of its member countries.
 */
const POSTAL_CODES: Readonly<Record<string, readonly string[]>> = {
  AT: ["9999"],
  AU: ["9999"],
  BE: ["9999"],
  BR: ["99999-999"],
  CA: ["A9A 9A9"],
  CH: ["9999"],
  CN: ["999999"],
  CZ: ["999 99"],
  DE: ["99999"],
  DK: ["9999"],
  ES: ["99999"],
  FI: ["99999"],
  FR: ["99999"],
  GB: ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"],
  GR: ["999 99"],
  HU: ["9999"],
  IN: ["999999"],
  IT: ["99999"],
  JP: ["999-9999"],
  KR: ["99999"],
  LU: ["9999"],
  MX: ["99999"],
  NL: ["9999 AA"],
  NO: ["9999"],
  PL: ["99-999"],
  PT: ["9999-999"],
  RO: ["999999"],
  SE: ["999 99"],
  SG: ["999999"],
  TR: ["99999"],
  TW: ["999", "99999", "999999"],
  UA: ["99999"],
  US: ["99999", "99999-9999"],
  VN: ["99999", "999999"],
};

export function checkAddress(place: Place): AddressCheck {
  const reasons: string[] = [];
  const { country = "", postal_code = "" } = place;
  if (findCountry(country) === undefined) reasons.push("The country is missing or unknown.");
  if (place.line1.trim() === "") reasons.push("The street is missing.");
  if ((place.city ?? "").trim() === "") reasons.push("The city is missing.");
  const forms = POSTAL_CODES[country];
  const written = forms === undefined ? postal_code.trim() : writePostalCode(postal_code, forms);
  if (written === null) reasons.push(`Postal codes of ${country} have the form ${forms?.join(" or ")}.`);
  return {
    is_deliverable: reasons.length === 0 ? null : false,
    corrected: written === null || written === postal_code ? null : { ...place, postal_code: written },
    reasons,
  };
}

/** The code in the form of its country; null when it has none of them. */
function writePostalCode(text: string, forms: readonly string[]): string | null {
  const letters = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  for (const form of forms) {
    const places = form.replaceAll(/[^9A]/g, "");
    if (places.length !== letters.length) continue;
    if (![...places].every((kind, at) => (kind === "9" ? /\d/ : /[A-Z]/).test(letters[at] ?? ""))) continue;
    let at = 0;
    return [...form].map((kind) => (/[9A]/.test(kind) ? letters[at++] : kind)).join("");
  }
  return null;
}
