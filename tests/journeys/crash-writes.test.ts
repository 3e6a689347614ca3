/**
 * kill -9 of the service and of the database during writes: every acknowledged write is stored, once. The writes take turns:
 * orders, whose numbers come from a range, and watches of them; warehouses; employees and a change of their preset; an import,
 * which is tried in a dry run before it is written, and half of the time left at that.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);

const service = await killableService({ RATE_LIMITS: "off" });
const headers = await service.as("admin@rounds.example");
const RANGE = { name: "Kill", prefix: "KILL", digits: 8, check_digit: "none", first: 1, last: 99_999_999 };
const PER_PAGE = 200;
const IMPORT_DAY = "2099-02-01";

/** Answers the body of a write with a key of its own, which the retries of a client share. */
async function write(method: string, url: string, body: object) {
  const keyed = { ...headers, "idempotency-key": randomUUID() };
  const answer = await service.request(method, url, body, keyed);
  assert.ok(answer.status < 300, `${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** All rows of a list. */
async function list<Row>(url: string, member: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const paged = `${url}?per_page=${PER_PAGE}&page=${page}`;
    const { body } = await service.request("GET", paged, undefined, headers);
    rows.push(...body[member]);
    if (rows.length >= body.total) return rows;
  }
}

function assertSame(what: string, stored_refs: readonly string[], acknowledged: Iterable<string>): void {
  assert.deepEqual(stored_refs.toSorted(), [...acknowledged].sort(), `${what}: stored and acknowledged`);
}

test(`${ROUNDS} rounds of kill -9 lose or duplicate no acknowledged write, and every event reaches a consumer`, async () => {
  const acknowledged = new Map<string, { order_id: number; tracking_number: string }>();
  const watched = new Set<string>();
  const warehouses = new Set<string>();
  const presets = new Map<string, string>();
  const imported = new Map<string, string>();
  const read = new Map<number, number>();
  const { range } = await write("POST", "/api/v1/tracking/numbers/ranges", RANGE);
  await write("PUT", "/api/v1/client/settings", { settings: { number_range_id: range.id } });
  const present = await list<{ code: string }>("/api/v1/wms/warehouses", "warehouses");
  for (const { code } of present) warehouses.add(code);
  let turn = 0;
  let cursor: string | undefined;

  await service.rounds(
    ROUNDS,
    async () => {
      const key = randomUUID();
      turn += 1;
      if (turn % 4 === 3) {
        const orders = [1, 2, 3].map((n) => ({
          ref: `${key}/${n}`,
          scheduled_date: IMPORT_DAY,
          dropoff: { line1: `Quadra ${n}`, city: "Brasília", lat: -15.7, lng: -47.8 },
        }));
        const url = "/api/v1/client/batchOrderCreate";
        const tried = await service.request("POST", url, { orders }, { ...headers, "x-dry-run": "1" });
        assert.equal(tried.status, 200, JSON.stringify(tried.body));
        if (turn % 8 === 3) return;
        const creation: { orders: { ref: string; tracking_number: string }[] } = await write("POST", url, {
          orders,
        });
        for (const [index, { tracking_number }] of creation.orders.entries())
          imported.set(orders[index]?.ref ?? "", tracking_number);
        return;
      }
      if (turn % 4 === 0) {
        const place = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };
        const code = `W-${key.slice(0, 13).toUpperCase()}`;
        await write("POST", "/api/v1/wms/warehouses", { code, name: key, place });
        warehouses.add(code);
        return;
      }
      if (turn % 4 === 1) {
        const email = `${key}@kill.example`;
        const employee = { name: key, email, preset: "dispatcher" };
        const { employee_id } = await write("POST", "/api/v1/user/employees", employee);
        presets.set(email, "dispatcher");
        await write("PATCH", `/api/v1/user/employees/${employee_id}`, { preset: "counter" });
        presets.set(email, "counter");
        return;
      }
      const order = {
        ref: key,
        scheduled_date: "2099-01-01",
        dropoff: { line1: "Quadra 1", city: "Brasília", lat: -15.7, lng: -47.8 },
      };
      const body = await write("POST", "/api/v1/client/orderCreate", order);
      acknowledged.set(key, body);
      const { tracking_number } = body;
      await write("POST", `/api/v1/tracking/${tracking_number}/watch`, {});
      watched.add(tracking_number);
    },
    async () => {
      cursor = await drain(cursor, read);
    },
  );

  for (const [key, { order_id, tracking_number }] of acknowledged) {
    const { status, body } = await service.request(
      "GET",
      `/api/v1/client/orders/${order_id}`,
      undefined,
      headers,
    );
    assert.equal(status, 200, `Order ${order_id} of key ${key} was acknowledged and is gone.`);
    assert.equal(body.order.tracking_number, tracking_number);
    assert.equal(body.order.ref, key);
    assert.equal(
      read.get(order_id),
      1,
      `The reader was told ${read.get(order_id) ?? 0} times of order ${order_id}.`,
    );
  }
  // An idempotency key that was retried created one order.
  const total = await service.request(
    "GET",
    "/api/v1/client/orders?per_page=1&date_from=2099-01-01&date_to=2099-01-01",
    undefined,
    headers,
  );
  assert.equal(total.body.total, acknowledged.size);

  assertSame("Orders of imports", await listImported(), imported.keys());

  const numbers = [
    ...[...acknowledged.values()].map(({ tracking_number }) => tracking_number),
    ...imported.values(),
  ];
  assert.equal(new Set(numbers).size, numbers.length, "a number of the range was given twice");
  assert.ok(numbers.every((number) => /^KILL\d{8}$/.test(number)));
  // A write that was rolled back leaves no gap in the range.
  const [after] = await list<{ remaining: number }>("/api/v1/tracking/numbers/ranges", "ranges");
  assert.equal(after?.remaining, RANGE.last - numbers.length);
  assertSame(
    "Watches",
    (await list<{ tracking_number: string }>("/api/v1/tracking/watches", "watches")).map(
      ({ tracking_number }) => tracking_number,
    ),
    watched,
  );
  assertSame(
    "Warehouses",
    (await list<{ code: string }>("/api/v1/wms/warehouses", "warehouses")).map(({ code }) => code),
    warehouses,
  );
  const employees = await list<{ email: string; preset: string | null }>(
    "/api/v1/user/employees",
    "employees",
  );
  assertSame(
    "Presets",
    employees.flatMap(({ email, preset }) => (email.endsWith("@kill.example") ? `${email} ${preset}` : [])),
    [...presets].map(([email, preset]) => `${email} ${preset}`),
  );
});

/** References of the orders of the day on which imports are scheduled. */
async function listImported(): Promise<string[]> {
  const refs: string[] = [];
  for (let page = 1; ; page += 1) {
    const url = `/api/v1/client/orders?per_page=${PER_PAGE}&page=${page}&date_from=${IMPORT_DAY}&date_to=${IMPORT_DAY}`;
    const { body } = await service.request("GET", url, undefined, headers);
    refs.push(...body.orders.map(({ ref }: { ref: string }) => ref));
    if (refs.length >= body.total) return refs;
  }
}

interface Feed {
  next: string;
  caught_up: boolean;
  events: { kind: string; subject_id: string }[];
}

async function feed(position: string | undefined): Promise<Feed> {
  const after = position === undefined ? "" : `&after=${encodeURIComponent(position)}`;
  const { status, body } = await service.request(
    "GET",
    `/api/v1/events?limit=1000${after}`,
    undefined,
    headers,
  );
  assert.equal(status, 200);
  return body;
}

/** A consumer of the event log that stores only its cursor, and counts the events of each order. */
async function drain(from: string | undefined, read: Map<number, number>): Promise<string> {
  let cursor = from;
  for (;;) {
    const page = await feed(cursor);
    for (const event of page.events) {
      if (event.kind !== "order.created") continue;
      const id = Number(event.subject_id);
      read.set(id, (read.get(id) ?? 0) + 1);
    }
    cursor = page.next;
    if (page.caught_up) return cursor;
  }
}
