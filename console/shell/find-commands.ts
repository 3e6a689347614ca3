/** Entries of the palette that fit a text. */
import type { Command } from "../manifest.ts";

export interface PaletteEntry extends Pick<Command, "label" | "keywords" | "to" | "search"> {
  /** What kind of entry it is. */
  hint: "Page" | "Command" | "Settings";
}

const MOST = 6;

const toWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Entries of which each word of the text begins a word; those matched by their label first. */
export function findCommands(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const asked = toWords(text).filter(Boolean);
  if (asked.length === 0) return [];
  const isMatch = (words: readonly string[]) =>
    asked.every((start) => words.some((word) => word.startsWith(start)));
  const by_label = entries.filter(({ label }) => isMatch(toWords(label)));
  const by_keyword = entries.filter(
    (entry) => !by_label.includes(entry) && isMatch([entry.label, ...entry.keywords].flatMap(toWords)),
  );
  return [...by_label, ...by_keyword].slice(0, MOST);
}
