/**
 * Chooses the language of a message by `Accept-Language` (RFC 9110, section 12.5.4; lookup by RFC 4647, section
 * 3.4).
 *
 * `ja_JP`, as phones send it, is read as `ja-JP`. A range matches a language when one is the other with more
 * subtags; Chinese regions imply their script (`zh-TW` reads `zh-Hant`). Ranges are tried by descending q, then in
 * the order they were sent.
 */
/** Every message that follows `Accept-Language` exists in all of these. */
export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "fr", "de", "es", "pt", "ja", "ko"] as const;

/** Everything below these paths follows `Accept-Language`: a driver's app is in its driver's language. */
const LOCALISED_PREFIXES = ["/api/v1/driver/", "/api/v1/instant-rider/"] as const;

export function isLocalisedPath(path: string): boolean {
  return LOCALISED_PREFIXES.some((prefix) => path.startsWith(prefix));
}

const SCRIPT_OF_REGION: Record<string, string> = {
  "zh-cn": "zh-hans",
  "zh-sg": "zh-hans",
  "zh-my": "zh-hans",
  "zh-tw": "zh-hant",
  "zh-hk": "zh-hant",
  "zh-mo": "zh-hant",
  zh: "zh-hans",
};

/** Ranges in order of preference, without those of q=0. */
export function parseLanguageRanges(header: string): string[] {
  return header
    .slice(0, 400)
    .split(",")
    .map((part, index) => {
      const [range = "", ...parameters] = part.trim().split(";");
      const q = parameters
        .map((text) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(text)?.[1])
        .find((found) => found !== undefined);
      return { range: range.trim().toLowerCase(), q: q === undefined ? 1 : Number(q), index };
    })
    .filter(({ range, q }) => range !== "" && q > 0)
    .sort((one, other) => other.q - one.q || one.index - other.index)
    .map(({ range }) => range.replaceAll("_", "-"));
}

/** The best available language; English when none is requested or available. */
export function chooseLanguage(header: string, available: readonly string[]): string {
  if (header === "") return "en";
  const byLower = new Map(available.map((language) => [language.toLowerCase(), language]));
  for (const range of parseLanguageRanges(header)) {
    if (range === "*") return "en";
    for (let tag = range; tag !== ""; tag = tag.includes("-") ? tag.slice(0, tag.lastIndexOf("-")) : "") {
      const found = byLower.get(tag) ?? byLower.get(SCRIPT_OF_REGION[tag] ?? "");
      if (found !== undefined) return found;
    }
  }
  return "en";
}
