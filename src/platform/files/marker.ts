/**
 * Ensures that all processes of an installation use the same folder: a marker file in the folder is compared with
 * the one in the database. A process with a different folder would store files, such as proofs of delivery, that no
 * other process finds.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Pools } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { withInstallationLock } from "#platform/db/installation-lock.ts";

/** The folder of this process is not the installation's folder; the message says what to do. */
export class FilesFolderError extends Error {}

const FILE = ".packhorse-installation";
const NAME = "files_folder";

export async function checkFilesFolder({ owner, system }: Pools, folder: string): Promise<void> {
  const file = path.join(folder, FILE);
  const db = systemDb(system);
  await withInstallationLock(owner, async () => {
    const ours = await readMarker(file);
    const row = await db.row<{ value: string }>("select value from installation where name = $1", [NAME]);
    if (row !== undefined) {
      if (ours !== row.value)
        throw new FilesFolderError(
          `The folder ${folder} is not the one in which the other processes on this database keep files: share DATA_DIR/files between them, or set FILES_URL; if it is the right folder, restored without its mark, write ${row.value} into ${file}.`,
        );
      return;
    }
    const mark = ours ?? randomUUID();
    // The file is written first: if the process ends in between, the next one adopts that marker.
    if (ours === undefined) {
      await mkdir(folder, { recursive: true });
      await writeFile(file, `${mark}\n`);
    }
    await db.execute("insert into installation (name, value) values ($1, $2)", [NAME, mark]);
  });
}

async function readMarker(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
