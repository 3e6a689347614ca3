/**
 * Files of messages in the build: their texts are parsed here and not in the browser. What every family has a few words of,
 * beside its manifest, is one module for each language: the translated words of manifests, which `virtual:manifest-texts`
 * has a function to load, and the words of records, of `virtual:record-words`. The rest of a family's messages is loaded
 * with its pages.
 */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parseText } from "./language/parse-text.ts";
import { writeFolderMessageTypes, writeMessageTypes } from "./message-types.ts";

type Words = Readonly<Record<string, string>>;

interface FamilyFile<Content> {
  /** `orders/return-reasons`; `parts/words`, which has what several families share. */
  family: string;
  language: string;
  content: Content;
}

/** Codes that pages of any family may show, by what they are: `words.<language>.json` beside the manifest. */
export type RecordWords = Readonly<
  Partial<Record<"events" | "subjects" | "members" | "features" | "codes", Words>>
>;

const PAGES_FOLDER = path.join(import.meta.dirname, "pages");
const SHARED_FOLDER = path.join(import.meta.dirname, "parts/words");

async function findFiles<Content>(name: string, folders: readonly string[]): Promise<FamilyFile<Content>[]> {
  const files: FamilyFile<Content>[] = [];
  for (const folder of folders)
    for await (const file of glob(`**/${name}.*.json`, { cwd: folder })) {
      const place = path.join(folder, file);
      files.push({
        family: path.dirname(place).split(path.sep).slice(-2).join("/"),
        language: path.basename(file, ".json").slice(name.length + 1),
        content: JSON.parse(await readFile(place, "utf8")) as Content,
      });
    }
  return files.sort((a, b) => (a.family < b.family ? -1 : 1));
}

/** By the English word of the manifest. */
export const findManifestTexts = () => findFiles<Words>("manifest", [PAGES_FOLDER]);

/** Of the product, and of these folders with areas besides. */
export const findRecordWords = (more: readonly string[] = []) =>
  findFiles<RecordWords>("words", [SHARED_FOLDER, PAGES_FOLDER, ...more]);

/** Tables of words, one above the other. */
function merge(tables: readonly object[]): object {
  const all: Record<string, unknown> = {};
  for (const [key, value] of tables.flatMap((table) => Object.entries(table)))
    all[key] = typeof value === "object" ? merge([all[key] ?? {}, value]) : value;
  return all;
}

/** Of all families in one language. */
export async function readRecordWords(language: string): Promise<Required<RecordWords>> {
  const family_files = (await findRecordWords()).filter((one) => one.language === language);
  return merge(family_files.map(({ content }) => content)) as Required<RecordWords>;
}

const MODULES: Readonly<Record<string, () => Promise<readonly FamilyFile<object>[]>>> = {
  "virtual:manifest-texts": findManifestTexts,
  "virtual:record-words": async () =>
    (await findRecordWords()).map(({ content: { codes: _codes, ...content }, ...file }) => ({
      ...file,
      content,
    })),
  // Refusals have them in it, so that every page needs them.
  "virtual:record-codes": async () =>
    (await findRecordWords()).map(({ content: { codes = {} }, ...file }) => ({ ...file, content: codes })),
};

/** A module of `MODULES`, or that of one of its languages: `virtual:record-words/pt`. */
async function buildModule(id: string): Promise<string | undefined> {
  const [name = "", language] = id.split("/");
  const family_files = await MODULES[name]?.();
  if (family_files === undefined) return undefined;
  if (language !== undefined) {
    const tables = family_files.filter((one) => one.language === language).map(({ content }) => content);
    return `export default ${JSON.stringify(merge(tables))};`;
  }
  const languages = [...new Set(family_files.map((one) => one.language))].sort();
  // English is compiled in.
  const loads = languages
    .filter((one) => one !== "en")
    .map((one) => `${JSON.stringify(one)}: () => import("${name}/${one}")`);
  const english = languages.includes("en") ? `export { default as english } from "${name}/en";` : "";
  return `${english}export const loads = { ${loads.join(", ")} };`;
}

/** As `text.ts` loads a translation; Node runs it as it stands. */
const LOAD = /import\(`\.\/messages\/\$\{language\}\.json`, \{\s*with: \{ type: "json" \},?\s*\}\)/;
/** The same without English, which is compiled in and would be a chunk of its own. */
const LOAD_TRANSLATION = `import.meta.glob(["./messages/*.json", "!./messages/en.json"])[\`./messages/\${language}.json\`]?.() ?? Promise.reject()`;

const FILE = /[\\/]messages[\\/][\w-]+\.json$/;
const PARSER = path.join(import.meta.dirname, "language/parse-text.ts");
/** They read the words of families when Node runs them; the build has the words in it. */
const READERS: Readonly<Record<string, string>> = {
  [path.join(SHARED_FOLDER, "record-words.ts")]: "virtual:record-words",
  [path.join(import.meta.dirname, "parts/codes/record-codes.ts")]: "virtual:record-codes",
};

/** A tree of messages with the elements of each text that has values. What the library assumes anyway is left out. */
export const parseTexts = (messages: string) =>
  JSON.stringify(
    JSON.parse(messages, (_, node) => (typeof node === "string" ? parseText(node) : node)),
    (key, node) =>
      (key === "offset" && node === 0) || (key === "pluralType" && node === "cardinal") ? undefined : node,
  );

/** A plugin of Vite. */
export function messageFiles() {
  return {
    name: "message-files",
    enforce: "pre" as const,
    buildStart: writeMessageTypes,
    async watchChange(id: string) {
      if (FILE.test(id)) await writeFolderMessageTypes(path.dirname(id));
    },
    transform(code: string, id: string) {
      if (FILE.test(id)) return parseTexts(code);
      if (path.normalize(id) === PARSER) return "export const parseText = (text) => text;";
      const words = READERS[path.normalize(id)];
      if (words !== undefined) return buildModule(words);
      return LOAD.test(code) ? code.replace(LOAD, LOAD_TRANSLATION) : undefined;
    },
    resolveId: (id: string) =>
      id.startsWith("virtual:") && MODULES[id.split("/")[0]!] ? `\0${id}` : undefined,
    load: (id: string) => (id.startsWith("\0virtual:") ? buildModule(id.slice(1)) : undefined),
  };
}
