/** Finding by the beginnings of words, however they are written: case and accents make no difference. */

function toWords(text: string): string[] {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether each word of the text begins a word of these; a text without a word finds nothing. */
export function fitsWords(text: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const search_words = toWords(text);
  const words = texts.flatMap((one) => toWords(one ?? ""));
  return (
    search_words.length > 0 && search_words.every((start) => words.some((word) => word.startsWith(start)))
  );
}
