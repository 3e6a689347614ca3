/** What the console was built from, so that `npm test` builds it again only when something of it changed. */
import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { isUnchanged, recordSources, SOURCES_FILE, type SourceFiles } from "../../src/bundle.ts";

const RECORD = `console/dist/.vite/${SOURCES_FILE}`;

async function listConsoleFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of glob("{console,scripts/console}/**/*.*", {
    cwd: root,
    exclude: ["console/dist/**", "**/gen/**", "**/*.test.*", "**/*.d.json.ts"],
    withFileTypes: true,
  }))
    if (entry.isFile()) files.push(path.relative(root, path.join(entry.parentPath, entry.name)));
  return [...files, "scripts/build-console.ts"].map((file) => file.replaceAll(path.sep, "/"));
}

/** Call after the build, with the files as they were before it. */
export async function recordBuild(root: string, sources: SourceFiles): Promise<void> {
  await writeFile(path.join(root, RECORD), JSON.stringify(sources));
}

export const recordConsoleSources = async (root: string): Promise<SourceFiles> =>
  recordSources(root, await listConsoleFiles(root));

/** Whether `console/dist` was built from the files as they are. */
export async function isConsoleBuilt(root: string): Promise<boolean> {
  const recorded = await readFile(path.join(root, RECORD), "utf8").catch(() => undefined);
  return (
    recorded !== undefined &&
    isUnchanged(root, JSON.parse(recorded) as SourceFiles, await listConsoleFiles(root))
  );
}
