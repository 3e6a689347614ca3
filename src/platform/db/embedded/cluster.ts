import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Account, as, giveTo, run } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, EmbeddedDatabaseError } from "./errors.ts";
import { type Layout, requireRoom } from "./layout.ts";

/** What initdb writes, about 40 MB, and the first log segments beside it. */
const FIRST_ROOM = 100_000_000;

const MAKING = "postgres.making-";

/**
 * See that the cluster exists, is of our version and belongs to the account; make it on first start.
 *
 * It is made beside its place and renamed into it, so `postgres/` is either absent or whole. What an
 * interrupted attempt left has a name of ours and no data, and is removed. Throws `wrong_version`,
 * `not_ours`, `disk_full`, `failed`.
 */
export async function openCluster(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  version: string,
): Promise<"made" | "found"> {
  const { data_dir, cluster } = layout;
  for (const entry of await readdir(data_dir)) {
    if (entry.startsWith(MAKING))
      await rm(join(data_dir, entry), { recursive: true, force: true, maxRetries: 5 });
  }
  if (await isEmptyOrAbsent(cluster)) {
    await makeCluster(layout, binaries, account);
    return "made";
  }

  const found = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (found === null) {
    throw new EmbeddedDatabaseError(
      "not_ours",
      `${cluster} is not empty and is not a PostgreSQL database. Move it away, or set DATA_DIR to another folder.`,
    );
  }
  const major = version.split(".")[0]!;
  if (found.trim() !== major) {
    throw new EmbeddedDatabaseError(
      "wrong_version",
      `The database in ${cluster} was made by PostgreSQL ${found.trim()}, and this service carries PostgreSQL ${version}. Run the release that made it and move the data with pg_dump, or set DATABASE_URL to a PostgreSQL ${found.trim()} server with this data.`,
    );
  }
  // A copy or a volume driver may have opened the folder to others; PostgreSQL refuses to start then.
  if (process.platform !== "win32" && ((await stat(cluster)).mode & 0o027) !== 0) await chmod(cluster, 0o700);
  await giveTo(account, data_dir, cluster);
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

async function makeCluster(layout: Layout, binaries: Binaries, account: Account): Promise<void> {
  const { data_dir, cluster } = layout;
  await requireRoom(data_dir, FIRST_ROOM);
  const making = join(data_dir, `${MAKING}${randomBytes(6).toString("hex")}`);
  await mkdir(making, { mode: 0o700 });
  try {
    await giveTo(account, data_dir, making);
    const args = [
      ...["-D", making, "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-instructions"],
      // The same order and the same letters on every machine, whatever its C library.
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...(await authentication(layout)),
    ];
    const { code, output } = await run(as(account, binaries.initdb, args));
    if (code !== 0) {
      if (output.includes("No space left on device")) throw diskFull(data_dir);
      throw new EmbeddedDatabaseError(
        "failed",
        `initdb could not make a database in ${data_dir}: ${lastLines(output)}`,
      );
    }
    await rename(making, cluster);
    await syncFolder(data_dir);
  } catch (error) {
    await rm(making, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/** Who reaches the private socket is trusted; Windows has a loopback port and a random password instead. */
async function authentication(layout: Layout): Promise<string[]> {
  if (process.platform !== "win32") return ["--auth-local=trust", "--auth-host=reject"];
  await writeFile(layout.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return ["--auth=scram-sha-256", `--pwfile=${layout.password}`];
}

/** initdb syncs its own files; the new name in the parent folder is ours to sync. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function lastLines(output: string): string {
  return output.trim().split("\n").slice(-5).join(" / ");
}
