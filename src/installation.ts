/** What an installation has: stored files, the key of its secrets, the template of its database. For the service and for scripts. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatabaseTemplate } from "#platform/db/embedded/template.ts";
import { MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import { readMigrationFiles } from "#platform/db/migration-digests.ts";
import { checkFileStore, FileStoreUnavailable, type Files } from "#platform/files/files.ts";
import { createLocalFiles } from "#platform/files/local.ts";
import type { Config } from "./config.ts";

/** Of the embedded database. */
export const DATABASE_NAME = "packhorse";

/** A new embedded database with all migrations, made by `npm ci` (`scripts/build-database.ts`). */
export const DATABASE_TEMPLATE: DatabaseTemplate = {
  file: path.resolve(import.meta.dirname, "../build/database.template"),
  async buildKey() {
    const digests = createHash("sha256");
    for (const { name, sha256 } of await readMigrationFiles(MIGRATIONS_FOLDER))
      digests.update(`${sha256} ${name}\n`);
    return `${DATABASE_NAME} ${digests.digest("hex")}`;
  },
};

/**
 * The local folder, or the bucket after a test write. A wrong key or bucket ends the start; an unreachable store
 * does not, because orders and routes need no files.
 */
export async function openFiles({ files, data_dir }: Config): Promise<Files> {
  if (files === null) return createLocalFiles(filesFolder({ data_dir }));
  const { createS3Files: s3Files } = await import("#platform/files/s3.ts");
  try {
    await checkFileStore(s3Files(files, { attempts_max: 2, attempt_ms: 3000, whole_ms: 4000 }));
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable) || error.misconfigured) throw error;
    console.error(`${error.message} Files can be neither stored nor read until it answers.`);
  }
  return s3Files(files);
}

export function filesFolder({ data_dir }: Pick<Config, "data_dir">): string {
  return path.join(data_dir, "files");
}

/** SECRET_KEY, or a key generated at the first start and stored in the data folder. */
export async function readSecretKey(config: Config): Promise<Buffer> {
  if (config.secret_key !== null) return Buffer.from(config.secret_key, "utf8");
  const place = path.join(config.data_dir, "secret.key");
  try {
    return Buffer.from((await readFile(place, "utf8")).trim(), "base64url");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const key = randomBytes(32);
  await mkdir(config.data_dir, { recursive: true });
  try {
    await writeFile(place, key.toString("base64url"), { mode: 0o600, flag: "wx" });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return Buffer.from((await readFile(place, "utf8")).trim(), "base64url");
  }
}
