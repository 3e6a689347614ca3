/**
 * Finds items by the words of a query, which may be a question: words that say nothing are left out. Items that contain
 * all words come first, by the words in their names and then by length; where none does, those that contain most of
 * them. Pure.
 */
export function searchByWords<T>(
  items: readonly T[],
  query: string | undefined,
  textOf: (item: T) => { name: string; rest: string },
): T[] {
  const given = (query ?? "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const telling = given.filter((word) => !EMPTY_WORDS.has(word));
  const words = [...new Set(telling.length === 0 ? given : telling)].map(toStem);
  if (words.length === 0) return [...items];
  const scored: { item: T; found: number; score: number; length: number }[] = [];
  for (const item of items) {
    const { name, rest } = textOf(item);
    const [title, text] = [name.toLowerCase(), rest.toLowerCase()];
    const found = words.filter((word) => title.includes(word) || text.includes(word)).length;
    if (found === 0) continue;
    // `order` is a word of clientOrderCancel and a part of uniorderCancel.
    const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{N}]+/u).map((part) => part.toLowerCase());
    const begins = words.filter((word) => parts.some((part) => part.startsWith(word))).length;
    const contained = words.filter((word) => title.includes(word)).length;
    scored.push({ item, found, score: begins + contained, length: name.length });
  }
  const most = Math.max(0, ...scored.map(({ found }) => found));
  // Half of the words or fewer is no match of a query of several.
  if (most * 2 <= words.length && words.length > 1) return [];
  return scored
    .filter(({ found }) => found === most)
    .sort((one, other) => other.score - one.score || one.length - other.length)
    .map(({ item }) => item);
}

/** Of questions in English. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an and are be by can could do does for from get have how i in is it me my of on one or please should the their there this to use want way what when where which who why with would you".split(
    " ",
  ),
);

/** `orders`, `cancelling` and `cancelled` are found by their common beginning. */
function toStem(word: string): string {
  if (word.length < 5) return word;
  const stem = word.replace(/(?:ling|led|ing|ed|es|s)$/, "");
  return stem.length < 4 ? word : stem;
}
