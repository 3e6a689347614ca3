/**
 * Reads a text in ICU MessageFormat. The build does this for every file of messages and replaces this module
 * (`message-files.ts`), so that browsers load no parser. `<` has no meaning in our texts.
 */
import { IntlMessageFormat } from "intl-messageformat";

export type Elements = ReturnType<IntlMessageFormat["getAst"]>;

/** The text itself when it has no values, otherwise its elements. */
export function parseText(text: string): string | Elements {
  const elements = new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst();
  // An empty text has no elements; adjacent literals are one.
  const [first] = elements;
  if (first === undefined) return "";
  return elements.length === 1 && first.type === 0 ? first.value : elements;
}
