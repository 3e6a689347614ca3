/**
 * Texts of a folder, in the language in use. English is compiled in, because it is what a missing text falls back
 * to; the file of another language is loaded when it is used.
 */

/** A translation may lack texts. Whole ones are declared with the type of the English one. */
type Translation<English> = {
  readonly [Key in keyof English]?: English[Key] extends (...values: never) => unknown
    ? English[Key]
    : English[Key] extends object
      ? Translation<English[Key]>
      : English[Key];
};

interface Folder {
  language: string;
  load: (language: string) => Promise<void>;
}

const folders: Folder[] = [];
/** Of the texts that are shown or being loaded. */
let language = "en";

/**
 * The texts of a folder: `text.title`. They change with the language, so they are read while something is
 * rendered, never when a module is evaluated.
 */
export function defineTexts<English extends object>(
  english: English,
  load: (language: string) => Promise<{ messages: Translation<English> }>,
): Readonly<English> {
  const text = { ...english };
  const folder: Folder = {
    language: "en",
    load: async (wanted) => {
      if (wanted === folder.language) return;
      const translation =
        wanted === "en"
          ? {}
          : await load(wanted).then(
              ({ messages }) => messages,
              () => ({}),
            );
      if (wanted !== language) return;
      folder.language = wanted;
      Object.assign(text, withFallback(english, translation));
    },
  };
  folders.push(folder);
  return text;
}

/** Loads the texts of every folder seen so far. */
export async function loadTexts(wanted: string): Promise<void> {
  language = wanted;
  await Promise.all(folders.map(({ load }) => load(wanted)));
}

/** A component, once the texts that it shows are loaded. */
export async function loadWithTexts<Component>(load: () => Promise<Component>): Promise<Component> {
  const component = await load();
  await loadTexts(language);
  return component;
}

/** English where the translation has nothing. */
export function withFallback<English extends object>(
  english: English,
  translation: Translation<English>,
): English {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => {
      const translated = (translation as Record<string, unknown>)[key];
      if (translated === undefined) return [key, text];
      return [key, typeof text === "object" ? withFallback(text, translated as object) : translated];
    }),
  ) as English;
}
