import { readFile, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export interface FileLock {
  /** Call once. */
  release(): Promise<void>;
}

/** The lock was not taken. */
export type LockFailure =
  | { kind: "in_use"; by: string }
  /** The folder cannot be written, or its disk knows no locks. */
  | { kind: "unwritable"; cause: unknown };

/**
 * Locks `<path>.lock` for one process. Node has no `flock`, but its built-in SQLite locks its file with the kernel:
 * the lock ends with the process however it ends, so there are no stale locks and no pids to check, and it holds
 * between containers that share a volume of one machine. The file stays empty. `<path>.pid` next to it only says
 * a refused caller which process has the lock.
 */
export async function takeFileLock(path: string): Promise<{ lock: FileLock } | { failure: LockFailure }> {
  const holder_path = `${path}.pid`;
  try {
    const database = await lockDatabase(`${path}.lock`);
    if (database === null) {
      const holder = (await readFile(holder_path, "utf8").catch(() => "")).trim();
      const by = /^\d+$/.test(holder) ? `process ${holder}` : "another process";
      return { failure: { kind: "in_use", by } };
    }
    try {
      await writeFile(holder_path, `${process.pid}\n`);
    } catch (error) {
      database.close();
      throw error;
    }
    const release = async () => {
      await rm(holder_path, { force: true });
      database.close();
    };
    return { lock: { release } };
  } catch (cause) {
    return { failure: { kind: "unwritable", cause } };
  }
}

/** Extended codes of the same kind add multiples of 256. Source: https://www.sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;

/**
 * The open, locked file, or null when another process has it. Tried a few times at random intervals: SQLite takes
 * this lock in steps, so that of two simultaneous attempts both can fail.
 */
async function lockDatabase(path: string): Promise<DatabaseSync | null> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path);
      database.exec("pragma journal_mode = memory; begin exclusive");
      return database;
    } catch (cause) {
      database?.close();
      if (((cause as { errcode?: number }).errcode ?? 0) % 256 !== SQLITE_BUSY) throw cause;
    }
    await sleep(10 + Math.random() * 60);
  }
  return null;
}
