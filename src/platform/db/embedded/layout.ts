import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, realpath, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Account, transferOwnership } from "./account.ts";
import { diskFull, EmbeddedDatabaseError, explainFileError } from "./errors.ts";

/** Paths inside a data folder; other parts of the service may store their own files there too. */
export interface Layout {
  data_dir: string;
  /** PostgreSQL's data folder, its `-D`. */
  cluster: string;
  log: string;
  /** Windows only: the password of the loopback port. */
  password: string;
}

/** The port in the name of a Unix socket; a TCP port is opened only on Windows. */
export const PORT = 5432;

/** Creates the folder when it is missing and checks that it is writable. Throws `unwritable`, `disk_full`. */
export async function openDataFolder(path: string): Promise<Layout> {
  const resolved_path = resolve(path);
  try {
    await mkdir(resolved_path, { recursive: true });
    const data_dir = await realpath(resolved_path);
    const probe = join(data_dir, `probe-${process.pid}-${Math.random().toString(36).slice(2)}`);
    try {
      await writeFile(probe, "can this folder be written?\n");
    } finally {
      await rm(probe, { force: true });
    }
    return {
      data_dir,
      cluster: join(data_dir, "postgres"),
      log: join(data_dir, "postgres.log"),
      password: join(data_dir, "postgres.password"),
    };
  } catch (error) {
    throw explainFileError(error, resolved_path);
  }
}

/** Throws `disk_full` when the disk of `path` has fewer free bytes. */
export async function requireFreeSpace(path: string, bytes: number): Promise<void> {
  const disk = await statfs(path);
  if (disk.bavail * disk.bsize < bytes) throw diskFull(path);
}

/** The full socket path must fit in `sun_path`: 108 bytes with the terminating zero on Linux, 104 elsewhere. */
const SOCKET_PATH_MAX = process.platform === "linux" ? 107 : 103;

export function buildSocketPath(socket_dir: string): string {
  return join(socket_dir, `.s.PGSQL.${PORT}`);
}

/**
 * Creates the private folder of the socket: in the data folder, or, when that path is too long, in the system's
 * temporary folder, named after the data folder. Access to the folder is the only authentication, so it must belong
 * to the server alone. Throws `not_ours`.
 */
export async function openSocketFolder(data_dir: string, account: Account): Promise<string> {
  const short_name = `packhorse-${createHash("sha256").update(data_dir).digest("hex").slice(0, 16)}`;
  const choices = [join(data_dir, "postgres-socket"), join(tmpdir(), short_name), join("/tmp", short_name)];
  const socket_dir = choices.find((choice) => Buffer.byteLength(buildSocketPath(choice)) <= SOCKET_PATH_MAX)!;

  await mkdir(socket_dir, { recursive: true, mode: 0o700 });
  const stats = await lstat(socket_dir);
  const runner = account.kind === "other" ? account.uid : process.geteuid!();
  const owned = stats.uid === runner || stats.uid === process.geteuid!();
  if (!stats.isDirectory() || !owned) {
    throw new EmbeddedDatabaseError(
      "not_ours",
      `${socket_dir}, the folder of the database's socket, is not a folder of this user. Remove it, or set DATA_DIR to a shorter path, or TMPDIR to a folder of your own.`,
    );
  }
  await chmod(socket_dir, 0o700);
  await transferOwnership(account, data_dir, socket_dir);
  return socket_dir;
}
