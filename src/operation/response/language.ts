/**
 * Chooses the language of a message by `Accept-Language` (RFC 9110, section 12.5.4).
 *
 * `ja_JP`, as phones send it, is read as `ja-JP`. A range means the available language with its language and likely
 * script (`zh-TW` reads `zh-Hant`). Ranges are tried by descending q, then in the order they were sent.
 */
import { findLanguage } from "#language/find-language.ts";

/** Every message that follows `Accept-Language` exists in all of these. */
export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "fr", "de", "es", "pt", "ja", "ko"] as const;

/** Ranges in order of preference, without those of q=0. */
export function parseLanguageRanges(header: string): string[] {
  return header
    .slice(0, 400)
    .split(",")
    .map((part, index) => {
      const [range = "", ...parameters] = part.trim().split(";");
      const q = parameters
        .map((text) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1])
        .find((tag) => tag !== undefined);
      return { range: range.trim().toLowerCase(), q: q === undefined ? 1 : Number(q), index };
    })
    .filter(({ range, q }) => range !== "" && q > 0)
    .sort((one, other) => other.q - one.q || one.index - other.index)
    .map(({ range }) => range.replaceAll("_", "-"));
}

/** The best available language; English when none is requested or available. */
export function chooseLanguage(header: string, available: readonly string[]): string {
  if (header === "") return "en";
  for (const range of parseLanguageRanges(header)) {
    if (range === "*") return "en";
    const language = findLanguage(range, available);
    if (language !== undefined) return language;
  }
  return "en";
}
