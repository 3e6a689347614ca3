/** Texts with values, formatted by FormatJS: plural forms and the numbers in them follow the language of the text. */
import { type Formatters, formatToParts } from "intl-messageformat";
import type { Elements } from "./parse-text.ts";

export type Value = string | number;

/** A text with values: `text.selected({ n: 3 })` is "3 orders selected". */
export interface Text<Values> {
  (values: Values): string;
  /** The same in parts, for values that are elements: `rich.ts`. */
  parts(values: object): unknown[];
}

const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

function remember<Format>(cache: Map<string, Format>, key: string, create: () => Format): Format {
  const format = cache.get(key) ?? create();
  cache.set(key, format);
  return format;
}

/** They are slow to create, and the library caches none by itself here. Dates come formatted from the caller. */
const FORMATTERS: Formatters = {
  getNumberFormat: (locale) => remember(numbers, String(locale), () => new Intl.NumberFormat(locale)),
  getPluralRules: (locale, options) =>
    remember(plurals, `${locale} ${options?.type}`, () => new Intl.PluralRules(locale, options)),
  getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
};

const FORMATS = { number: {}, date: {}, time: {} };

export function createText<Values extends object>(elements: Elements, language: string): Text<Values> {
  const parts = (values: object) =>
    formatToParts(elements, language, FORMATTERS, FORMATS, values as Record<string, unknown>).map(
      ({ value }) => value,
    );
  return Object.assign((values: Values) => parts(values).join(""), { parts });
}
