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
