/** The forms of identifiers, with the check digits of those that have one. */
import { isLongerThan } from "./characters.ts";
import type { SubjectScheme } from "./event.ts";

// GS1 General Specifications, character set 82.
const GS1_TEXT = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/;
const GRAI = /^(0\d{13})(.{0,16})$/;
const ULD = /^[A-Z][A-Z0-9]{2}\d{4,5}[A-Z0-9]{2,3}$/;
const CONTAINER = /^[A-Z]{3}[JUZ]\d{7}$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u;
const CONTROL = /\p{Cc}/u;

/**
 * Why an identifier is not one of its scheme, as the end of a sentence; `null` when it is.
 * Sources: GS1 General Specifications (SSCC, GRAI, GIAI), ISO 6346 (containers).
 */
export function findIdentifierFault(scheme: SubjectScheme, id: string): string | null {
  switch (scheme) {
    case "tracking_number":
      return isTrackingNumber(id) ? null : "must be 4 to 64 letters, digits, dots, hyphens or underscores";
    case "sscc":
      if (!isDigits(id, 18)) return "must be 18 digits";
      return hasGs1CheckDigit(id) ? null : "has a wrong check digit";
    case "grai": {
      const parts = GRAI.exec(id);
      if (parts === null || (parts[2] !== "" && !GS1_TEXT.test(parts[2]!))) {
        return "must be 14 digits beginning with 0, then a serial of at most 16 characters";
      }
      return hasGs1CheckDigit(parts[1]!) ? null : "has a wrong check digit";
    }
    case "giai":
      return id.length <= 30 && GS1_TEXT.test(id) ? null : "must be at most 30 characters of GS1 set 82";
    case "uld":
      return ULD.test(id) ? null : "must be a type, a serial and an owner, as in AKE12345LH";
    case "container":
      if (!CONTAINER.test(id)) return "must be four letters and seven digits, as in CSQU3054383";
      return hasContainerCheckDigit(id) ? null : "has a wrong check digit";
    case "uri":
      return !isLongerThan(id, 512) && URI.test(id)
        ? null
        : "must be an absolute URI of at most 512 characters";
    default:
      return !isLongerThan(id, 128) && !CONTROL.test(id)
        ? null
        : "must be at most 128 characters without control characters";
  }
}

/** 4 to 64 characters of `A-Z a-z 0-9 . _ -`. */
export function isTrackingNumber(text: string): boolean {
  const length = text.length;
  if (length < 4 || length > 64) return false;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    const letter = code | 32;
    const is_alphanumeric =
      (letter >= 97 && letter <= 122) ||
      (code >= 48 && code <= 57) ||
      code === 45 ||
      code === 46 ||
      code === 95;
    if (!is_alphanumeric) return false;
  }
  return true;
}

/** A global location number: 13 digits, the last one a check digit. */
export function isGln(text: string): boolean {
  return isDigits(text, 13) && hasGs1CheckDigit(text);
}

/** Weights 3 and 1 from the right; the sum with the check digit is a multiple of ten. */
export function hasGs1CheckDigit(digits: string): boolean {
  let sum = 0;
  const last = digits.length - 1;
  for (let index = last; index >= 0; index--) {
    sum += (digits.charCodeAt(index) - 48) * ((last - index) % 2 === 0 ? 1 : 3);
  }
  return sum % 10 === 0;
}

/** ISO 6346: letters count from 10 and skip multiples of 11; weights are powers of two, modulo 11, then 10. */
export function hasContainerCheckDigit(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < 10; index++) {
    const code = number.charCodeAt(index);
    const value = code >= 65 ? code - 55 + Math.floor((code - 56) / 10) : code - 48;
    sum += value * 2 ** index;
  }
  return (sum % 11) % 10 === number.charCodeAt(10) - 48;
}

function isDigits(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
