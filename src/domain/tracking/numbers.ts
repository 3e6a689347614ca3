/**
 * Tracking numbers: `PH`, twelve random digits, two check digits (ISO 7064 MOD 97-10, as in an IBAN).
 *
 * Random, so that a number cannot be guessed from another; checked, so that a slip of the pen is no number.
 */
import { randomInt } from "node:crypto";

export const NUMBER_PATTERN = /^PH\d{14}$/;

/** Two digits that make the whole of digits divisible by 97 with remainder 1. */
function checkDigits(digits: string): string {
  return String(98 - Number(BigInt(`${digits}00`) % 97n)).padStart(2, "0");
}

export function newTrackingNumber(): string {
  const digits = `${randomInt(100_000, 1_000_000)}${String(randomInt(0, 1_000_000)).padStart(6, "0")}`;
  return `PH${digits}${checkDigits(digits)}`;
}

/** Numbers of ours that fail their check digits are nobody's; numbers of others are taken as they are. */
export function isPlausibleNumber(number: string): boolean {
  if (!NUMBER_PATTERN.test(number))
    return /^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/.test(number) && !/^PH\d{14}/.test(number);
  return BigInt(number.slice(2)) % 97n === 1n;
}
