/**
 * Tracking numbers: `PH`, twelve random digits, two check digits (ISO 7064 MOD 97-10, as in an IBAN).
 *
 * Random, so that a number cannot be guessed from another; with check digits, so that typing errors are detected.
 */
import { randomInt } from "node:crypto";
import Type from "typebox";
import { foldCode, readCode } from "#codes/read-code.ts";

/** Room for a number with all that a label, a scanner or a link has around it. */
export const NUMBER_MAX = 512;

export const TypedNumber = Type.String({
  minLength: 4,
  maxLength: NUMBER_MAX,
  description: "As it is typed or scanned.",
});

export const Carrier = Type.String({
  pattern: "^[a-z0-9][a-z0-9_-]{1,39}$",
  maxLength: 40,
  description: "Code of its carrier, such as `ups`.",
});

const NUMBER_PATTERN = /^PH\d{14}$/;

/** Two check digits, with which the whole number modulo 97 is 1. */
function computeCheckDigits(digits: string): string {
  return String(98 - Number(BigInt(`${digits}00`) % 97n)).padStart(2, "0");
}

export function newTrackingNumber(): string {
  const digits = `${randomInt(100_000, 1_000_000)}${String(randomInt(0, 1_000_000)).padStart(6, "0")}`;
  return `PH${digits}${computeCheckDigits(digits)}`;
}

/** A number as somebody typed, pasted or scanned it, without what was around it. */
export function normalizeNumber(typed: string): string {
  const { text } = readCode(typed);
  const number = foldCode(text);
  return NUMBER_PATTERN.test(number) ? number : text;
}

/** Every form under which a number may be stored, the likeliest first. */
export function listNumberKeys(typed: string): readonly string[] {
  return readCode(typed).keys;
}

/** The form in which numbers of others are compared: however they are printed, typed or encoded, they are the same. */
export function buildNumberKey(number: string): string {
  return foldCode(readCode(number).text) || foldCode(number);
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
