/** The language of a text that a person's language tag means. */

/** The available language that a tag means: `zh-TW` means `zh-Hant`, `pt_BR` means `pt`. */
export function findLanguage(tag: string, available: readonly string[]): string | undefined {
  const likely_script = toLikelyScript(tag);
  return likely_script === undefined
    ? undefined
    : available.find((language) => toLikelyScript(language) === likely_script);
}

/** `zh-Hant` of `zh-TW`; undefined for what is no language tag. */
function toLikelyScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll("_", "-")).maximize();
    return `${language}-${script}`;
  } catch {
    // Neither a browser nor the database of an account is obliged to hold a language tag.
    return undefined;
  }
}
