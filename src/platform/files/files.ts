/**
 * Files are content-addressed behind this port: the SHA-256 of the bytes is the name, so writing twice is
 * writing once. A local folder by default.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";

export interface Files {
  /** Store bytes durably; answers their SHA-256 in hex. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, or undefined when no such file is stored. */
  get(sha256: string): Promise<Buffer | undefined>;
}

const SHA256 = /^[0-9a-f]{64}$/;

export function localFiles(folder: string): Files {
  const placeOf = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256);
  return {
    async put(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const place = placeOf(sha256);
      if (
        await stat(place).then(
          () => true,
          () => false,
        )
      )
        return sha256;
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
      return sha256;
    },
    async get(sha256) {
      if (!SHA256.test(sha256)) return undefined;
      return readFile(placeOf(sha256)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
    },
  };
}
