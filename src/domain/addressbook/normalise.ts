/** One writing of an address, and the key under which two writings of one address are the same. Pure. */
import type { Place } from "#vocabulary/place.ts";

/** Letters that Unicode does not take apart. */
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

/** Folded, and without separators: `70.040-010`, `70040 010` and `70040-010` are one postal code. */
export function foldPostalCode(text: string): string {
  return fold(text).replaceAll(" ", "");
}

/** Words that are written in full or short; in keys they are all the first of their row. */
const SHORT = new Map(
  [
    ["st", "street str strasse"],
    ["av", "avenue ave avenida"],
    ["r", "rua"],
    ["rd", "road"],
    ["blvd", "boulevard"],
    ["sq", "square"],
    ["dr", "drive"],
    ["ln", "lane"],
    ["ct", "court"],
    ["pl", "place platz"],
    ["hwy", "highway"],
    ["qd", "quadra"],
    ["cj", "conjunto"],
    ["bl", "bloco"],
    ["pc", "praca"],
    ["c", "calle carrer"],
    ["pza", "plaza"],
    ["", "number numero no nr"],
  ].flatMap(([short = "", words = ""]) => words.split(" ").map((word) => [word, short] as const)),
);

/** Words that begin a unit or a floor within a building, in the languages of the service. */
const UNIT_WORDS =
  "apartment|apt|appartement|appt|apartamento|apto|ap|unit|suite|ste|flat|room|rm|sala|oficina|wohnung|whg|bureau";
const FLOOR_WORDS = "floor|fl|level|andar|piso|etage|stock|stockwerk";

/** The number of a unit: something with a digit in it, or one letter. */
const UNIT_NUMBER = "(?:(?=[\\p{L}-]*\\p{N})[\\p{L}\\p{N}-]{1,8}|\\p{L})";
const UNIT_AT_END = new RegExp(
  `[\\s,;-]+(?:(?:${UNIT_WORDS}|${FLOOR_WORDS})\\b\\.?\\s*(?:no\\.?|nr\\.?|#)?\\s*|#\\s*)${UNIT_NUMBER}\\s*$`,
  "iu",
);
/** Chinese, Japanese and Korean write the unit last, after its number: 5楼302室, 101号室, 302호. */
const CJK_FLOOR = "[\\p{N}A-Za-z-]+\\s*(?:楼|樓|层|層|階|층)";
const CJK_ROOM = "[\\p{N}A-Za-z-]+\\s*(?:号室|號室|室|호실|호)";
const CJK_UNIT_AT_END = new RegExp(`[\\s,，、]*(?:(?:${CJK_FLOOR})?\\s*${CJK_ROOM}|${CJK_FLOOR})\\s*$`, "u");

/** A place as it is kept: no stray spaces, the unit in the second line, country in capitals. */
export function normalise<P extends Partial<Place>>(place: P, country = ""): P {
  const tidy = (text: string) =>
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
    if (text !== undefined) copy[member] = tidy(text) as never;
  }
  if (copy.postal_code !== undefined) copy.postal_code = copy.postal_code.toUpperCase();
  if ((copy.country ?? "") === "" && country !== "") copy.country = country;
  if (copy.line1 !== undefined && (copy.line2 ?? "") === "") {
    const { street, unit } = splitUnit(copy.line1);
    if (unit !== "") {
      copy.line1 = street;
      copy.line2 = unit;
    }
  }
  return copy;
}

/** `SQS 308 Bloco C, Apto 302` is the street `SQS 308 Bloco C` and the unit `Apto 302`. */
export function splitUnit(line: string): { street: string; unit: string } {
  const found = UNIT_AT_END.exec(line) ?? CJK_UNIT_AT_END.exec(line);
  // A line that is nothing but a unit has no street to split from.
  if (found === null || found.index === 0) return { street: line.trim(), unit: "" };
  return {
    street: line.slice(0, found.index).replace(/[\s,;，、-]+$/u, ""),
    unit: found[0].replace(/^[\s,;，、-]+/u, "").trim(),
  };
}

function streetKey(line: string): string {
  return fold(line)
    .split(" ")
    .map((word) => SHORT.get(word) ?? word.replace(/(?<=.)strasse$/, "str"))
    .filter((word) => word !== "")
    .join(" ");
}

/** `Apt. 4-B`, `apartment 4b` and `#4B` are one unit; `Floor 4` is another. */
function unitKey(line: string): string {
  return fold(line)
    .replaceAll(new RegExp(`\\b(?:${UNIT_WORDS})\\b`, "g"), "")
    .replaceAll(new RegExp(`\\b(?:${FLOOR_WORDS})\\b`, "g"), "floor")
    .replaceAll(" ", "");
}

/**
 * Street, unit, postal code, city and country: the same street in two cities differs, and so do two units.
 * `country` stands for a country that the place does not name.
 */
export function keyOf(place: Partial<Place>, country = ""): string {
  const {
    line1 = "",
    line2 = "",
    postal_code = "",
    city = "",
    country: own = "",
  } = normalise(place, country);
  return [streetKey(line1), unitKey(line2), foldPostalCode(postal_code), fold(city), fold(own)].join("|");
}

/**
 * Are these one door or neighbours of one building, written more or less fully? Coordinates outlive a change
 * from one to the other: a unit added, a postal code corrected.
 */
export function isSameSpot(one: Partial<Place>, other: Partial<Place>): boolean {
  const [a, b] = [normalise(one), normalise(other)];
  const agree = (mine = "", theirs = "") => mine === "" || theirs === "" || fold(mine) === fold(theirs);
  return (
    streetKey(a.line1 ?? "") === streetKey(b.line1 ?? "") &&
    agree(a.city, b.city) &&
    agree(a.country, b.country)
  );
}

/** Folded text that search looks through: label, name, street, postal code with and without separators, phone digits. */
export function searchTextOf(label: string, place: Partial<Place>): string {
  const { name, phone, line1, line2, city, region, postal_code } = place;
  return [
    fold([label, name, line1, line2, postal_code, city, region].filter(Boolean).join(" ")),
    foldPostalCode(postal_code ?? ""),
    phone?.replaceAll(/\D/g, ""),
  ]
    .filter((part) => part)
    .join(" ");
}
