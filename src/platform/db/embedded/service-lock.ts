import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./errors.ts";

export interface ServiceLock {
  /** Call once. */
  release(): Promise<void>;
}

/**
 * Locks a data folder for one service. Node has no `flock`, but its built-in SQLite locks its file with the kernel:
 * the lock ends with the process however it ends, so there are no stale locks and no pids to check, and it holds
 * between containers that share a volume of one machine. The file stays empty. `service.pid` next to it only says
 * a refused caller which process holds the lock. Throws `in_use`.
 */
export async function takeServiceLock(data_dir: string): Promise<ServiceLock> {
  const holder_path = join(data_dir, "service.pid");
  const lock_path = join(data_dir, "service.lock");
  const database = await lock(lock_path);
  if (database === null) {
    const holder = (await readFile(holder_path, "utf8").catch(() => "")).trim();
    const by = /^\d+$/.test(holder) ? `process ${holder}` : "another process";
    throw new EmbeddedDatabaseError(
      "in_use",
      `The data folder ${data_dir} is in use by ${by}; set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL that several processes can share.`,
    );
  }
  try {
    await writeFile(holder_path, `${process.pid}\n`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    async release() {
      await rm(holder_path, { force: true });
      database.close();
    },
  };
}

/** Extended codes of the same kind add multiples of 256. Source: https://www.sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;

/**
 * The open, locked file, or null when another process holds it. Tried a few times at random intervals: SQLite takes
 * this lock in steps, so that of two simultaneous attempts both can fail.
 */
async function lock(path: string): Promise<DatabaseSync | null> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path);
      database.exec("pragma journal_mode = memory; begin exclusive");
      return database;
    } catch (cause) {
      database?.close();
      if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) {
        throw new EmbeddedDatabaseError(
          "unwritable",
          `${path} cannot be locked (${(cause as Error).message}). See that this user may write it and that its disk knows locks, or set DATA_DIR or DATABASE_URL.`,
          { cause },
        );
      }
    }
    await sleep(10 + Math.random() * 60);
  }
  return null;
}
