/** What a file says of itself. */
import { findCodeText, readPdfContents } from "#signed-pdf/contents.ts";

export interface ReadFile {
  code: string | null;
  content_hash: string | null;
}

export function readFile(bytes: Uint8Array): ReadFile {
  const contents = readPdfContents(bytes);
  return {
    code: contents === null ? findCodeText(bytes) : contents.code,
    content_hash: contents?.content_hash ?? null,
  };
}
