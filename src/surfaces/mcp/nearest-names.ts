/** The names most like a word that is none of them, for a caller who misspelt it. */
const NAMES_MAX = 3;

export function findNearestNames(word: string, names: Iterable<string>): string[] {
  const limit = Math.max(2, Math.floor(word.length / 2));
  return [...names]
    .map((name) => {
      const distance = measureDistance(word.toLowerCase(), name.toLowerCase());
      // A common word counts more than a few letters: `date` means `date_to` rather than `page`.
      return { name, far: sharesWord(word, name) ? distance / 10 : distance };
    })
    .filter(({ far }) => far <= limit)
    .sort((one, other) => one.far - other.far)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
}

/** In the singular: `order` is in `get_orders`. */
const listWords = (name: string) =>
  name
    .toLowerCase()
    .split("_")
    .map((word) => word.replace(/s$/, ""));

function sharesWord(one: string, other: string): boolean {
  const words = new Set(listWords(other));
  return listWords(one).some((word) => word.length > 3 && words.has(word));
}

/** Insertions, removals and replacements of a letter from one word to the other (Levenshtein). */
function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_one, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
