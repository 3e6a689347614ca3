/**
 * Catalogues of messages: a folder with `<language>.json` for each language, keys to texts in ICU MessageFormat. What is
 * refused or answered names a message and its values; the text is made where the language of the reader is known.
 *
 * English is read when the catalogue is defined, another language when it is first asked for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IntlMessageFormat } from "intl-messageformat";
import { LRUCache } from "lru-cache";
import { chooseLanguage, LANGUAGES } from "./language.ts";

/** What stands in a text as it is given. */
export type Value = string | number;

type MessageValues = Readonly<Record<string, Value>>;

/** The values of a text without arguments may be left out. */
export type ValueArguments<Values extends object> = object extends Values
  ? [values?: Values]
  : [values: Values];

/**
 * A text of a catalogue, in the languages of that catalogue, with the values that it takes. `en.d.json.ts` beside the English
 * texts declares them (`scripts/message-types.ts`).
 */
export interface Message<Values extends object = object> {
  /** The English text, with its arguments: `{name}`. */
  readonly en: string;
  /** Languages in which there is a text; those of a catalogue in the sequence of `LANGUAGES`. */
  readonly languages: readonly string[];
  /** The text in one of `languages`, with its arguments; English in any other. */
  readonly text: (language: string) => string;
  /** The text that a reader with this `Accept-Language` gets. */
  readonly format: (accept_language: string, ...value_arguments: ValueArguments<Values>) => string;
  /** The message with its values: a text without arguments. */
  readonly with: (values: Values) => Message;
}

/** A message, whatever values it takes. */
export type AnyMessage = Message<never>;

/** The values of a message; of one of several messages, the values of all of them. A text that is no message has none. */
export type ValuesOf<Source> = (
  Source extends Message<infer Values>
    ? (values: Values) => void
    : (values: object) => void
) extends (values: infer All extends object) => void
  ? All
  : never;

export interface Texts {
  readonly [key: string]: string | Texts;
}

class Catalogue {
  readonly #folder: URL;
  readonly #texts = new Map<string, Texts>();
  #languages: readonly string[] | undefined;

  constructor(folder: string) {
    this.#folder = new URL(folder);
  }

  get languages(): readonly string[] {
    if (this.#languages === undefined) {
      const names = new Set(readdirSync(this.#folder));
      this.#languages = LANGUAGES.filter((language) => names.has(`${language}.json`));
    }
    return this.#languages;
  }

  read(language: string): Texts {
    let texts = this.#texts.get(language);
    if (texts === undefined) {
      texts = JSON.parse(readFileSync(new URL(`${language}.json`, this.#folder), "utf8")) as Texts;
      this.#texts.set(language, texts);
    }
    return texts;
  }
}

class CatalogueMessage implements Message<MessageValues> {
  readonly en: string;
  readonly #catalogue: Catalogue;
  readonly #path: readonly string[];

  constructor(catalogue: Catalogue, path: readonly string[], en: string) {
    this.#catalogue = catalogue;
    this.#path = path;
    this.en = en;
  }

  get languages(): readonly string[] {
    return this.#catalogue.languages;
  }

  text(language: string): string {
    if (language === "en" || !this.languages.includes(language)) return this.en;
    let texts: string | Texts | undefined = this.#catalogue.read(language);
    for (const key of this.#path) texts = typeof texts === "object" ? texts[key] : undefined;
    return typeof texts === "string" ? texts : this.en;
  }

  format(accept_language: string, values: MessageValues = {}): string {
    const language = accept_language === "" ? "en" : chooseLanguage(accept_language, this.languages);
    return formatText(this.text(language), language, values);
  }

  with(values: MessageValues): Message {
    return new FilledMessage(this, values);
  }
}

/** A class, not a literal: a getter of a literal gives each a hidden class of its own, which keeps its call in memory. */
class FilledMessage implements Message {
  private readonly message: CatalogueMessage;
  private readonly values: MessageValues;

  constructor(message: CatalogueMessage, values: MessageValues) {
    this.message = message;
    this.values = values;
  }

  get en(): string {
    return this.text("en");
  }

  get languages(): readonly string[] {
    return this.message.languages;
  }

  text(language: string): string {
    return formatText(this.message.text(language), language, this.values);
  }

  format(accept_language: string): string {
    return this.message.format(accept_language, this.values);
  }

  with(): Message {
    return this;
  }
}

/**
 * The messages of the catalogue in a folder, by the keys of its English texts:
 * `defineMessages<typeof english>(import.meta.resolve("./messages/"))`, where `english` is the type of `./messages/en.json`.
 */
export function defineMessages<Messages extends object>(folder: string): Messages {
  const catalogue = new Catalogue(folder);
  const build = (texts: Texts, path: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => {
        const at = [...path, key];
        return [key, typeof text === "string" ? new CatalogueMessage(catalogue, at, text) : build(text, at)];
      }),
    );
  return build(catalogue.read("en"), []) as Messages;
}

/** One text after another, with a space between them: "No room. Choose another route." */
export function joinMessages(first: Message, ...others: readonly Message[]): Message {
  const join = (say: (message: Message) => string) => [first, ...others].map(say).join(" ");
  const message: Message = {
    en: join(({ en }) => en),
    languages: first.languages,
    text: (language) => join((one) => one.text(language)),
    format: (accept_language) => join((one) => one.format(accept_language)),
    with: () => message,
  };
  return message;
}

/**
 * Who wrote a text that is no message of a catalogue. `vendor`: a carrier, or a library that we use; `solver`, `protocol`: a
 * package that says in English what contradicts its input; `stored`: a message that was said before, and was stored as its reader
 * got it.
 */
export type PlainAuthor = "business" | "vendor" | "solver" | "protocol" | "stored";

/** A text that is no message of the service; it has no arguments. `tests/surface/messages.test.ts` refuses literals of ours. */
export function plainMessage(
  texts: { readonly en: string; readonly [language: string]: string },
  _author: PlainAuthor,
): Message {
  const languages = Object.keys(texts);
  const message: Message = {
    en: texts.en,
    languages,
    text: (language) => texts[language] ?? texts.en,
    format: (accept_language) => texts[chooseLanguage(accept_language, languages)] ?? texts.en,
    with: () => message,
  };
  return message;
}

interface Format {
  format: IntlMessageFormat;
  /** What stands in the place of each argument that has no value. */
  unfilled: Record<string, string>;
}

const formats = new LRUCache<string, Format>({ max: 500 });
const require = createRequire(import.meta.url);

function formatText(text: string, language: string, values: MessageValues): string {
  if (!text.includes("{")) return text;
  const key = `${language} ${text}`;
  let parsed = formats.get(key);
  if (parsed === undefined) {
    parsed = parseText(text, language);
    formats.set(key, parsed);
  }
  return String(parsed.format.format({ ...parsed.unfilled, ...values }));
}

function parseText(text: string, language: string): Format {
  // Loaded with the first text that has arguments.
  const { IntlMessageFormat: Parser } = require("intl-messageformat") as typeof import("intl-messageformat");
  const format = new Parser(text, language, undefined, { ignoreTag: true });
  const names = [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => name);
  return { format, unfilled: Object.fromEntries(names.map((name) => [name, `{${name}}`])) };
}
