/** Consumers of the event log in tests: they read the events of one business at once. */
import assert from "node:assert/strict";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { readPage, START_CURSOR } from "#platform/db/event-log.ts";
import type { TestBusiness } from "./service.ts";

/** All events of the business, from the first one: a consumer gets events at least once. */
export async function runConsumer(
  { id, service: { runtime } }: Pick<TestBusiness, "id" | "service">,
  name: string,
): Promise<void> {
  const consumer = runtime.registry.consumers.get(name);
  assert.ok(consumer, `There is no consumer ${name}.`);
  const kinds = consumer.listKinds(runtime.registry);
  const { events } = await readPage(runtime.pools.system, START_CURSOR, 1000, id, kinds);
  await consumer.handle(buildConsumerContext(runtime, name), events);
}
