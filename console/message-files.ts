/**
 * Files of messages in the build: their texts are parsed here and not in the browser. The translated words of all
 * manifests are one module for each language, which `virtual:manifest-texts` has a function to load; the rest of a
 * family's messages is loaded with its pages.
 */
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { parseText } from "./language/parse-text.ts";
import { writeMessageTypes, writeMessageTypesOf } from "./message-types.ts";

type Words = Readonly<Record<string, string>>;

interface TranslatedFamily {
  /** `orders/return-reasons` */
  family: string;
  language: string;
  /** By the English word of the manifest. */
  manifest: Words;
}

const PAGES_FOLDER = path.join(import.meta.dirname, "pages");
const MODULE = "virtual:manifest-texts";

export async function findManifestTexts(): Promise<TranslatedFamily[]> {
  const found: TranslatedFamily[] = [];
  for await (const file of glob("*/*/manifest.*.json", { cwd: PAGES_FOLDER })) {
    const [area, family, name] = file.split(path.sep);
    found.push({
      family: `${area}/${family}`,
      language: name!.slice("manifest.".length, -".json".length),
      manifest: JSON.parse(await readFile(path.join(PAGES_FOLDER, file), "utf8")) as Words,
    });
  }
  return found.sort((a, b) => (a.family < b.family ? -1 : 1));
}

/** As `text.ts` loads a translation; Node runs it as it stands. */
const LOAD = /import\(`\.\/messages\/\$\{language\}\.json`, \{\s*with: \{ type: "json" \},?\s*\}\)/;
/** The same without English, which is compiled in and would be a chunk of its own. */
const LOAD_TRANSLATION = `import.meta.glob(["./messages/*.json", "!./messages/en.json"])[\`./messages/\${language}.json\`]?.() ?? Promise.reject()`;

const FILE = /[\\/]messages[\\/][\w-]+\.json$/;
const PARSER = path.join(import.meta.dirname, "language/parse-text.ts");

/** A tree of messages with the elements of each text that has values. What the library assumes anyway is left out. */
const parseTexts = (messages: string) =>
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
      if (FILE.test(id)) await writeMessageTypesOf(path.dirname(id));
    },
    transform(code: string, id: string) {
      if (FILE.test(id)) return parseTexts(code);
      if (path.normalize(id) === PARSER) return "export const parseText = (text) => text;";
      return LOAD.test(code) ? code.replace(LOAD, LOAD_TRANSLATION) : undefined;
    },
    resolveId: (id: string) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    async load(id: string) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const found = await findManifestTexts();
      const language = id.slice(`\0${MODULE}/`.length);
      if (language !== "") {
        const words = found.filter((one) => one.language === language).map(({ manifest }) => manifest);
        return `export default ${JSON.stringify(Object.assign({}, ...words))};`;
      }
      const languages = [...new Set(found.map((one) => one.language))].sort();
      const loads = languages.map((one) => `${JSON.stringify(one)}: () => import("${MODULE}/${one}")`);
      return `export const loads = { ${loads.join(", ")} };`;
    },
  };
}
