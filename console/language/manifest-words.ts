/**
 * The words of manifests in the language in use. A manifest is in English, because Node reads it and it is loaded
 * with the first page; its words in another language are in `manifest.<language>.json` beside it, which
 * `message-files.ts` collects, so that one request loads those of all families.
 */
import { loads } from "virtual:manifest-texts";
import type { Manifest } from "../manifest.ts";
import { defineTranslations } from "./texts.ts";

const text = defineTranslations({ translate: (english: string) => english }, async (language) => {
  const words = (await loads[language]?.())?.default ?? {};
  return { translate: (english) => words[english] ?? english };
});

/** A title, label or group of a manifest. */
export const translateWord = (english: string) => text.translate(english);

const WORDS = ["label", "about", "tab"] as const;

/** The same entry with words that follow the language: they are read while something is rendered. */
function translateEntry<Entry extends object>(entry: Entry): Entry {
  const translated = { ...entry };
  for (const key of WORDS) {
    const english = (entry as Record<string, unknown>)[key];
    if (typeof english !== "string") continue;
    Object.defineProperty(translated, key, { get: () => translateWord(english), enumerable: true });
  }
  return translated;
}

export function translateManifest(manifest: Manifest): Manifest {
  return {
    ...manifest,
    navigation: manifest.navigation.map(translateEntry),
    public_navigation: manifest.public_navigation.map(translateEntry),
    settings: manifest.settings.map(translateEntry),
    searches: manifest.searches.map(translateEntry),
    commands: manifest.commands.map((command) => ({
      ...translateEntry(command),
      // English words still find it.
      get keywords() {
        return [...new Set([...command.keywords, ...command.keywords.map(translateWord)])];
      },
    })),
  };
}
