/**
 * Large documents are judged in a thread, one at a time in a process, so that other requests go on meanwhile.
 *
 * Each has a thread of its own that ends with it: its memory is given back, and what goes wrong in it stays in it.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "#operation/refusal.ts";
import type { Validation } from "#otep/validate.ts";
import type { Work, WorkAnswer } from "./worker.ts";

/** Judged and waiting together; each is a body of up to 16 MiB in memory. */
export const AT_ONCE_MAX = 4;
/** Far more than 16 MiB take. */
const TIME_MAX_MS = 30_000;
/** Sixteen MiB of the smallest members there are, parsed, are less than this. */
const MEMORY_MAX_MB = 1024;

// One per process by purpose: what is rationed is the processor.
let last: Promise<unknown> = Promise.resolve();
let under_way = 0;

/** How many documents are judged or wait for it. */
export function underWay(): number {
  return under_way;
}

/** Refuses `busy` when too many wait, `invalid_json` and `payload_too_large`. */
export async function judgeInThread(work: Work): Promise<Validation> {
  if (under_way >= AT_ONCE_MAX) throw busy("Too many large documents wait for the validator.");
  under_way += 1;
  const turn = last.then(() => inThread(work));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    under_way -= 1;
  }
}

async function inThread(work: Work): Promise<Validation> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
  // A service that is told to stop does not wait for a document.
  worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<WorkAnswer>();
  const limit = setTimeout(() => reject(busy("The document took too long to judge.")), TIME_MAX_MS);
  worker.on("message", resolve);
  worker.on("error", (error: Error & { code?: string }) =>
    reject(
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? busy("The document takes too much memory to judge.")
        : error,
    ),
  );
  worker.on("exit", (code) => reject(new Error(`The validator's thread ended with ${code}.`)));
  try {
    worker.postMessage(work);
    const answer = await promise;
    if (answer.kind === "judged") return answer.validation;
    throw new Refusal(answer.code, answer.refusal, { message: answer.message });
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
}

function busy(message: string): Refusal {
  return new Refusal("busy", "unavailable", {
    message: `${message} Send it again later, or in parts.`,
    headers: { "retry-after": "5" },
  });
}
