/**
 * Declares the texts of each folder, with the values that each takes, in `en.d.json.ts` beside the English file:
 * TypeScript types the strings of a JSON file as `string`, whatever they say. Not committed. `scripts/message-types.ts`
 * does the same for the server.
 */
import { glob, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Elements, parseText } from "./language/parse-text.ts";

const CONSOLE_FOLDER = import.meta.dirname;
const LANGUAGE_FOLDER = path.join(CONSOLE_FOLDER, "language");

/** What a value may be: any number or word, a count that chooses a form, or what a `select` chooses by. */
type ValueType = "Value" | "number" | "boolean" | "string";

/** The values of a text by their names, in the order in which they appear. */
export function listValues(text: string): Map<string, ValueType> {
  const values = new Map<string, ValueType>();
  const elements = parseText(text);
  if (typeof elements !== "string") collect(elements, values);
  return values;
}

/** `TYPE` of `@formatjs/icu-messageformat-parser`: an enum, which Node could not erase. */
const ARGUMENT = 1;
const SELECT = 5;
const PLURAL = 6;
const POUND = 7;
const LITERAL = 0;

function collect(elements: Elements, values: Map<string, ValueType>): void {
  for (const element of elements) {
    const type: number = element.type;
    if (type === LITERAL || type === POUND) continue;
    const { value: name } = element as { value: string };
    const options = Object.entries("options" in element ? element.options : {});
    if (type === ARGUMENT) {
      if (!values.has(name)) values.set(name, "Value");
    } else if (type === SELECT) {
      const is_boolean = options.every(([option]) => /^(true|false|other)$/.test(option));
      values.set(name, is_boolean ? "boolean" : "string");
    } else if (type === PLURAL) values.set(name, "number");
    else throw new Error(`{${name}} has a format of its own: pass it formatted.`);
    for (const [, { value }] of options) collect(value, values);
  }
}

export type Tree = { readonly [key: string]: string | Tree };

/** Types of a text: one without values, and one with them. */
interface TextTypes {
  plain: string;
  filled: string;
}

/**
 * `{ readonly title: string; readonly selected: Text<{ n: number }> }`. A value is a count when any language chooses
 * a form by it.
 */
export function declareTexts(
  types: TextTypes,
  english: Tree,
  translations: readonly (Tree | undefined)[],
  indent = "",
): string {
  const members = Object.entries(english).map(([key, node]) => {
    const others = translations.map((one) => one?.[key]);
    const type =
      typeof node === "string"
        ? declareText(types, node, others)
        : declareTexts(
            types,
            node,
            others.map((one) => (typeof one === "object" ? one : undefined)),
            `${indent}  `,
          );
    return `${indent}  readonly ${JSON.stringify(key)}: ${type};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

function declareText(
  { plain, filled }: TextTypes,
  english: string,
  translations: readonly (string | Tree | undefined)[],
): string {
  const values = listValues(english);
  for (const text of translations)
    if (typeof text === "string")
      for (const [name, type] of listValues(text)) if (values.get(name) === "Value") values.set(name, type);
  const members = [...values].map(([name, type]) => `${name}: ${type}`);
  return members.length === 0 ? plain : `${filled}<{ ${members.join("; ")} }>`;
}

export function buildMessageTypes(english: Tree, translations: readonly Tree[], file: string): string {
  const language_folder = path.relative(path.dirname(file), LANGUAGE_FOLDER).replaceAll(path.sep, "/");
  return `// Written by console/message-types.ts.
import type { Text, Value } from "${language_folder}/format-text.ts";
import type { Messages } from "${language_folder}/texts.ts";

declare const messages: Messages<${declareTexts({ plain: "string", filled: "Text" }, english, translations)}>;
export = messages;
`;
}

export async function writeMessageTypes(): Promise<void> {
  for await (const file of glob("**/messages/en.json", { cwd: CONSOLE_FOLDER, exclude: ["dist/**"] }))
    await writeFolderMessageTypes(path.dirname(path.join(CONSOLE_FOLDER, file)));
}

export const writeFolderMessageTypes = (folder: string): Promise<void> =>
  writeDeclarations(folder, buildMessageTypes);

/** Of one folder of texts. A file with the same text is not written again, so that nothing is compiled for it. */
export async function writeDeclarations(
  folder: string,
  build: (english: Tree, translations: readonly Tree[], file: string) => string,
): Promise<void> {
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), "utf8")) as Tree;
  const translations = (await readdir(folder)).filter((name) => /\.json$/.test(name) && name !== "en.json");
  const file = path.join(folder, "en.d.json.ts");
  const text = build(await read("en.json"), await Promise.all(translations.map(read)), file);
  if ((await readFile(file, "utf8").catch(() => undefined)) !== text) await writeFile(file, text);
}
