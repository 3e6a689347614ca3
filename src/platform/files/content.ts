/**
 * Whether the bytes of a file are what its sender says. Binary types are told by their signatures; text has none, so it
 * must be valid in its format from the first byte to the last.
 */
import { fileTypeFromBuffer } from "file-type";
import { ThreadPool } from "../threads/pool.ts";
import type { MediaType } from "./media-types.ts";
import { checkText, isTextType, type TextType } from "./text-content.ts";

export type ContentFault =
  /** `detected`: the media type that the bytes have; null when nothing is known of them. */
  | { kind: "other_type"; detected: string | null }
  /** `reason` completes "The file ...". */
  | { kind: "malformed"; reason: string };

/** Shorter texts take less time to check than a thread to start. */
const THREAD_OVER_BYTES = 256 * 1024;

const pool = new ThreadPool<{ bytes: Uint8Array; type: TextType }, string | null>(
  new URL("./text-worker.ts", import.meta.url),
  { threads: 1, waiting_max: 16, time_max_ms: 30_000, keeps_threads: false, memory_max_mb: 1024 },
);

/** Rejects with `ThreadsBusy` when too many large texts are checked at once. */
export async function findContentFault(bytes: Uint8Array, claimed: MediaType): Promise<ContentFault | null> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime ?? null;
  if (detected === claimed) return null;
  if (detected !== null || !isTextType(claimed)) return { kind: "other_type", detected };
  const reason =
    bytes.length > THREAD_OVER_BYTES ? await pool.run({ bytes, type: claimed }) : checkText(bytes, claimed);
  return reason === null ? null : { kind: "malformed", reason };
}
