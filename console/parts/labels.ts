/** Labels and colours of the codes that the service returns. */
import { text } from "./text.ts";

export type Tone = "grey" | "blue" | "teal" | "violet" | "good" | "warn" | "bad" | "accent";

interface LabelAndTone {
  label: string;
  tone: Tone;
}

/** Labels are read when they are used, because the language may change. */
export function defineLabels<Code extends string>(
  tones: Record<Code, Tone>,
  nameLabel: (code: Code) => string,
): Record<Code, LabelAndTone> {
  return Object.fromEntries(
    Object.entries<Tone>(tones).map(([code, tone]) => [
      code,
      {
        get label() {
          return nameLabel(code as Code);
        },
        tone,
      },
    ]),
  ) as Record<Code, LabelAndTone>;
}

/**
 * The word of a code of the service. Every table has each code (`tests/surface/words.test.ts`); undefined for the code of a
 * service that is newer than this console.
 */
export function findWord<Word>(words: Readonly<Record<string, Word>>, code: string): Word | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** As `findWord`; "Other" without a word. */
export const nameCode = (words: Readonly<Record<string, string>>, code: string): string =>
  findWord(words, code) ?? text.other;

/**
 * A code that people or other systems chose, for which there can be no word: `cold_chain` reads "Cold chain". Codes of the
 * service have words instead.
 */
export function readFreeCode(code: string): string {
  const words = code.replaceAll(/[_.]/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function findLabel(table: Readonly<Record<string, LabelAndTone>>, key: string): LabelAndTone {
  return (Object.hasOwn(table, key) ? table[key] : undefined) ?? { label: text.other, tone: "grey" };
}
