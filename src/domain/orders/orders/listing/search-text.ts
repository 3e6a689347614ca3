/**
 * Normalized search text of an order and of a query, so that a number, a name, an address or a phone is found however it is
 * written: with or without spaces, dashes, accents, or the country before a phone. Pure.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { formatAddressLine, type Place } from "#vocabulary/place.ts";

/**
 * Lower case without the accents of Latin and Greek letters; other scripts keep their combining marks, which are part
 * of the letters there.
 */
export function normalizeSearchText(text: string): string {
  return (ASCII.test(text) ? text.toLowerCase() : withoutAccents(text.toLowerCase()))
    .replaceAll(/\s+/g, " ")
    .trim();
}

const ASCII = /^[\x20-\x7e]*$/;

/** Letters that have no accent to take away, as people without them on their keyboard write them. */
const LETTERS: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .replaceAll(/[łøđðıßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

/** Letters and digits alone: `PH-12 34` is `ph1234`. Null when that is the text itself. */
function toCompact(text: string | null | undefined): string | null {
  if (!text) return null;
  const compact = text.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "");
  return compact === text ? null : compact;
}

/** Search text of an order: number, references, name, phone, address; numbers and the postal code also without separators. */
export function buildSearchText(
  tracking_number: string,
  order: { ref?: string | null; external_tracking?: string | null },
  place: Place | null,
): string {
  return normalizeSearchText(
    [
      tracking_number,
      order.ref,
      order.external_tracking,
      place?.name,
      place?.phone,
      place?.phone?.replaceAll(/\D/g, ""),
      formatAddressLine(place),
      toCompact(tracking_number),
      toCompact(order.ref),
      toCompact(order.external_tracking),
      toCompact(place?.postal_code),
    ]
      .filter((part) => part)
      .join(" "),
  );
}

/** What stands between the parts of numbers, names and addresses. Other characters are looked for as they are. */
const SEPARATORS = /[\s\p{Pd}./,;:()#'’]+/u;

/** Fewer digits may be a house or part of a reference. */
const PHONE_DIGITS_MIN = 7;

/**
 * The words that an order's text must contain. A query that is a phone is its digits, without the country or the zero before
 * them, because some write the one and some the other; within other queries each part of a number is a word.
 */
export function toSearchWords(query: string, country: string): string[] {
  if (/^[\d\s()+./-]+$/.test(query)) {
    const digits = query.replaceAll(/\D/g, "");
    if (digits.length >= PHONE_DIGITS_MIN) return [toNationalDigits(query, country) ?? digits];
  }
  const words = query.split(SEPARATORS).filter((word) => word !== "");
  return words.length > 0 ? words : [query];
}

/** Null when it is no phone, such as a reference of digits. */
function toNationalDigits(query: string, country: string): string | null {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const phone = parsePhoneNumberFromString(query.replace(/^\s*00/, "+"), home);
  return phone?.isPossible() ? phone.nationalNumber : null;
}
