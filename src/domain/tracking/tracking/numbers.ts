/**
 * Tracking numbers: `PH`, twelve random digits, two check digits (ISO 7064 MOD 97-10, as in an IBAN).
 *
 * Random, so that a number cannot be guessed from another; with check digits, so that typing errors are detected.
 */
import { randomInt } from "node:crypto";

const NUMBER_PATTERN = /^PH\d{14}$/;

/** Two check digits, with which the whole number modulo 97 is 1. */
function computeCheckDigits(digits: string): string {
  return String(98 - Number(BigInt(`${digits}00`) % 97n)).padStart(2, "0");
}

export function newTrackingNumber(): string {
  const digits = `${randomInt(100_000, 1_000_000)}${String(randomInt(0, 1_000_000)).padStart(6, "0")}`;
  return `PH${digits}${computeCheckDigits(digits)}`;
}

/** Spaces and hyphens of every kind, which people type between digits. */
const SEPARATORS = /[\s\u00ad\u200b\u2010-\u2015\u2212-]/g;

/** Normalize a typed number of this service to its stored form; numbers of other providers are returned unchanged. */
export function normalizeNumber(typed: string): string {
  const number = foldNumber(typed);
  return NUMBER_PATTERN.test(number) ? number : typed;
}

/** The form in which numbers of others are compared: however they are printed or typed, they are the same. */
export function foldNumber(number: string): string {
  return number.replaceAll(SEPARATORS, "").toUpperCase() || number;
}

/** Whether a number has the form of the random numbers of this service. */
export function isOwnNumber(number: string): boolean {
  return NUMBER_PATTERN.test(number);
}

/** Whether a number can exist: one of this service must have correct check digits, others a plausible form. */
export function isPlausibleNumber(number: string): boolean {
  if (!NUMBER_PATTERN.test(number))
    return /^[A-Za-z0-9][A-Za-z0-9._-]{3,63}$/.test(number) && !/^PH\d{14}/.test(number);
  return BigInt(number.slice(2)) % 97n === 1n;
}
