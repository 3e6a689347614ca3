import { readFile } from "node:fs/promises";
import path from "node:path";

export async function readVersion(): Promise<string> {
  const text = await readFile(path.resolve(import.meta.dirname, "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
