/** Reads a file that a stranger uploads, in a thread of its own: unpacking it takes as long as the file likes, up to a limit. */
import { Refusal } from "#operation/define/refusal.ts";
import { ThreadPool, ThreadsBusy } from "#platform/threads/pool.ts";
import { messages } from "../messages.ts";
import type { ReadFile } from "./read-file.ts";

// One per process: the limited resource is the processor.
const pool = new ThreadPool<Uint8Array, ReadFile>(new URL("./worker.ts", import.meta.url), {
  threads: 1,
  waiting_max: 16,
  time_max_ms: 10_000,
  keeps_threads: true,
  memory_max_mb: 512,
});

/** Null where reading takes too long. Refuses `busy` when too many files wait. */
export async function readUpload(bytes: Uint8Array): Promise<ReadFile | null> {
  try {
    return await pool.run(bytes);
  } catch (error) {
    if (!(error instanceof ThreadsBusy)) throw error;
    if (error.reason !== "full") return null;
    throw new Refusal("busy", "unavailable", {
      message: messages.too_many_checked,
      headers: { "retry-after": "1" },
    });
  }
}
