import { join } from "node:path";
import { type FileLock, takeFileLock } from "../../processes/lock-file.ts";
import { EmbeddedDatabaseError } from "./errors.ts";

/** Locks a data folder for one service. Throws `in_use`. */
export async function takeServiceLock(data_dir: string): Promise<FileLock> {
  const path = join(data_dir, "service");
  const result = await takeFileLock(path);
  if ("lock" in result) return result.lock;
  const { failure } = result;
  if (failure.kind === "in_use")
    throw new EmbeddedDatabaseError(
      "in_use",
      `The data folder ${data_dir} is in use by ${failure.by}; set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL that several processes can share.`,
    );
  const { cause } = failure;
  throw new EmbeddedDatabaseError(
    "unwritable",
    `${path}.lock cannot be locked (${(cause as Error).message}). See that this user may write it and that its disk knows locks, or set DATA_DIR or DATABASE_URL.`,
    { cause },
  );
}
