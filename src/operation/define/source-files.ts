/**
 * The files of families, found by folder and imported. A bundle of the service (`scripts/build-service.ts`) has this module
 * replaced by a list of the same files.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Names of the folders in it. Throws when it does not exist. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** Absolute paths of its modules without tests, sorted; none when it does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => path.join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** What a file exports. */
export async function importFile(file: string): Promise<unknown[]> {
  return Object.values(await import(pathToFileURL(file).href));
}
