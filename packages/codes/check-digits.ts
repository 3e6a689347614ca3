/** Check digits of the identifiers that labels carry. */

/**
 * GS1 and USPS: weights 3 and 1 from the right, and the sum with the check digit is a multiple of ten.
 * Source: GS1 General Specifications, section 7.9; USPS Publication 199.
 */
export function hasMod10(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight)
    sum += (digits.charCodeAt(at) - 48) * weight;
  return sum % 10 === 0;
}

/** Digits that lack their check digit, with it. */
export function appendMod10(digits: string): string {
  for (let digit = 0; digit < 10; digit++) if (hasMod10(`${digits}${digit}`)) return `${digits}${digit}`;
  return digits;
}

const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/;
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** A postal item: two letters, eight digits, a check digit, the country. Source: UPU S10, section 4.2. */
export function isPostalItem(text: string): boolean {
  const [, serial, check] = S10.exec(text) ?? [];
  if (serial === undefined) return false;
  const sum = [...serial].reduce((total, digit, at) => total + Number(digit) * (S10_WEIGHTS[at] ?? 0), 0);
  const digit = 11 - (sum % 11);
  return String(digit === 10 ? 0 : digit === 11 ? 5 : digit) === check;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** ISO 7064 MOD 37,36, which DPD prints after its numbers. */
export function hasMod37(text: string): boolean {
  let product = 36;
  for (const character of text.slice(0, -1)) {
    const sum = (product + ALPHABET.indexOf(character)) % 36;
    product = ((sum === 0 ? 36 : sum) * 2) % 37;
  }
  return (product + ALPHABET.indexOf(text.slice(-1))) % 36 === 1;
}

/**
 * UPS 1Z: of the fifteen characters after `1Z`, letters count as their position from 2 on, modulo ten; every second one counts
 * twice. Some samples of UPS are printed with another digit.
 */
export function hasUpsCheckDigit(number: string): boolean {
  const body = /^1Z([0-9A-Z]{15})(\d)$/.exec(number);
  if (body === null) return false;
  const [, characters = "", check] = body;
  const sum = [...characters].reduce((total, character, at) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    return total + value * (at % 2 === 0 ? 1 : 2);
  }, 0);
  return String((10 - (sum % 10)) % 10) === check;
}

const EXPRESS_WEIGHTS = [3, 1, 7];

/** FedEx Express, twelve digits: weights 3, 1, 7 from the left, modulo eleven; ten is written 0. */
export function hasExpressCheckDigit(digits: string): boolean {
  if (!/^\d{12}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 11)].reduce(
    (total, digit, at) => total + Number(digit) * (EXPRESS_WEIGHTS[at % 3] ?? 0),
    0,
  );
  return String((sum % 11) % 10) === digits[11];
}
