/** Computes in the browser what the service needs to know of a file, so that the file stays on the device. */
import { bytesToHex } from "@noble/hashes/utils";

/** Larger than any document that is issued. */
export const FILE_BYTES_MAX = 64 * 1024 * 1024;

export interface FileFacts {
  sha256: string;
  code?: string;
  content_hash?: string;
}

/** Null where it is no PDF. */
export async function readFileFacts(file: Blob): Promise<FileFacts | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-")) return null;
  const [sha256, { findCodeText, readPdfContents }] = await Promise.all([
    hashBytes(bytes),
    import("../../../../../packages/signed-pdf/contents.ts"),
  ]);
  const contents = readPdfContents(bytes);
  const code = contents === null ? findCodeText(bytes) : contents.code;
  return {
    sha256,
    ...(code === null ? {} : { code }),
    ...(contents === null ? {} : { content_hash: contents.content_hash }),
  };
}

/** WebCrypto is there on secure origins alone. */
async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle !== undefined) return bytesToHex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
  const { sha256 } = await import("@noble/hashes/sha2");
  return bytesToHex(sha256(bytes));
}
