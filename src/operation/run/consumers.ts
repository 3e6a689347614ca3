/** Runs what families declare beside operations and jobs: consumers of the event log, each in one process at a time, and workers. */
import { randomUUID } from "node:crypto";
import { buildJobActor } from "../caller/job-actor.ts";
import type { ConsumerContext } from "../define/consumer.ts";
import type { Operation } from "../define/define.ts";
import type { Runtime } from "../define/runtime.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import { startEventConsumer } from "../records/event-consumers.ts";
import { startInvocation } from "./invocation.ts";
import { buildContext } from "./run.ts";
import { runTransaction } from "./transaction.ts";

export function startConsumers(runtime: Runtime): { stop(): Promise<void> } {
  const running = [...runtime.registry.consumers.values()].map((consumer) => {
    const context = buildConsumerContext(runtime, consumer.name);
    return startEventConsumer(runtime, consumer.name, (events) => consumer.handle(context, events), {
      kinds: consumer.listKinds(runtime.registry),
    });
  });
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}

export function startWorkers(runtime: Runtime): { stop(): Promise<void> } {
  const running = [...runtime.registry.workers.values()].map((worker) =>
    worker.start({ runtime, transaction: buildConsumerContext(runtime, worker.name).transaction }),
  );
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}

/** `name` is the operation of the events and audit entries that its transactions write. */
export function buildConsumerContext(runtime: Runtime, name: string): ConsumerContext {
  const operation = { name, refusals: {}, effect: "write" } as unknown as Operation;
  return {
    registry: runtime.registry,
    notify: runtime.signals.notify,
    async transaction(business_id, work) {
      const actor = await buildJobActor(runtime, business_id);
      const request = {
        id: randomUUID(),
        surface: "job" as const,
        address: "",
        language: "",
        user_agent: "",
      };
      const invocation = startInvocation(runtime, { operation, actor, input: {}, request });
      const result = await runTransaction(invocation, {
        claim: null,
        run: (db, emitted, jobs) => work(buildContext(invocation, db, { emitted, jobs })),
        // Most events change nothing that a consumer writes.
        audit: (_answer, emitted) =>
          emitted.length === 0
            ? []
            : [buildAuditEntry(invocation, { outcome: "done", emitted, business_id })],
      });
      if (result.kind === "replay")
        throw new Error("A transaction without an idempotency key has no replay.");
      return result.answer as Awaited<ReturnType<typeof work>>;
    },
  };
}
