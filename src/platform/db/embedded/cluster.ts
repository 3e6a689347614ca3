import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Account, buildInvocation, runToEnd, transferOwnership } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, EmbeddedDatabaseError } from "./errors.ts";
import { type Layout, requireFreeSpace } from "./layout.ts";
import { type DatabaseTemplate, unpackTemplate } from "./template.ts";

/** Free bytes needed by a new database, about 60 MB, and the first WAL segments. */
const FREE_BYTES_MIN = 100_000_000;

const TEMPORARY_PREFIX = "postgres.making-";

/**
 * Ensures that the cluster exists, has our version and belongs to the account; creates it on first start, as a copy of the
 * template where that fits.
 *
 * It is created in a temporary folder next to its path and renamed, so `postgres/` is either absent or complete.
 * What an interrupted attempt left is recognized by its name, contains no data, and is removed. Throws
 * `wrong_version`, `not_ours`, `disk_full`, `failed`.
 */
export async function openCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  version: string,
  template?: DatabaseTemplate,
): Promise<"made" | "found"> {
  const { data_dir, cluster } = layout;
  for (const entry of await readdir(data_dir)) {
    if (entry.startsWith(TEMPORARY_PREFIX))
      await rm(join(data_dir, entry), { recursive: true, force: true, maxRetries: 5 });
  }
  if (await isEmptyOrAbsent(cluster)) {
    await createCluster(layout, binaries, account, version, template);
    return "made";
  }

  const stored_version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (stored_version === null) {
    throw new EmbeddedDatabaseError(
      "not_ours",
      `${cluster} is not empty and is not a PostgreSQL database. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  const major = version.split(".")[0]!;
  if (stored_version.trim() !== major) {
    throw new EmbeddedDatabaseError(
      "wrong_version",
      `The database in ${cluster} was made by PostgreSQL ${stored_version.trim()}, and this service carries PostgreSQL ${version}. Run the release that made it and move the data with pg_dump, or set DATABASE_URL to a PostgreSQL ${stored_version.trim()} server with this data.`,
    );
  }
  // A copy or a volume driver may have made the folder readable to others; PostgreSQL refuses to start then.
  if (process.platform !== "win32" && ((await stat(cluster)).mode & 0o027) !== 0) await chmod(cluster, 0o700);
  await transferOwnership(account, data_dir, cluster);
  return "found";
}

async function isEmptyOrAbsent(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}

async function createCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  version: string,
  template: DatabaseTemplate | undefined,
): Promise<void> {
  const { data_dir, cluster } = layout;
  await requireFreeSpace(data_dir, FREE_BYTES_MIN);
  const making = join(data_dir, `${TEMPORARY_PREFIX}${randomBytes(6).toString("hex")}`);
  const initdb = async (...args: string[]) => {
    const { code, output } = await runToEnd(
      buildInvocation(account, binaries.initdb, ["-D", making, "--username=postgres", ...args]),
    );
    if (code === 0) return;
    if (output.includes("No space left on device")) throw diskFull(data_dir);
    throw new EmbeddedDatabaseError(
      "failed",
      `initdb could not make a database in ${data_dir}: ${getLastLines(output)}`,
    );
  };
  try {
    await mkdir(making, { mode: 0o700 });
    // On Windows each database has its own password.
    const is_copy =
      template !== undefined &&
      process.platform !== "win32" &&
      (await unpackTemplate(template, making, version));
    if (is_copy) {
      await transferOwnership(account, data_dir, making);
      // With a sync for each of thousands of files the start waits ten times as long; Linux alone has one for all.
      await initdb("--sync-only", ...(process.platform === "linux" ? ["--sync-method=syncfs"] : []));
    } else {
      // A damaged template leaves files.
      await rm(making, { recursive: true, force: true });
      await mkdir(making, { mode: 0o700 });
      await transferOwnership(account, data_dir, making);
      await initdb(
        ...["--encoding=UTF8", "--no-locale", "--no-instructions"],
        // The same collation and character classes on every machine, whatever its C library.
        ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        ...(await authentication(layout)),
      );
    }
    await rename(making, cluster);
    await syncFolder(data_dir);
  } catch (error) {
    await rm(making, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/**
 * Every process that can reach the private socket is trusted; Windows uses a loopback port and a random password
 * instead.
 */
async function authentication(layout: Layout): Promise<string[]> {
  if (process.platform !== "win32") return ["--auth-local=trust", "--auth-host=reject"];
  await writeFile(layout.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return ["--auth=scram-sha-256", `--pwfile=${layout.password}`];
}

/** initdb syncs its own files; the new name in the parent folder must be synced here. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function getLastLines(output: string): string {
  return output.trim().split("\n").slice(-5).join(" / ");
}
