/**
 * Why the embedded database cannot run, for the person who started the service: every message names the path or the
 * setting to change. ⏎
 *
 * - `no_binaries`: no PostgreSQL for this platform, or its files cannot be completed or run.
 * - `no_account`: this process is root and found no other user to run PostgreSQL as.
 * - `in_use`: another process serves the data folder.
 * - `unwritable`, `disk_full`: the folder cannot be written, or its disk is full.
 * - `not_ours`: the folder contains something we did not create or may not open.
 * - `wrong_version`: the folder was created by another major version of PostgreSQL.
 * - `failed`: PostgreSQL refused for another reason; the message quotes it.
 * - `stopped`: `stop()` was called while the server was starting.
 */
export type EmbeddedDatabaseFault =
  | "no_binaries"
  | "no_account"
  | "in_use"
  | "unwritable"
  | "disk_full"
  | "not_ours"
  | "wrong_version"
  | "failed"
  | "stopped";

export class EmbeddedDatabaseError extends Error {
  readonly fault: EmbeddedDatabaseFault;

  constructor(fault: EmbeddedDatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedDatabaseError";
    this.fault = fault;
  }
}

export function diskFull(path: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    "disk_full",
    `The disk that holds ${path} is full: the embedded database needs about 100 MB for itself and room to grow. Free some space, or set DATA_DIR to another disk, or DATABASE_URL to another PostgreSQL.`,
    { cause },
  );
}

/** Maps a file system error that occurred while preparing `path` to a fault; returns other errors unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(path, error);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST") {
    return new EmbeddedDatabaseError(
      "unwritable",
      `The data folder ${path} cannot be written (${(error as Error).message}). Give this user write access to it, or set DATA_DIR to a folder it may write, or DATABASE_URL to another PostgreSQL.`,
      { cause: error },
    );
  }
  return error;
}
