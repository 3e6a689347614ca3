/**
 * Texts of a folder, in the language in use. English is compiled in, because it is what a missing text falls back
 * to; the file of another language is loaded when it is used.
 */
import { createText, type Text } from "./format-text.ts";
import { type Elements, parseText } from "./parse-text.ts";

/**
 * A file of messages, `messages/<language>.json`: texts in ICU MessageFormat, which the build has parsed. `Texts` is
 * what they are once they are read, as `en.d.json.ts` declares it (`message-types.ts`).
 */
export interface Messages<Texts> {
  /** For the type alone: absent when the program runs. */
  readonly texts?: Texts;
}

interface Tree {
  readonly [key: string]: string | Elements | Tree;
}

/** A translation may lack texts. */
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
 * The texts of a folder: `text.title`, `text.selected({ n })`. They change with the language, so they are read while
 * something is rendered, never when a module is evaluated.
 */
export function defineTexts<Texts extends object>(
  english: Messages<Texts>,
  load: (language: string) => Promise<{ default: Messages<Texts> }>,
): Readonly<Texts> {
  return defineTranslations(readTexts(english, "en"), async (next_language) =>
    readTexts((await load(next_language)).default, next_language),
  );
}

/** Texts without values are strings, the others functions. */
export function readTexts<Texts extends object>(messages: Messages<Texts>, language: string): Texts {
  return readTree(messages as Tree, language) as Texts;
}

function readTree(tree: Tree, language: string): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, node]) => {
      const text = typeof node === "string" ? parseText(node) : node;
      if (typeof text === "string") return [key, text];
      return [key, isElements(text) ? createText(text, language) : readTree(text, language)];
    }),
  );
}

const isElements = (node: Elements | Tree): node is Elements => Array.isArray(node);

/** Like `defineTexts`, for texts that are in no file of messages. */
export function defineTranslations<English extends object>(
  english: English,
  load: (language: string) => Promise<Translation<English>>,
): Readonly<English> {
  const text = { ...english };
  const folder: Folder = {
    language: "en",
    load: async (next_language) => {
      if (next_language === folder.language) return;
      const translation = next_language === "en" ? {} : await load(next_language).catch(() => ({}));
      if (next_language !== language) return;
      folder.language = next_language;
      Object.assign(text, withFallback(english, translation));
    },
  };
  folders.push(folder);
  return text;
}

/** Fills in the values of a text chosen by key, where some texts of the group take values and some take none. */
export function fillText<Values>(text: string | Text<Values>, values: Values): string {
  return typeof text === "string" ? text : text(values);
}

/** Loads the texts of every folder seen so far. */
export async function loadTexts(next_language: string): Promise<void> {
  language = next_language;
  await Promise.all(folders.map(({ load }) => load(next_language)));
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
