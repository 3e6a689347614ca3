/**
 * Large documents are validated in a worker thread, one at a time in each process, so that they do not block other
 * requests.
 *
 * Each has its own thread that ends with it: its memory is freed, and a failure affects only that thread.
 */
import { Refusal } from "#operation/define/refusal.ts";
import { type Message, plainMessage } from "#operation/response/messages.ts";
import type { Validation } from "#otep/validate.ts";
import { ThreadPool, ThreadsBusy } from "#platform/threads/pool.ts";
import { messages } from "../messages.ts";
import type { Work, WorkAnswer } from "./worker.ts";

/** Documents in validation and waiting; each is a body of up to 16 MiB in memory. */
export const PENDING_MAX = 4;
/** Far more than 16 MiB need. */
const TIMEOUT_MS = 30_000;
/** 16 MiB of the smallest possible members take less than this when parsed. */
const MEMORY_MAX_MB = 1024;

// One per process on purpose: the limited resource is the processor.
const pool = new ThreadPool<Work, WorkAnswer>(new URL("./worker.ts", import.meta.url), {
  threads: 1,
  waiting_max: PENDING_MAX - 1,
  time_max_ms: TIMEOUT_MS,
  keeps_threads: false,
  memory_max_mb: MEMORY_MAX_MB,
});

/** Number of documents in validation or waiting for it. */
export function countPending(): number {
  return pool.under_way;
}

/** Refuses `busy` if too many wait, `invalid_json` and `payload_too_large`. */
export async function validateInWorker(work: Work): Promise<Validation> {
  const answer = await pool.run(work).catch((error: unknown) => {
    throw error instanceof ThreadsBusy ? busy(messages.validator[error.reason]) : error;
  });
  if (answer.kind === "judged") return answer.validation;
  throw new Refusal(answer.code, answer.refusal, { message: plainMessage(answer.texts, "stored") });
}

function busy(message: Message): Refusal {
  return new Refusal("busy", "unavailable", {
    message,
    headers: { "retry-after": "5" },
  });
}
