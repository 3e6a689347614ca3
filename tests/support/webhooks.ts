/** Webhooks in tests: a receiver that can be slow, broken or gone, and delivery from the event log to it without background work. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { deliverBatch } from "#domain/tracking/webhooks/deliver.ts";
import { deliverWebhooks } from "#domain/tracking/webhooks/workers/deliver-webhooks.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { type Cursor, readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import type { TestService } from "./service.ts";

interface ReceivedBody {
  id: string;
  type: string;
  timestamp: string;
  data: { subject_type: string; subject_id: string; sequence: number; payload: Record<string, unknown> };
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: ReceivedBody;
  status: number;
}

export interface TestReceiver {
  url: string;
  /** Every request, in the order in which they ended. */
  received: Received[];
  /** The status of the answers from now on, or of each request. */
  answer: number | ((received: Omit<Received, "status">) => number);
  headers: Record<string, string>;
  delay_ms: number;
  /** Awaited before the answer of a request to this path. */
  hold: (path: string) => Promise<void> | undefined;
  stop(): Promise<void>;
  /** Again on the same port. */
  start(): Promise<void>;
}

export async function startReceiver(): Promise<TestReceiver> {
  const receiver = {
    received: [],
    answer: 200,
    headers: {},
    delay_ms: 0,
    hold: () => undefined,
  } as unknown as TestReceiver;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      if (receiver.delay_ms > 0) await wait(receiver.delay_ms);
      await receiver.hold(request.url ?? "");
      const raw = Buffer.concat(chunks).toString("utf8");
      const received_request = {
        path: request.url ?? "",
        headers: request.headers,
        raw,
        body: JSON.parse(raw),
      };
      const status =
        typeof receiver.answer === "number" ? receiver.answer : receiver.answer(received_request);
      receiver.received.push({ ...received_request, status });
      response.writeHead(status, receiver.headers).end(status < 300 ? "thanks" : `answered ${status}`);
    });
  });
  let port = 0;
  receiver.start = () =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  receiver.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await receiver.start();
  receiver.url = `http://127.0.0.1:${port}`;
  after(() => receiver.stop());
  return receiver;
}

/** Receivers of tests have private addresses. */
export function allowPrivateAddresses({ runtime }: TestService): void {
  runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
}

const CONSUMER = "webhooks.fan-out-events";
const cursors = new Map<number, Cursor>();

/** Writes the deliveries of the events of a business that were not read before, or of all once more. */
export async function fanOut({ runtime }: TestService, business_id: number, again = false): Promise<void> {
  const consumer = runtime.registry.consumers.get(CONSUMER);
  if (consumer === undefined) throw new Error(`There is no consumer ${CONSUMER}.`);
  const kinds = consumer.listKinds(runtime.registry);
  const context = buildConsumerContext(runtime, CONSUMER);
  let cursor = (again ? undefined : cursors.get(business_id)) ?? START_CURSOR;
  do {
    const page = await readPage(runtime.pools.system, cursor, 500, business_id, kinds);
    if (page.events.length > 0) await consumer.handle(context, page.events);
    ({ cursor } = page);
  } while (cursor.until !== null);
  cursors.set(business_id, cursor);
}

/** The worker that sends deliveries, for one business: until `stop`. */
export function startDeliveries({ runtime }: TestService, business_id: number): { stop(): Promise<void> } {
  const { system_queries } = runtime;
  const findDueWebhookEndpoints: typeof system_queries.findDueWebhookEndpoints = async (now, limit, except) =>
    (await system_queries.findDueWebhookEndpoints(now, 1000, except))
      .filter((endpoint) => endpoint.business_id === business_id)
      .slice(0, limit);
  const scoped_runtime = { ...runtime, system_queries: { ...system_queries, findDueWebhookEndpoints } };
  const { transaction } = buildConsumerContext(scoped_runtime, deliverWebhooks.name);
  return deliverWebhooks.start({ runtime: scoped_runtime, transaction });
}

/** What is due now for a business, until nothing is: its events are read first. */
export async function deliverDue(service: TestService, business_id: number): Promise<void> {
  await fanOut(service, business_id);
  const { runtime } = service;
  const { transaction } = buildConsumerContext(runtime, "webhooks.deliver");
  for (;;) {
    const due = await runtime.system_queries.findDueWebhookEndpoints(runtime.now(), 1000, []);
    const own_endpoints = due.filter((endpoint) => endpoint.business_id === business_id);
    if (own_endpoints.length === 0) return;
    await Promise.all(
      own_endpoints.map((endpoint) => deliverBatch({ runtime, transaction }, endpoint, () => false)),
    );
  }
}
