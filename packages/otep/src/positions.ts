/**
 * Which readings and texts are a position, finer than the public view shows. The data is `mappings/positions.json`,
 * which another implementation reads too: what is hidden is not hashed either, so both must agree.
 *
 * It is meant to hide too much rather than too little: a reading is of little use to the public, and the door of a
 * recipient cannot be hidden again.
 */
import type { Sensor } from "./event.ts";
import file from "./mappings/positions.json" with { type: "json" };

const POSITION_CODE = "otep:sensor:position";

type Place = "property" | "unit" | "value" | "raw_code";

const words = new Set(file.words.map(fold));
const joined = new Set(file.joined.map(fold));
const beginnings = file.beginnings.map(fold);
const parts = file.parts.map(fold);
const JOINED_MAX = 4;

const patterns = file.patterns.map(({ in: places, pattern, ...rest }) => ({
  places: new Set<string>(places),
  pattern: new RegExp(pattern, "any_case" in rest && rest.any_case ? "iu" : "u"),
}));
const byPlace = {
  property: getPatterns("property"),
  unit: getPatterns("unit"),
  value: getPatterns("value"),
  raw_code: getPatterns("raw_code"),
} satisfies Record<Place, RegExp[]>;

function getPatterns(place: Place): RegExp[] {
  return patterns.filter(({ places }) => places.has(place)).map(({ pattern }) => pattern);
}

/** Is this reading a position, which the public view leaves out? It may be in any member, under any name. */
export function isPosition({ property, unit, value }: Sensor, status_code: string): boolean {
  if (status_code === POSITION_CODE) return true;
  if (isNameOrText(property, "property") || (unit !== undefined && isNameOrText(unit, "unit"))) return true;
  if (typeof value === "string") {
    if (matches(value, "value")) return true;
    // A text without a digit is a state, such as "no address".
    if (/\p{Nd}/u.test(value) && namesPosition(value)) return true;
  }
  return status_code.includes(":x-") && namesPosition(status_code.slice("otep:".length));
}

/** Readings have few names and units, and many events have the same, so the answers are kept. */
const answers = { property: new Map<string, boolean>(), unit: new Map<string, boolean>() };
const ANSWERS_MAX = 1000;

function isNameOrText(text: string, place: "property" | "unit"): boolean {
  const cached_answer = answers[place].get(text);
  if (cached_answer !== undefined) return cached_answer;
  if (answers[place].size >= ANSWERS_MAX) answers[place].clear();
  const answer = namesPosition(text) || matches(text, place);
  answers[place].set(text, answer);
  return answer;
}

/** Does a code of the sender hold a position? */
export function holdsPosition(raw_code: string): boolean {
  return matches(raw_code, "raw_code");
}

function matches(text: string, place: Place): boolean {
  const folded = fold(text);
  return byPlace[place].some((pattern) => pattern.test(folded));
}

/** Is a name that of a position? Written `gpsLat`, `gps_lat`, `GPS-lat`, `what3words` or `W3W`. */
function namesPosition(name: string): boolean {
  const list = splitWords(name);
  return list.some(
    (word, index) =>
      words.has(word) ||
      beginnings.some((beginning) => word.startsWith(beginning)) ||
      parts.some((part) => word.includes(part)) ||
      isJoined(list, index),
  );
}

function isJoined(list: readonly string[], from: number): boolean {
  let text = "";
  for (let index = from; index < list.length && index < from + JOINED_MAX; index++) {
    text += list[index];
    if (joined.has(text)) return true;
  }
  return false;
}

function splitWords(name: string): string[] {
  return fold(name)
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u)
    .filter((word) => word !== "");
}

/** Accents, wide and compatible characters written alike. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}
