import type { JsonSchema } from "#operation/define/schema.ts";

export interface SearchedTexts {
  /** Name and summary. */
  name: string;
  /** Path, family, members of the input. */
  rest: string;
  description?: string;
}

/**
 * Finds items by the words of a query, which may be a question: words that say nothing are left out, and a word finds
 * others that mean the same. An item must have more than half of the words, one of them in its name. First come those
 * that have more of them in their names, then the shorter names. Pure.
 */
export function searchByWords<T>(
  items: readonly T[],
  query: string | undefined,
  getTexts: (item: T) => SearchedTexts,
): T[] {
  const query_words = splitWords(query ?? "");
  const telling = query_words.filter((word) => !EMPTY_WORDS.has(word));
  const words = [...new Set(telling.length === 0 ? query_words : telling)].map(toStem);
  if (words.length === 0) return [...items];
  const exact = (query ?? "").trim().toLowerCase();
  const scored: { item: T; score: number; length: number }[] = [];
  for (const item of items) {
    const texts = getTexts(item);
    const points = words.map((word) => scoreWord(word, texts));
    const matched_count = points.filter((point) => point > 0).length;
    const is_named = points.some((point) => point >= POINTS.other_word);
    if (matched_count * 2 <= words.length || !is_named) continue;
    const is_exact = texts.name.toLowerCase().split(" ")[0] === exact;
    const score = points.reduce((sum, point) => sum + point, is_exact ? 100 : 0);
    scored.push({ item, score, length: texts.name.length });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.length - other.length)
    .map(({ item }) => item);
}

/** What a word counts for, by where it is found. */
const POINTS = { begins: 8, contained: 6, other_word: 5, rest: 2, description: 1 } as const;

function scoreWord(word: string, { name, rest, description = "" }: SearchedTexts): number {
  const others = SYNONYMS.get(word) ?? [];
  const title = name.toLowerCase();
  // `order` is a word of clientOrderCancel and a part of uniorderCancel.
  const parts = splitWords(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " "));
  const isBegun = (begin: string) => parts.some((part) => part.startsWith(begin));
  if (isBegun(word)) return POINTS.begins;
  if (word.length > 2 && title.includes(word)) return POINTS.contained;
  if (others.some(isBegun)) return POINTS.other_word;
  if (rest.toLowerCase().includes(word)) return POINTS.rest;
  const description_words = splitWords(description);
  return [word, ...others].some((begin) => description_words.some((part) => part.startsWith(begin)))
    ? POINTS.description
    : 0;
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The names of the members of an input, at two depths: what a question names is often one of them. */
export function listMembers({ properties = {} }: JsonSchema): string {
  return Object.entries(properties)
    .flatMap(([name, member]) => [name, ...Object.keys(member.properties ?? member.items?.properties ?? {})])
    .join(" ");
}

/** Words that people use for the same thing; each finds the others. */
const ALIKE = [
  "bulk batch many several",
  "change update edit set modify",
  "delete remove",
  "create add new make register",
  "add topup deposit",
  "where track tracking",
  "pending proposal",
  "list show see view all",
  "price rate quote cost estimate",
  "package parcel",
  "invoice bill statement",
  "picture photo image",
  "courier carrier",
  "login sign",
  "stop pause suspend disable",
  "plan optimize route",
  "callback webhook",
  "money wallet balance credit",
  "note comment remark",
  "schedule reschedule date",
  "send resend replay",
  "depot warehouse hub",
  "locate locations position gps",
];

/** By stem. */
const SYNONYMS = new Map<string, readonly string[]>();
for (const group of ALIKE) {
  const stems = group.split(" ").map(toStem);
  for (const stem of stems)
    SYNONYMS.set(stem, [...(SYNONYMS.get(stem) ?? []), ...stems.filter((other) => other !== stem)]);
}

/** Of questions in English. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an and are be by can could do does for from get have how i in is it me my of on one or please should the their there this to use want way what when which no such tomorrow today once who why with would you".split(
    " ",
  ),
);

/** `orders`, `cancelling` and `cancelled` are found by their common beginning. */
function toStem(word: string): string {
  if (word.length < 5) return word;
  const stem = word.replace(/(?:ling|led|ing|ed|es|s)$/, "");
  return stem.length < 4 ? word : stem;
}
