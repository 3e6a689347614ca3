/** Entries of the palette that fit a text. */
import { fitsWords } from "../parts/find-words.ts";

export interface PaletteEntry {
  label: string;
  /** Beside the label: what kind of entry it is, or what it acts on. */
  hint: string;
  /** Other words that find it. */
  keywords: readonly string[];
}

const MOST = 6;

/** Entries of which each word of the text begins a word; those matched by their label first. */
export function findCommands<Entry extends PaletteEntry>(
  entries: readonly Entry[],
  text: string,
  most = MOST,
): Entry[] {
  const by_label = entries.filter(({ label }) => fitsWords(text, label));
  const by_keyword = entries.filter(
    (entry) => !by_label.includes(entry) && fitsWords(text, entry.label, entry.hint, ...entry.keywords),
  );
  return [...by_label, ...by_keyword].slice(0, most);
}
