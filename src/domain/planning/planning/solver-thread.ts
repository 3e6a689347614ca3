/**
 * Solves one problem in a worker thread of its own. The workers of all solvers (`packages/solvers/<name>/worker.ts`) take and
 * send messages of the same form.
 */
import { startWorker } from "#platform/threads/start-worker.ts";

/** The solver refused the problem as contradictory; the message is for the caller. */
export class UnsolvableProblem extends Error {
  override name = "UnsolvableProblem";
}

interface ThreadOptions {
  /** The solver's own time limit. */
  limit_ms: number;
  onProgress?: (progress: unknown) => void;
  /** Polled until the solve is done; true ends it with the best solution so far. */
  isEnough: () => boolean;
  /** Ends the thread at once and without a solution. */
  signal: AbortSignal;
}

type Answer<Solution> =
  | { kind: "progress"; progress: unknown }
  | { kind: "done"; solution: Solution; violations?: readonly unknown[] }
  | { kind: "failed"; message: string; is_invalid_problem: boolean };

const POLL_EVERY_MS = 100;
/** Reading a large problem and writing the solution take time beyond the limit. */
const GRACE_MS = 60_000;

/**
 * Throws `UnsolvableProblem`; rejects with the reason of `signal` when it is aborted. A solution that the independent checker
 * rejects is a bug and is thrown: nobody works by it.
 */
export async function runInThread<Work extends { cancel?: SharedArrayBuffer; checks?: boolean }, Solution>(
  worker_url: URL,
  work: Omit<Work, "cancel" | "checks">,
  { limit_ms, onProgress, isEnough, signal }: ThreadOptions,
): Promise<Solution> {
  const worker = startWorker(worker_url);
  const cancel = new SharedArrayBuffer(4);
  const poll = setInterval(() => {
    if (isEnough()) Atomics.store(new Int32Array(cancel), 0, 1);
  }, POLL_EVERY_MS);
  const { promise, resolve, reject } = Promise.withResolvers<Solution>();
  const limit = setTimeout(
    () => reject(new Error("The solver did not end in its time.")),
    limit_ms + GRACE_MS,
  );
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.on("message", (answer: Answer<Solution>) => {
    if (answer.kind === "progress") onProgress?.(answer.progress);
    else if (answer.kind === "done") {
      const { solution, violations = [] } = answer;
      if (violations.length === 0) resolve(solution);
      else
        reject(
          new Error(`The solver's answer breaks its problem: ${JSON.stringify(violations.slice(0, 10))}`),
        );
    } else
      reject(answer.is_invalid_problem ? new UnsolvableProblem(answer.message) : new Error(answer.message));
  });
  worker.on("error", reject);
  worker.on("exit", (code) => reject(new Error(`The solver's thread ended with ${code}.`)));
  try {
    signal.throwIfAborted();
    worker.postMessage({ ...work, cancel, checks: true });
    return await promise;
  } finally {
    clearInterval(poll);
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
