/** Normalises addresses, and computes the key that is equal for two spellings of one address. Pure. */
import type { Place } from "#vocabulary/place.ts";
import { findStreetWords, hasUnitBeforeSlash, isHashUnit } from "./grammar.ts";

/** Letters without a Unicode decomposition. */
const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/**
 * Lower case, no accents, no punctuation, single spaces. Only Latin and Greek letters lose their accents: in
 * other scripts a mark is part of the word (in Hindi a vowel, in Japanese the difference of か and が).
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

/** Folded, and without separators: `70.040-010`, `70040 010` and `70040-010` are the same postal code. */
export function foldPostalCode(text: string): string {
  return fold(text).replaceAll(" ", "");
}

/** Words that introduce a unit or a floor within a building, in the languages of the service. */
const UNIT_WORDS =
  "apartment|apt|appartement|appt|apartamento|apto|ap|unit|suite|ste|flat|room|rm|sala|oficina|wohnung|whg|bureau";
const FLOOR_WORDS = "floor|fl|level|andar|piso|etage|stock|stockwerk";

/** The number of a unit: something with a digit in it, or one letter. */
const UNIT_NUMBER = "(?:(?=[\\p{L}-]*\\p{N})[\\p{L}\\p{N}-]{1,8}|\\p{L})";
const UNIT_AT_END = new RegExp(
  `[\\s,;-]+(?:${UNIT_WORDS}|${FLOOR_WORDS})\\b\\.?\\s*(?:no\\.?|nr\\.?|#)?\\s*${UNIT_NUMBER}\\s*$`,
  "iu",
);
const HASH_AT_END = new RegExp(`[\\s,;-]+#\\s*${UNIT_NUMBER}\\s*$`, "u");
/** `Flat 3, 12 High Street` and, in some countries, `3/12 High Street`. */
const UNIT_AT_START = new RegExp(`^((?:${UNIT_WORDS})\\b\\.?\\s*${UNIT_NUMBER})\\s*[,;]\\s*(?=\\p{N})`, "iu");
const SLASH_AT_START = /^\s*(\p{N}{1,5}[A-Za-z]?)\s*\/\s*(?=\p{N})/u;
/** Chinese, Japanese and Korean write the unit last, after its number: 5楼302室, 101号室, 302호. */
const CJK_FLOOR = "[\\p{N}A-Za-z-]+\\s*(?:楼|樓|层|層|階|층)";
const CJK_ROOM = "[\\p{N}A-Za-z-]+\\s*(?:号室|號室|室|호실|호)";
const CJK_UNIT_AT_END = new RegExp(`[\\s,，、]*(?:(?:${CJK_FLOOR})?\\s*${CJK_ROOM}|${CJK_FLOOR})\\s*$`, "u");

/** A place as it is stored: no extra spaces, the unit in the second line, postal code in capitals. */
export function normalise<P extends Partial<Place>>(place: P, country = ""): P {
  const cleanText = (text: string) =>
    text
      .normalize("NFC")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/^[\s,;]+|[\s,;]+$/g, "");
  const copy: P = { ...place };
  for (const member of [
    "name",
    "phone",
    "email",
    "line1",
    "line2",
    "city",
    "region",
    "postal_code",
  ] as const) {
    const text = copy[member];
    if (text !== undefined) copy[member] = cleanText(text) as never;
  }
  if (copy.postal_code !== undefined) copy.postal_code = copy.postal_code.toUpperCase();
  if ((copy.country ?? "") === "" && country !== "") copy.country = country;
  if (copy.line1 !== undefined && (copy.line2 ?? "") === "") {
    const { street, unit } = splitUnit(copy.line1, copy.country ?? "");
    if (unit !== "") {
      copy.line1 = street;
      copy.line2 = unit;
    }
  }
  return copy;
}

/**
 * `SQS 308 Bloco C, Apto 302` is the street `SQS 308 Bloco C` and the unit `Apto 302`. What marks a unit depends on the
 * country: `10 Main St #4` has one in the United States, `Calle 10 # 5-51` none in Colombia.
 */
export function splitUnit(line: string, country = ""): { street: string; unit: string } {
  const first = UNIT_AT_START.exec(line) ?? (hasUnitBeforeSlash(country) ? SLASH_AT_START.exec(line) : null);
  if (first !== null) return { street: line.slice(first[0].length).trim(), unit: (first[1] ?? "").trim() };
  const hash = HASH_AT_END.exec(line);
  const match =
    UNIT_AT_END.exec(line) ??
    (hash !== null && isHashUnit(line.slice(0, hash.index), country) ? hash : null) ??
    CJK_UNIT_AT_END.exec(line);
  // A line that is nothing but a unit has no street to split from.
  if (match === null || match.index === 0) return { street: line.trim(), unit: "" };
  return {
    street: line.slice(0, match.index).replace(/[\s,;，、-]+$/u, ""),
    unit: match[0].replace(/^[\s,;，、-]+/u, "").trim(),
  };
}

