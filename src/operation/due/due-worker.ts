/**
 * Runs due tasks in a worker process: sleeps until the next one, and looks earlier when an earlier one is set. Any
 * number of processes do so; each row is run by one of them.
 */
import { openSignalWait } from "#platform/db/signal-wait.ts";
import type { Runtime } from "../define/runtime.ts";
import { DUE_CHANNEL, POLL_MS } from "./due-tasks.ts";
import { type DuePass, runDue } from "./run-due.ts";
import { setFirstRuns } from "./schedules.ts";

/** After a pass that found rows in the hands of another process, or failed as a whole. */
const PAUSE_MS = 1_000;
/** A process whose last pass is older than this is reported as not ready. */
const LATE_MS = 3 * POLL_MS;

export interface DueWorker {
  /** When no pass has ended for three minutes: a sentence about it. */
  fault(): string | undefined;
  /** Resolves when the rows that are being run are finished; no more are taken. */
  stop(): Promise<void>;
}

export function startDueWorker(runtime: Runtime): DueWorker {
  let passed_at = performance.now();
  let first_runs_at = Number.NEGATIVE_INFINITY;
  const waiting = openSignalWait(runtime.signals, DUE_CHANNEL);

  async function run(): Promise<void> {
    while (!waiting.is_stopped) {
      waiting.clear();
      let pause_ms = PAUSE_MS;
      try {
        // New businesses need theirs too.
        if (performance.now() - first_runs_at >= POLL_MS) {
          await setFirstRuns(runtime);
          first_runs_at = performance.now();
        }
        pause_ms = choosePause(await runDue(runtime, () => waiting.is_stopped), runtime.now());
        passed_at = performance.now();
      } catch (error) {
        if (!waiting.is_stopped) runtime.log.error({ err: error }, "due tasks could not be read");
      }
      await waiting.wait(pause_ms);
    }
  }

  const running = run();
  return {
    fault: () =>
      performance.now() - passed_at > LATE_MS ? "Due tasks have not been run for minutes." : undefined,
    async stop() {
      waiting.stop();
      await running;
    },
  };
}

/** A row that is due and was not run is another process's, which may fail or die. */
function choosePause({ next_at }: DuePass, now: Date): number {
  if (next_at === null) return POLL_MS;
  const until_next_ms = next_at.getTime() - now.getTime();
  return until_next_ms <= 0 ? PAUSE_MS : Math.min(until_next_ms, POLL_MS);
}
