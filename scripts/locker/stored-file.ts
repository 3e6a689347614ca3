/** A JSON file that survives a kill and a power cut: it is the old or the new one, never half of it. */
import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";

export async function writeStoredFile(file: string, value: unknown): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Keys and secrets are in it.
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(JSON.stringify(value));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  const directory = await open(folder);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Undefined where there is none. */
export async function readStoredFile<Value>(file: string): Promise<Value | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}
