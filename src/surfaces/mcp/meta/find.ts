/** Finds items that contain all words: first those with most words in the name, then shorter names. Pure. */
export function searchByWords<T>(
  items: readonly T[],
  query: string | undefined,
  textOf: (item: T) => { name: string; rest: string },
): T[] {
  const words = (query ?? "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return [...items];
  const scored: { item: T; score: number; length: number }[] = [];
  for (const item of items) {
    const { name, rest } = textOf(item);
    const [title, text] = [name.toLowerCase(), rest.toLowerCase()];
    if (!words.every((word) => title.includes(word) || text.includes(word))) continue;
    scored.push({ item, score: words.filter((word) => title.includes(word)).length, length: name.length });
  }
  return scored
    .sort((one, other) => other.score - one.score || one.length - other.length)
    .map(({ item }) => item);
}
