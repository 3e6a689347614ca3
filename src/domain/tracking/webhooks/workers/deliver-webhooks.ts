/**
 * Sends deliveries. Each endpoint is served by one process at a time and has a task of its own there, so an endpoint that is slow
 * or dead delays no other.
 */
import { defineWorker, type WorkerContext } from "#operation/define/worker.ts";
import { openSignalWait } from "#platform/db/signal-wait.ts";
import { payAs } from "#platform/fairness/payer.ts";
import { WEBHOOKS_CHANNEL } from "../consumers/fan-out-events.ts";
import { deliverBatch } from "../deliver.ts";
import type { DueEndpoint } from "../system-queries.ts";

/** Endpoints that a process serves at once. */
const ENDPOINTS_MAX = 256;
/** Without a signal the worker looks after this long. */
const POLL_MS = 30_000;
/** An endpoint that another process serves, or whose batch failed, is looked at again after this long. */
const PAUSE_MS = 1000;

export const deliverWebhooks = defineWorker({
  name: "webhooks.deliver",

  start({ runtime, transaction }) {
    const waiting = openSignalWait(runtime.signals, WEBHOOKS_CHANNEL);
    const isStopping = () => waiting.is_stopped;
    const tasks = new Map<number, Promise<void>>();

    function begin(endpoint: DueEndpoint): void {
      const serving = () => serve({ runtime, transaction }, endpoint, isStopping);
      const task = payAs(endpoint.business_id, serving)
        .catch((error) => {
          if (!isStopping())
            runtime.log.error({ err: error, ...endpoint }, "webhooks could not be delivered");
          return false;
        })
        .then(async (is_served) => {
          if (!is_served && !isStopping())
            await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
          tasks.delete(endpoint.id);
          waiting.wake();
        });
      tasks.set(endpoint.id, task);
    }

    async function run(): Promise<void> {
      while (!isStopping()) {
        waiting.clear();
        let pause_ms = PAUSE_MS;
        try {
          const now = runtime.now();
          const [due, next_at] = await Promise.all([
            runtime.system_queries.findDueWebhookEndpoints(now, ENDPOINTS_MAX - tasks.size, [
              ...tasks.keys(),
            ]),
            runtime.system_queries.findNextWebhookTime(now),
          ]);
          for (const endpoint of due) begin(endpoint);
          pause_ms = next_at === null ? POLL_MS : Math.min(POLL_MS, next_at.getTime() - now.getTime());
        } catch (error) {
          if (!isStopping()) runtime.log.error({ err: error }, "waiting webhooks could not be read");
        }
        await waiting.wait(pause_ms);
      }
      await Promise.all(tasks.values());
    }

    const running = run();
    return {
      async stop() {
        waiting.stop();
        await running;
      },
    };
  },
});

/** False when another process serves it. */
async function serve(
  context: WorkerContext,
  endpoint: DueEndpoint,
  isStopping: () => boolean,
): Promise<boolean> {
  const lease = await context.runtime.signals.acquireLease(`webhook:${endpoint.id}`);
  if (lease === undefined) return false;
  try {
    while (!isStopping() && lease.isAlive() && (await deliverBatch(context, endpoint, isStopping))) {
      // The next batch of the same endpoint.
    }
  } finally {
    await lease.release();
  }
  return true;
}
