/**
 * Writes what is generated from the registry and the migrations: the committed pages of docs/reference, the tables of routes and tools in the
 * contract and those of the protocol's guide, the schemas of areas, the digests of new migrations, and, which are not committed, the client,
 * the icons and the types of the texts of the console and of the server.
 * It refuses migrations that were changed or removed. With `--check` it writes only what is not committed, lists stale committed files and exits with 1; with `--client` it does no more than that.
 */
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadRegistry } from "#operation/define/registry.ts";
import { MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import {
  addDigests,
  DIGESTS_FILE,
  findDigestFaults,
  readDigestsText,
  readMigrationFiles,
} from "#platform/db/migration-digests.ts";
import { buildClient, buildReference, fillContract, fillToolTables, REFERENCE } from "#surfaces/generated.ts";
import { writeIcons } from "../console/icons/write-icons.ts";
import { writeMessageTypes } from "../console/message-types.ts";
import { writeServerMessageTypes } from "./message-types.ts";
import { buildGuide } from "./otep-guide.ts";
import { buildSchemaFiles, listSchemaFiles } from "./schema.ts";

const root = path.resolve(import.meta.dirname, "..");
const check = process.argv.includes("--check");
const CONTRACT = "docs/contract/rest.md";
const TOOLS = "docs/contract/mcp.md";
const GUIDE = "docs/guides/otep.md";

const registry = await loadRegistry();
for (const [file, text] of Object.entries(buildClient(registry))) await update(file, text);
await writeMessageTypes();
await writeServerMessageTypes();
await writeIcons();
if (!process.argv.includes("--client")) await updateCommitted();

async function updateCommitted(): Promise<void> {
  const migrations = await readMigrationFiles(MIGRATIONS_FOLDER);
  const digests = addDigests(migrations, await readDigestsText(MIGRATIONS_FOLDER));
  const faults = findDigestFaults(migrations, digests);
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    process.exitCode = 1;
    return;
  }
  const reference = buildReference(registry);
  const files = {
    ...reference,
    ...(await buildSchemaFiles(present)),
    [CONTRACT]: fillContract(await readFile(path.join(root, CONTRACT), "utf8"), registry),
    [TOOLS]: fillToolTables(await readFile(path.join(root, TOOLS), "utf8"), registry),
    [path.posix.join("migrations", DIGESTS_FILE)]: digests,
    [GUIDE]: buildGuide(await readFile(path.join(root, GUIDE), "utf8")),
  };
  const stale: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const is_stale = check ? (await present(file)) !== text : await update(file, text);
    if (is_stale) stale.push(file);
  }
  const schemas = await listSchemaFiles();
  // Pages of families that are gone, and what was generated whole before.
  for await (const file_path of glob("**/*.*", { cwd: path.join(root, REFERENCE) })) {
    const file = path.posix.join(REFERENCE, file_path.replaceAll(path.sep, path.posix.sep));
    if (file in files || schemas.includes(file) || file_path === "README.md") continue;
    stale.push(file);
    if (!check) await rm(path.join(root, file));
  }
  if (check && stale.length > 0) {
    console.error(`Stale: ${stale.join(", ")}. Run \`npm run generate\` and commit what it changes.`);
    process.exitCode = 1;
  } else {
    console.log(stale.length === 0 ? "Everything is up to date." : `Written: ${stale.join(", ")}.`);
  }
}

/** True when it was another text. */
async function update(file: string, text: string): Promise<boolean> {
  if ((await present(file)) === text) return false;
  const place = path.join(root, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, text);
  return true;
}

async function present(file: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(root, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
