/** Which folder writes and which reads which table, found in the SQL and the records of the source. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { readImportGraph } from "../../scripts/test/import-graph.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The demo fills an empty database before anybody can call an operation; samples serve tests. */
const EXCEPT = /^src\/demo\/|\/samples\.ts$/;

const WRITE =
  /\b(?:insert\s+into\s+([a-z_]+)\s*(?:as\s+\w+\s*)?(?:\(|select\b|values\b|default\b)|(?<!for\s|key\s|do\s)update\s+([a-z_]+)(?:\s+(?:as\s+)?(?!set\b)[a-z_]+)?\s+set\b|delete\s+from\s+([a-z_]+)\b|merge\s+into\s+([a-z_]+)\b)/g;

/** A record writes its table. */
const RECORD = /\bdefineRecord(?:<[^(]*>)?\(\s*"([a-z_]+)"/g;

const getFolder = (file: string) => /^src\/(?:domain\/[^/]+\/[^/]+|[^/]+)/.exec(file)?.[0];

/** The text of each file of the product that may hold SQL, by its path. */
export async function readSources(): Promise<Map<string, string>> {
  const { files } = await readImportGraph(ROOT);
  const sources = files.filter(
    (file) => getFolder(file) !== undefined && /(?<!\.test)\.ts$/.test(file) && !EXCEPT.test(file),
  );
  const texts = sources.map(async (file) => [file, await readFile(path.join(ROOT, file), "utf8")] as const);
  return new Map(await Promise.all(texts));
}

/** The folders that write each table: families, or folders of `src`. */
export function findWriters(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const folder = getFolder(file) as string;
    for (const match of [...text.matchAll(WRITE), ...text.matchAll(RECORD)]) {
      const table = match.slice(1).find((name) => name !== undefined) as string;
      writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }
  }
  return writers;
}

/** Folders whose SQL writes a table beside the family it belongs to, with the reason. Shorter is better. */
export const SHARED: Record<string, readonly string[]> = {
  // Stored by `src/operation`, decided by the family.
  proposal: ["src/operation"],
  // One statement stores an order with its numbers and first event: docs/decisions/0006.
  tracking_alias: ["src/domain/orders/orders"],
  tracking_event: ["src/domain/orders/orders"],
  tracking_number: ["src/domain/orders/orders"],
};

/** The folder each table belongs to. */
export function findOwners(writers: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string> {
  return new Map(
    [...writers].flatMap(([table, folders]) => {
      const owner = [...folders].find((folder) => SHARED[table]?.includes(folder) !== true);
      return owner === undefined ? [] : [[table, owner] as const];
    }),
  );
}

// `from: "delivery_order o"` is what a list reads.
const READ = /\b(?:from(?::\s*["`]|\s+)|join\s+|using\s+)(?:only\s+)?([a-z_]+)\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** The tables of each folder that another one reads, as `folder -> table`. */
export function findForeignReads(
  sources: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, string>,
): Map<string, Set<string>> {
  const reads = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const folder = getFolder(file) as string;
    for (const [, table = ""] of text.replace(COMMENT, "").matchAll(READ)) {
      const owner = owners.get(table);
      if (owner === undefined || owner === folder) continue;
      reads.set(folder, (reads.get(folder) ?? new Set()).add(table));
    }
  }
  return reads;
}