function streetKey(line: string, country = ""): string {
  const words = findStreetWords(country);
  return fold(line)
    .split(" ")
    .map((word) => words.get(word) ?? word.replace(/(?<=.)strasse$/, "str"))
    .filter((word) => word !== "")
    .join(" ");
}

/** `Apt. 4-B`, `apartment 4b` and `#4B` are the same unit; `Floor 4` is another. */
function unitKey(line: string): string {
  return fold(line)
    .replaceAll(new RegExp(`\\b(?:${UNIT_WORDS})\\b`, "g"), "")
    .replaceAll(new RegExp(`\\b(?:${FLOOR_WORDS})\\b`, "g"), "floor")
    .replaceAll(" ", "");
}

/** Street and unit of a search text in the form that keys begin with: keys of exact matches start with `<result>|`. */
export function buildStreetAndUnitKey(words: string, country = ""): string {
  const [street = "", unit = ""] = buildAddressKey({ line1: words }, country).split("|");
  return street === "" ? "" : `${street}|${unit}`;
}

/** The first part of a key: street and number. */
export function getStreetOfKey(key: string): string {
  return key.split("|")[0] ?? "";
}

/**
 * May two keys of one street belong to one building, with more or less detail? Units do not matter; postal code, city and
 * country must be equal where both have them.
 */
export function areKeysCompatible(one: string, other: string): boolean {
  const [a, b] = [one.split("|"), other.split("|")];
  const agree = (mine = "", theirs = "") => mine === "" || theirs === "" || mine === theirs;
  return a[0] === b[0] && [2, 3, 4].every((part) => agree(a[part], b[part]));
}

/** Does a search text match an address exactly: its label, or its whole street, optionally with other parts of the address? */
export function matchesAddressExactly(words: string, label: string, place: Partial<Place>): boolean {
  if (label !== "" && fold(words) === fold(label)) return true;
  const { line1 = "", line2 = "", postal_code = "", city = "", region = "", country = "" } = normalise(place);
  const street = streetKey(line1, country);
  const street_key = streetKey(words, country);
  if (street === "" || !`${street_key} `.startsWith(`${street} `)) return false;
  const others = new Set(
    [line2, postal_code, foldPostalCode(postal_code), city, region, country].flatMap((part) =>
      streetKey(part, country).split(" "),
    ),
  );
  return street_key
    .slice(street.length)
    .split(" ")
    .every((word) => word === "" || others.has(word));
}

/**
 * Street, unit, postal code, city and country: the same street in two cities differs, and so do two units.
 * `country` is the default for a place without a country.
 */
export function buildAddressKey(place: Partial<Place>, country = ""): string {
  const {
    line1 = "",
    line2 = "",
    postal_code = "",
    city = "",
    country: place_country = "",
  } = normalise(place, country);
  return [
    streetKey(line1, place_country),
    unitKey(line2),
    foldPostalCode(postal_code),
    fold(city),
    fold(place_country),
  ].join("|");
}

/**
 * Are these the same building, with more or less detail? Coordinates are kept when an address changes
 * from one to the other: a unit added, a postal code corrected.
 */
export function isSameBuilding(one: Partial<Place>, other: Partial<Place>): boolean {
  const country = one.country || other.country || "";
  const [a, b] = [normalise(one, country), normalise(other, country)];
  const agree = (mine = "", theirs = "") => mine === "" || theirs === "" || fold(mine) === fold(theirs);
  return (
    streetKey(a.line1 ?? "", a.country) === streetKey(b.line1 ?? "", b.country) &&
    agree(a.city, b.city) &&
    agree(a.country, b.country)
  );
}

/** Name and phone of the contact at an address, in the form in which they are compared. */
export function foldContact({ name = "", phone = "" }: Partial<Place>): { name: string; phone: string } {
  return { name: fold(name), phone: phone.replaceAll(/\D/g, "") };
}

/** Distinguishes the entries of one address, where several people live: the name, else the phone, else nothing. */
export function buildContactKey(place: Partial<Place>): string {
  const { name, phone } = foldContact(place);
  return name || phone;
}

/** Folded text for searching: label, name, street, postal code with and without separators, phone digits. */
export function buildSearchText(label: string, place: Partial<Place>): string {
  const { name, phone, line1, line2, city, region, postal_code } = place;
  return [
    fold([label, name, line1, line2, postal_code, city, region].filter(Boolean).join(" ")),
    foldPostalCode(postal_code ?? ""),
    phone?.replaceAll(/\D/g, ""),
  ]
    .filter((part) => part)
    .join(" ");
}
