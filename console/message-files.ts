/**
 * Files of messages in the build. The translated words of all manifests are one module for each language, which
 * `virtual:manifest-texts` has a function to load; the rest of a family's messages is loaded with its pages.
 */
import { glob } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

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
  for await (const file of glob("*/*/messages/*.ts", { cwd: PAGES_FOLDER })) {
    const { manifest } = (await import(pathToFileURL(path.join(PAGES_FOLDER, file)).href)) as {
      manifest?: Words;
    };
    if (manifest === undefined) continue;
    const [area, family] = file.split(path.sep);
    found.push({ family: `${area}/${family}`, language: path.basename(file, ".ts"), manifest });
  }
  return found.sort((a, b) => (a.family < b.family ? -1 : 1));
}

/** As `text.ts` loads a translation; Node runs it as it stands. */
const LOAD = `import(\`./messages/\${language}.ts\`)`;
/** The same without English, which is compiled in and would be a chunk of its own. */
const LOAD_TRANSLATION = `import.meta.glob(["./messages/*.ts", "!./messages/en.ts"])[\`./messages/\${language}.ts\`]?.() ?? Promise.reject()`;

/** A plugin of Vite. */
export function messageFiles() {
  return {
    name: "message-files",
    enforce: "pre" as const,
    transform: (code: string) => (code.includes(LOAD) ? code.replace(LOAD, LOAD_TRANSLATION) : undefined),
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
