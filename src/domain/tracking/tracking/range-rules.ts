import type { RefusalDetail } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
/** The form of a business's own tracking numbers: prefix, serial, check digits, suffix. Pure. */

export const CHECK_DIGITS = ["none", "mod10", "mod97", "s10"] as const;
type CheckDigit = (typeof CHECK_DIGITS)[number];

export interface NumberForm {
  prefix: string;
  suffix: string;
  /** Digits of the serial. */
  digits: number;
  check_digit: CheckDigit;
}

const CHECK_LENGTH: Record<CheckDigit, number> = { none: 0, mod10: 1, mod97: 2, s10: 1 };
/** Weights of the digits of an S10 identifier (UPU S10, section 4.2). */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** The number with this serial. */
export function formatRangeNumber(form: NumberForm, serial: number): string {
  const stem = formatStem(form, serial);
  return `${stem}${computeCheck(form, stem)}${form.suffix}`;
}

/** A number up to its serial. */
export function formatStem(
  { prefix, digits }: Pick<NumberForm, "prefix" | "digits">,
  serial: number,
): string {
  return `${prefix}${String(serial).padStart(digits, "0")}`;
}

export function getNumberLength({ prefix, suffix, digits, check_digit }: NumberForm): number {
  return prefix.length + digits + CHECK_LENGTH[check_digit] + suffix.length;
}

/** Check digits of the digits of the prefix and the serial; an S10 identifier checks its serial alone. */
function computeCheck({ check_digit, digits }: NumberForm, stem: string): string {
  switch (check_digit) {
    case "none":
      return "";
    case "mod10": {
      // As in GS1 identifiers: the last digit counts three times, the one before it once, and so on.
      const sum = [...stem.replaceAll(/\D/g, "")]
        .reverse()
        .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
      return String((10 - (sum % 10)) % 10);
    }
    case "mod97":
      return String(98n - (BigInt(`${stem.replaceAll(/\D/g, "")}00`) % 97n)).padStart(2, "0");
    case "s10": {
      const sum = [...stem.slice(-digits)].reduce(
        (total, digit, at) => total + Number(digit) * (S10_WEIGHTS[at] as number),
        0,
      );
      const check = 11 - (sum % 11);
      return String(check === 10 ? 0 : check === 11 ? 5 : check);
    }
  }
}

/** Why a range cannot be created; empty when it can. */
export function findRangeFaults(form: NumberForm, first: number, last: number): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (/^PH\d*$/.test(form.prefix)) faults.push({ field: "prefix", message: messages.random_numbers });
  if (last < first) faults.push({ field: "last", message: messages.not_smaller_than_first });
  if (String(last).length > form.digits)
    faults.push({ field: "last", message: messages.digits_max.with({ digits: form.digits }) });
  if (form.check_digit === "s10") {
    if (!/^[A-Z]{2}$/.test(form.prefix)) faults.push({ field: "prefix", message: messages.two_letters });
    if (!/^[A-Z]{2}$/.test(form.suffix)) faults.push({ field: "suffix", message: messages.two_letters });
    if (form.digits !== 8) faults.push({ field: "digits", message: messages.eight_digits });
  }
  return faults;
}
