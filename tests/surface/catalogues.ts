/** The catalogues of messages of the server: each folder below `src/` that has an `en.json`. */
import { glob, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Texts } from "#operation/response/messages.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export interface Catalogue {
  /** From the root of the repository. */
  folder: string;
  /** `insight/dispatch`; null for a catalogue of the platform. */
  family: string | null;
  languages: ReadonlyMap<string, Texts>;
}

/** Of a file or folder of the repository; null outside families. */
export function findFamily(at: string): string | null {
  return /^src\/domain\/([^/]+\/[^/]+)\//.exec(at)?.[1] ?? null;
}

export async function listCatalogues(): Promise<Catalogue[]> {
  const catalogues: Catalogue[] = [];
  for await (const file of glob("src/**/en.json", { cwd: ROOT })) {
    const folder = path.dirname(file);
    const languages = new Map<string, Texts>();
    for (const name of await readdir(path.join(ROOT, folder))) {
      if (path.extname(name) !== ".json") continue;
      languages.set(
        path.basename(name, ".json"),
        JSON.parse(await readFile(path.join(ROOT, folder, name), "utf8")),
      );
    }
    catalogues.push({ folder, family: findFamily(folder), languages });
  }
  return catalogues.sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** By key; `refusals.busy` where keys are nested. */
export function listTexts(texts: Texts, within = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? [[within + key, text] as const] : [...listTexts(text, `${within}${key}.`)],
    ),
  );
}
