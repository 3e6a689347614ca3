/**
 * Why the embedded database cannot run, in words for the person who started the service: every message
 * names the path or the setting to change.
 *
 * - `no_binaries`: no PostgreSQL for this platform, or its files cannot be completed or run.
 * - `no_account`: we are root and found no way to run PostgreSQL as somebody else.
 * - `in_use`: another process serves the data folder.
 * - `unwritable`, `disk_full`: the folder cannot be written, or its disk has no room.
 * - `not_ours`: the folder holds something we did not make or may not open.
 * - `wrong_version`: the folder was made by another major version of PostgreSQL.
 * - `failed`: PostgreSQL refused for another reason; the message quotes it.
 * - `stopped`: `stop()` was called while the server was coming up.
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

/** Turn a file system error met while preparing `path` into the fault it means; other errors pass as they are. */
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
