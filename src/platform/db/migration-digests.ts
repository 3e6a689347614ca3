/**
 * `migrations/digests.sha256`: the SHA-256 of every migration, in the format of `sha256sum`, sorted by name. A
 * migration that stands there is applied somewhere, so neither its bytes nor its name change any more.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export const DIGESTS_FILE = "digests.sha256";

/** Digests by name. */
export type Digests = ReadonlyMap<string, string>;

export interface MigrationFile {
  name: string;
  sql: string;
  sha256: string;
}

/** The files of a folder, in the order in which they are applied. */
export async function readMigrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      return { name, sql: bytes.toString("utf8"), sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
}

/** Empty where the folder has no such file. */
export async function readDigestsText(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, DIGESTS_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

const LINE = /^([0-9a-f]{64}) [ *](\S+\.sql)$/;

interface ParsedDigests {
  digests: Map<string, string>;
  faults: string[];
}

function parseDigests(text: string): ParsedDigests {
  const digests = new Map<string, string>();
  const faults: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === "") continue;
    const [, sha256 = "", name = ""] = LINE.exec(line) ?? [];
    const before = digests.get(name);
    if (name === "") faults.push(`${DIGESTS_FILE} has a line that is no digest: ${line}`);
    else if (before !== undefined && before !== sha256)
      faults.push(`${name} has two digests: delete the line that is not on the main branch.`);
    else digests.set(name, sha256);
  }
  return { digests, faults };
}

export const readDigests = async (folder: string): Promise<Digests> =>
  parseDigests(await readDigestsText(folder)).digests;

/** What was done to migrations that stand in the list, one sentence each; none when it has all files as they are. */
export function findDigestFaults(files: readonly MigrationFile[], text: string): string[] {
  const { digests, faults } = parseDigests(text);
  const present = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of digests) {
    const now = present.get(name);
    if (now === undefined)
      faults.push(`${name} is gone: databases have applied it. Restore it, and undo it in a new migration.`);
    else if (now !== sha256)
      faults.push(
        `${name} was changed: databases have applied it as it was. Restore it, and write a new migration; only if it is on no other branch and in no database that must be kept, delete its line in ${DIGESTS_FILE}.`,
      );
  }
  for (const name of present.keys())
    if (!digests.has(name)) faults.push(`${name} has no digest: run npm run generate.`);
  return faults;
}

/** The list with the digests of new files; no digest that is there is replaced. */
export function addDigests(files: readonly MigrationFile[], text: string): string {
  const digest_lines = text.split(/\r?\n/).filter((line) => line !== "");
  const { digests } = parseDigests(text);
  const added = files
    .filter(({ name }) => !digests.has(name))
    .map(({ name, sha256 }) => `${sha256}  ${name}`);
  const byName = (line: string) => LINE.exec(line)?.[2] ?? line;
  const lines = [...new Set([...digest_lines, ...added])].sort((one, other) =>
    byName(one) < byName(other) ? -1 : 1,
  );
  return lines.map((line) => `${line}\n`).join("");
}
