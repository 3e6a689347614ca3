/**
 * Numbers of the house carrier: serial shipping container codes, confirmation numbers, routing codes.
 *
 * Source: GS1 General Specifications, sections 3.3 (application identifiers 00, 403, 421) and 7.9 (check digit).
 */
import { findCountry } from "#vocabulary/countries.ts";
import type { Place } from "#vocabulary/place.ts";

/** The prefix that GS1 reserves for examples; an account with a company prefix of its own uses that. */
export const EXAMPLE_GS1_PREFIX = "9521234";
export const GS1_PREFIX = /^\d{6,12}$/;

const SSCC_DIGITS = 17;

/** The check digit of GS1: weights 3 and 1 from the right. */
export function computeGs1Check(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1)
    sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Extension digit, company prefix, serial number, check digit: 18 digits. Serial numbers fill the extension digit too. */
export function buildSscc(prefix: string, serial: number): string {
  const room = SSCC_DIGITS - 1 - prefix.length;
  const digits = String(serial).padStart(room + 1, "0");
  if (digits.length > room + 1) throw new Error(`The prefix ${prefix} has no serial numbers left.`);
  const body = digits.slice(0, 1) + prefix + digits.slice(1);
  return body + computeGs1Check(body);
}

/** The serial number in an SSCC; null for one of another prefix or with a wrong check digit. */
export function parseSscc(sscc: string, prefix: string): number | null {
  if (!/^\d{18}$/.test(sscc) || sscc.slice(1, 1 + prefix.length) !== prefix) return null;
  if (computeGs1Check(sscc.slice(0, SSCC_DIGITS)) !== Number(sscc[SSCC_DIGITS])) return null;
  return Number(sscc.slice(0, 1) + sscc.slice(1 + prefix.length, SSCC_DIGITS));
}

/** `0 9521234 000000001 8`, as it is printed. */
export function formatSscc(sscc: string, prefix: string): string {
  const end = 1 + prefix.length;
  return [sscc.slice(0, 1), sscc.slice(1, end), sscc.slice(end, SSCC_DIGITS), sscc.slice(SSCC_DIGITS)].join(
    " ",
  );
}

/** `PU-0000017-3`. */
export function buildConfirmation(kind: "PU" | "MF", id: number): string {
  const digits = String(id).padStart(7, "0");
  return `${kind}-${digits}-${computeGs1Check(digits)}`;
}

/** Service and zone, by which packages are sorted: `E3`. */
export function buildSortCode(service: string, zone: number): string {
  return `${service.slice(0, 1).toUpperCase()}${zone}`;
}

/** Destination and sort code, with their application identifiers: `(421)07670000000(403)E3`. */
export function buildRouting(to: Place, service: string, zone: number): string {
  const sort = `(403)${buildSortCode(service, zone)}`;
  const country = findCountry(to.country ?? "");
  const postal_code = normalizePostalCode(to.postal_code ?? "").slice(0, 9);
  return country === undefined || postal_code === "" ? sort : `(421)${country.numeric}${postal_code}${sort}`;
}

/** Letters and digits. */
export function normalizePostalCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
}
