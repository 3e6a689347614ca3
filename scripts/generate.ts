/**
 * Writes everything that is read from the registry and kept in git, and the tables of the protocol's guide; with `--check` it writes nothing and names
 * the files that are stale, with exit code 1.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadRegistry } from "#operation/registry.ts";
import { generated } from "#surfaces/generated.ts";
import { guideOf } from "./otep-guide.ts";

const root = path.resolve(import.meta.dirname, "..");
const check = process.argv.includes("--check");

const stale: string[] = [];
const GUIDE = "docs/guides/otep.md";
const files = {
  ...generated(await loadRegistry()),
  [GUIDE]: guideOf(await readFile(path.join(root, GUIDE), "utf8")),
};
for (const [file, text] of Object.entries(files)) {
  const place = path.join(root, file);
  if ((await present(place)) === text) continue;
  stale.push(file);
  if (check) continue;
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text);
}

if (check && stale.length > 0) {
  console.error(`Stale: ${stale.join(", ")}. Run \`npm run generate\` and commit what it changes.`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? "Everything is up to date." : `Written: ${stale.join(", ")}.`);
}

async function present(place: string): Promise<string | undefined> {
  try {
    return await readFile(place, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
