/** Attention items in tests: reads the event log as the consumer of the service does, but for one business and at once. */
import assert from "node:assert/strict";
import { runDue } from "#operation/due/run-due.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { type Cursor, readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { runSchedule } from "./jobs.ts";
import type { TestBusiness, TestService } from "./service.ts";

const CONSUMER = "dispatch.read-causes";

export interface TestItem {
  id: number;
  kind: string;
  state: string;
  version: number;
  severity: string;
  subject_type: string;
  subject_id: number;
  order_id: number | null;
  route_id: number | null;
  facts: Record<string, unknown>;
  since: string;
  cleared_at: string | null;
}

/** How far the log of each business was read. */
const cursors = new Map<number, Cursor>();

/** Reads the events of a business that were not read before. */
export async function readAttention(service: TestService, business_id: number): Promise<void> {
  cursors.set(business_id, await readFrom(service, business_id, cursors.get(business_id) ?? START_CURSOR));
}

/** Reads all events of a business once more: a consumer gets events at least once. */
export async function rereadAttention(
  service: TestService,
  business_id: number,
  arrange: <Event>(events: Event[]) => Event[] = (events) => events,
): Promise<void> {
  await readFrom(service, business_id, START_CURSOR, arrange);
}

async function readFrom(
  { runtime }: TestService,
  business_id: number,
  from: Cursor,
  arrange: <Event>(events: Event[]) => Event[] = (events) => events,
): Promise<Cursor> {
  const consumer = runtime.registry.consumers.get(CONSUMER);
  if (consumer === undefined) throw new Error(`There is no consumer ${CONSUMER}.`);
  const kinds = consumer.listKinds(runtime.registry);
  const context = buildConsumerContext(runtime, CONSUMER);
  let cursor = from;
  do {
    const page = await readPage(runtime.pools.system, cursor, 1000, business_id, kinds);
    if (page.events.length > 0) await consumer.handle(context, arrange(page.events));
    ({ cursor } = page);
  } while (cursor.until !== null);
  return cursor;
}

/** The items of a business after its events were read, oldest first. */
export async function listItems(business: TestBusiness): Promise<TestItem[]> {
  await readAttention(business.service, business.id);
  return business.service.system.rows<TestItem>(
    `select id, kind, state, version, severity, subject_type, subject_id, order_id, route_id, facts, since, cleared_at
     from attention_item where business_id = $1 order by id`,
    [business.id],
  );
}

/** Items of a kind after the events were read, as `state` words, oldest first. */
export const readStates = async (business: TestBusiness, kind: string): Promise<string[]> =>
  (await listItems(business)).filter((item) => item.kind === kind).map(({ state }) => state);

export async function readItem(business: TestBusiness, kind: string): Promise<TestItem> {
  const items_of_kind = (await listItems(business)).filter((item) => item.kind === kind);
  const item = items_of_kind.at(-1);
  assert(item !== undefined, `There is no item ${kind}.`);
  return item;
}

/** Time passes: what is due runs, and the schedule of each minute. */
export async function passTime(service: TestService, milliseconds: number): Promise<void> {
  service.advance(milliseconds);
  await runDue(service.runtime);
  await runSchedule(service, "dispatch.find-causes");
}
