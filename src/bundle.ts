/**
 * The bundle of the service, `build/service`: its modules in few files, which start in half the time and memory of more than
 * two thousand files. It is made at the end of `npm ci` (`scripts/build-service.ts`) and used while the files that it was made
 * from are as they were then.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** In the bundle's folder. */
export const SOURCES_FILE = "sources.json";

/** Folders of sources, with all folders in them. */
const FOLDERS = ["src", "packages"];
/** The versions of the installed packages, of which the bundle contains some; the second is absent with other package managers. */
const FILES = ["package.json", "node_modules/.package-lock.json"];

interface SourceFile {
  bytes: number;
  /** Milliseconds; it differs in a copy of the folder, so then the digest decides. */
  modified_at: number;
  sha256: string;
}

/** By path, relative to the installation, with `/`. */
export type SourceFiles = Record<string, SourceFile>;

/** The files that a bundle is made from; `made_with` are others that it depends on, relative to the installation. */
export function recordSources(root: string, made_with: readonly string[]): SourceFiles {
  const sources: SourceFiles = {};
  for (const file of [...listSources(root), ...made_with]) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    sources[file] = { bytes: size, modified_at: mtimeMs, sha256: digest(path.join(root, file)) };
  }
  return sources;
}

/** Whether no file was changed, added or removed since; `made_with` are the others that there are now. */
export function isUnchanged(root: string, recorded: SourceFiles, made_with: readonly string[] = []): boolean {
  if ([...listSources(root), ...made_with].some((file) => recorded[file] === undefined)) return false;
  return Object.entries(recorded).every(([file, { bytes, modified_at, sha256 }]) => {
    const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
    if (stats === undefined || stats.size !== bytes) return false;
    return stats.mtimeMs === modified_at || digest(path.join(root, file)) === sha256;
  });
}

function listSources(root: string): string[] {
  const existing_files = FILES.filter(
    (file) => statSync(path.join(root, file), { throwIfNoEntry: false }) !== undefined,
  );
  const add = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory()) add(file);
      else if (isSource(entry.name)) existing_files.push(file);
    }
  };
  for (const folder of FOLDERS) add(folder);
  return existing_files;
}

function isSource(name: string): boolean {
  return (name.endsWith(".ts") && !name.endsWith(".test.ts")) || name.endsWith(".json");
}

const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
