/**
 * Whether the bytes of a file are what its sender says. Binary types are recognized by their signatures; text has none, so it
 * must be valid in its format from the first byte to the last.
 */
import type { ContentFault } from "./content-fault.ts";
import type { MediaType } from "./media-types.ts";
import { PIXELS_MAX, readPictureSize } from "./picture-size.ts";
import { checkContent } from "./reader.ts";

/** The first bytes of what is stored as it is and never parsed: no process is asked for these. */
const SIGNATURES: Partial<Record<MediaType, (start: string) => boolean>> = {
  "image/png": (start) => start.startsWith("\x89PNG\r\n\x1a\n"),
  "image/jpeg": (start) => start.startsWith("\xff\xd8\xff"),
  "image/webp": (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8),
  "application/pdf": (start) => start.startsWith("%PDF-"),
};

/** Rejects with `ThreadsBusy` when too many files are checked at once, or one takes too long or too much memory. */
export async function findContentFault(bytes: Uint8Array, claimed: MediaType): Promise<ContentFault | null> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength)).toString(
    "latin1",
  );
  if (SIGNATURES[claimed]?.(start) !== true) return checkContent(bytes, claimed);
  const size = readPictureSize(bytes);
  if (size === undefined || size.width * size.height <= PIXELS_MAX) return null;
  const { width, height } = size;
  return { kind: "too_large", fault: { code: "pixels", width, height, millions: PIXELS_MAX / 1_000_000 } };
}
