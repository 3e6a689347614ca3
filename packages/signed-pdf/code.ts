/**
 * The code that is printed on a document: `K7Q2M-4F8D-9RTW-XB3C`. The first five letters name the issuer, so that a code of another
 * installation is recognised; the last one is a check letter, which finds each wrong letter and each two that were exchanged.
 */

/** Crockford's base 32: neither I, L, O nor U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ISSUER_LETTERS = 5;
/** 55 bits: nobody guesses one. */
const NUMBER_LETTERS = 11;
const CODE_LETTERS = ISSUER_LETTERS + NUMBER_LETTERS + 1;
const GROUPS = /^(.{5})(.{4})(.{4})(.{4})$/;

/** A code as it is printed, anywhere in a text. */
export const CODE_PATTERN = /\b[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b/;

/** In the field of 32 elements with x^5 + x^2 + 1. */
const double = (value: number): number => {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ 0b100101 : doubled;
};

/** Horner's rule, each letter by another power of x. */
function computeCheckLetter(letters: string): string {
  let sum = 0;
  for (const letter of letters) sum = double(sum ^ LETTERS.indexOf(letter));
  return LETTERS.charAt(sum);
}

function encodeLetters(bytes: Uint8Array, count: number): string {
  let letters = "";
  let [bits, width] = [0, 0];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    width += 8;
    while (width >= 5 && letters.length < count) {
      letters += LETTERS.charAt((bits >> (width - 5)) & 31);
      width -= 5;
    }
    bits &= (1 << width) - 1;
  }
  return letters;
}

/** The name of an issuer: the beginning of the hash of its first public key. */
export const buildIssuer = (key_hash: Uint8Array): string => encodeLetters(key_hash, ISSUER_LETTERS);

/** `random`: at least seven bytes. */
export function buildCode(issuer: string, random: Uint8Array): string {
  const letters = issuer + encodeLetters(random, NUMBER_LETTERS);
  return (letters + computeCheckLetter(letters)).replace(GROUPS, "$1-$2-$3-$4");
}

/** As it was typed or scanned, also as the address of its page; null for anything that is no code. */
export function parseCode(text: string): string | null {
  const typed_code = text.trim().split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const letters = typed_code
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll(/[IL]/g, "1")
    .replaceAll("O", "0");
  if (letters.length !== CODE_LETTERS || [...letters].some((letter) => !LETTERS.includes(letter)))
    return null;
  if (computeCheckLetter(letters.slice(0, -1)) !== letters.at(-1)) return null;
  return letters.replace(GROUPS, "$1-$2-$3-$4");
}

export const getIssuer = (code: string): string => code.slice(0, ISSUER_LETTERS);
