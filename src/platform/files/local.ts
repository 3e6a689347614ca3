/** Files in a local folder. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { buildFilePath, FileStoreUnavailable, type Files, isSha256 } from "./files.ts";

export function createLocalFiles(folder: string): Files {
  return {
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const place = path.join(folder, buildFilePath(sha256));
      if (
        await stat(place).then(
          () => true,
          () => false,
        )
      )
        return sha256;
      try {
        await write(place, bytes);
      } catch (cause) {
        throw unavailable("written", cause);
      }
      return sha256;
    },
    async get(sha256) {
      if (!isSha256(sha256)) return undefined;
      return readFile(path.join(folder, buildFilePath(sha256))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw unavailable("read", error);
      });
    },
  };
}

/** Writes under a temporary name until the file is complete and synced to disk. */
async function write(place: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true });
  const draft = `${place}.${randomUUID()}`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, place);
}

function unavailable(action: "written" | "read", cause: unknown): FileStoreUnavailable {
  const { code } = cause as NodeJS.ErrnoException;
  return new FileStoreUnavailable(`The folder of the files cannot be ${action} (${code ?? "unknown"}).`, {
    cause,
  });
}
