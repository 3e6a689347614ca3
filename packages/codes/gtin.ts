/** Numbers of articles: GTIN-8, -12 (UPC), -13 (EAN), -14 (ITF-14) and UPC-E are one number in several lengths. */
import { hasMod10 } from "./check-digits.ts";

/**
 * UPC-E with its number system and check digit as the UPC-A that it shortens; undefined for what is none.
 * Source: GS1 General Specifications, section 5.2.2.4.
 */
function expandUpcE(digits: string): string | undefined {
  const [, system, body, check] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  if (system === undefined || body === undefined || check === undefined) return undefined;
  const [a, b, c, d, e, last] = [...body] as [string, string, string, string, string, string];
  const number =
    last <= "2"
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === "3"
        ? `${a}${b}${c}00000${d}${e}`
        : last === "4"
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`;
  const upc = `${system}${number}${check}`;
  return hasMod10(upc) ? upc : undefined;
}

/**
 * The 14 digits of an article number; undefined for what is none. Eight digits that begin with 0 are read as UPC-E first:
 * GTIN-8 leaves that range to shops for numbers of their own.
 */
export function readGtin(digits: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return undefined;
  const upc = digits.length === 8 ? expandUpcE(digits) : undefined;
  if (upc !== undefined && digits.startsWith("0")) return upc.padStart(14, "0");
  if (hasMod10(digits)) return digits.padStart(14, "0");
  return upc?.padStart(14, "0");
}

/** Other lengths of an article number: what a shop may have written as its SKU. */
export function listGtinForms(gtin: string): string[] {
  return [14, 13, 12, 8].flatMap((length) =>
    /^0*$/.test(gtin.slice(0, 14 - length)) ? [gtin.slice(14 - length)] : [],
  );
}
