/**
 * An order as of a past time equals the response at that time, whatever changed since.
 *
 * `AS_OF_RUNS=1000 AS_OF_SEED=7 node --test src/domain/orders/orders/lifecycle/as-of.test.ts` for the long run.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { revokeAssignments } from "#domain/fleet/assignments/operations/revoke-assignments.ts";
import { cancelRoute } from "#domain/planning/routes/operations/cancel-route.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { unreleaseRoute } from "#domain/planning/routes/operations/unrelease-route.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { applyFact } from "#tests/support/orders.ts";
import { createProvider, type Signer } from "#tests/support/provider.ts";
import { dateIn } from "#tests/support/samples.ts";
import { catchRefusal, type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
import { commandOrdersBulk } from "../operations/command-orders-bulk.ts";
import { getOrder } from "../operations/get-order.ts";
import { getOrderHistory } from "../operations/get-order-history.ts";
import { rerouteOrder } from "../operations/reroute-order.ts";
import { updateDeliveryInstruction } from "../operations/update-delivery-instruction.ts";
import { updateOrder } from "../operations/update-order.ts";
import { updateOrderNote } from "../operations/update-order-note.ts";
import { updateTimeWindows } from "../operations/update-time-windows.ts";
import { voidOrderEvent } from "../operations/void-order-event.ts";
import type { OrderCommand } from "./status.ts";

const RUNS = Number(process.env["AS_OF_RUNS"] ?? 15);
const SEED = Number(process.env["AS_OF_SEED"] ?? 20_261_122);
const MINUTE_MS = 60_000;

const service = await testService();
service.freezeClock();

interface Fixture {
  business: TestBusiness;
  order_id: number;
  tracking_number: string;
  parcel_ids: number[];
  driver_id: number;
  route_id: number | null;
  contractors: TestPerson[];
  customer: TestPerson;
  carrier: Signer;
}

const ACTIVITIES = [
  "hold",
  "release",
  "cancel",
  "start_return",
  "receive",
  "raise_exception",
  "reattempt",
] as const;
const FACTS: OrderCommand[] = ["pick_up", "load", "depart", "arrive", "fail", "complete", "receive"];
const CUSTODIES = ["driver", "vehicle", "warehouse", "recipient"] as const;

/** Changes of an order; `n` is an arbitrary number that varies the input. */
const CHANGES: Record<string, (fixture: Fixture, n: number) => Promise<unknown>> = {
  note: ({ business, order_id }, n) =>
    business.as("employee")(updateOrderNote, { order_id, note: n % 4 === 0 ? "" : `note ${n}` }),
  instruction: ({ business, order_id }, n) =>
    business.as("employee")(updateDeliveryInstruction, { order_id, delivery_instruction: `ring ${n % 3}` }),
  window: ({ business }, n) =>
    business.as("employee")(updateTimeWindows, {
      items: [
        {
          ref: "AS-OF",
          window_start: `${dateIn(5)}T${10 + (n % 9)}:00:00-03:00`,
          window_end: `${dateIn(5)}T20:00:00-03:00`,
        },
      ],
      ...(n % 2 === 0 ? { schedule_date: dateIn(5 + (n % 5)) } : {}),
    }),
  correct: ({ business, order_id, parcel_ids }, n) =>
    business.as("employee")(updateOrder, {
      order_id,
      ...(n % 2 === 0
        ? {
            dropoff: {
              line1: `SQS ${300 + n}`,
              phone: n % 4 === 0 ? "" : `+55 61 ${n}`,
              lat: -15.8 - n / 1000,
              lng: -47.9,
            },
          }
        : { scheduled_date: dateIn(36 + (n % 5)), ref: n % 3 === 0 ? null : `AS-OF-${n}` }),
      ...(n % 3 === 0
        ? {
            parcels: [
              { id: parcel_ids[n % 2] ?? 0, weight_g: 100 * n, length_mm: n % 6 === 0 ? null : n + 1 },
            ],
          }
        : {}),
      ...(n % 5 === 0
        ? { requirements: { skills: [`S${n}`], pin: n % 10 === 0 ? "1234" : null }, cod_minor: n }
        : {}),
      insured_value_minor: n,
    }),
  activity: ({ business, order_id }, n) =>
    business.as("client_admin")(commandOrdersBulk, {
      order_ids: [order_id],
      activity: ACTIVITIES[n % ACTIVITIES.length] as (typeof ACTIVITIES)[number],
      reason: `because ${n}`,
    }),
  fact: ({ business, order_id, parcel_ids }, n) => {
    const trigger = FACTS[n % FACTS.length] as OrderCommand;
    return applyFact(business, order_id, {
      trigger,
      occurred_at: new Date(service.now().getTime() - (n % 3) * MINUTE_MS).toISOString(),
      custody: { to: CUSTODIES[n % CUSTODIES.length] as (typeof CUSTODIES)[number], ref: null },
      ...(n % 5 === 0 ? { parcel_ids: parcel_ids.slice(0, 1) } : {}),
      ...(trigger === "fail"
        ? { set: { attempts: 1, return_reason: { code: `R${n % 2}`, version: 1, note: `gate ${n}` } } }
        : {}),
    });
  },
  assign: ({ business, order_id, contractors }, n) =>
    business.as("client_admin")(assignOrders, {
      order_ids: [order_id],
      broker_id: contractors[n % contractors.length]?.account_id ?? 0,
      note: `for ${n}`,
    }),
  revoke: ({ business, order_id }, n) =>
    business.as("client_admin")(revokeAssignments, { order_ids: [order_id], reason: `back ${n}` }),
  route: async (fixture) => {
    const created_route = await fixture.business.as("client_admin")(createRoute, {
      order_ids: [fixture.order_id],
      driver_id: fixture.driver_id,
    });
    fixture.route_id = created_route.route.id;
  },
  release_route: ({ business, route_id }) =>
    business.as("client_admin")(releaseRoute, { route_id: route_id ?? 1 }),
  unrelease_route: ({ business, route_id }) =>
    business.as("client_admin")(unreleaseRoute, { route_id: route_id ?? 1 }),
  cancel_route: ({ business, route_id }) =>
    business.as("client_admin")(cancelRoute, { route_id: route_id ?? 1 }),
  take_off: ({ business, route_id, order_id }) =>
    business.as("client_admin")(changeRouteOrders, { route_id: route_id ?? 1, remove: [order_id] }),
  reroute: ({ business, order_id }, n) =>
    n % 8 === 0
      ? business.as("client_admin")(rerouteOrder, { order_id, address: { line1: `Elsewhere ${n}` } })
      : Promise.resolve(),
  void_event: async ({ business, order_id }, n) => {
    const { events } = await business.as("client_admin")(getOrderHistory, { order_id });
    const { seq } = events[n % events.length] as { seq: number };
    await business.as("client_admin")(voidOrderEvent, { order_id, seq, reason: "wrong" });
  },
  carrier: async ({ carrier, tracking_number }, n) => {
    const codes = ["in_transit", "received", "delivered", "exception"];
    const answer = await carrier.ingest({
      subject: tracking_number,
      occurred_at: new Date(service.now().getTime() - (n % 2) * MINUTE_MS).toISOString(),
      status_code: `otep:core:${codes[n % codes.length]}`,
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  },
};

async function fixture(): Promise<Fixture> {
  const business = await service.business();
  const customer = await business.customer();
  const { id: order_id, tracking_number } = await business.order({
    ref: "AS-OF",
    customer_id: customer.id,
    note: "fragile",
    parcels: [{ weight_g: 100 }, { weight_g: 200 }],
    dropoff: {
      name: "Ana",
      line1: "SQS 308 Bloco C",
      city: "Brasília",
      lat: -15.81,
      lng: -47.9,
      window: { start: `${dateIn(4)}T09:00:00-03:00`, end: `${dateIn(4)}T12:00:00-03:00` },
    },
  });
  const { order } = await business.as("employee")(getOrder, { order_id });
  return {
    business,
    order_id,
    tracking_number,
    parcel_ids: order.parcels.map(({ id }) => id),
    driver_id: (await business.driver()).id,
    route_id: null,
    contractors: [(await business.contractor()).person, (await business.contractor()).person],
    customer: customer.person,
    carrier: await createProvider(business),
  };
}

const changes = fc.array(fc.record({ what: fc.constantFrom(...Object.keys(CHANGES)), n: fc.nat(60) }), {
  minLength: 3,
  maxLength: 14,
});

const walk = (...some: string[]): [{ what: string; n: number }[]] => [some.map((what) => ({ what, n: 0 }))];
/** Sequences that random generation seldom produces. */
const EXAMPLES = [
  walk("route", "release_route", "note", "unrelease_route", "window", "take_off", "cancel_route"),
  walk("assign", "revoke", "instruction", "reroute", "note"),
];

test("an order as of a past time equals the response at that time, in every member", async () => {
  const happened = new Set<string>();
  await fc.assert(
    fc.asyncProperty(changes, async (some) => {
      const own_fixture = await fixture();
      const { business, order_id, customer } = own_fixture;
      const look = async (as_of?: string) => {
        const request = { order_id, ...(as_of === undefined ? {} : { as_of }) };
        return Promise.all([business.as("employee")(getOrder, request), customer.call(getOrder, request)]);
      };
      const answers: { as_of: string; what: string; answer: Awaited<ReturnType<typeof look>> }[] = [];
      for (const { what, n } of [{ what: "created", n: 0 }, ...some]) {
        await CHANGES[what]?.(own_fixture, n).then(
          () => happened.add(what),
          (error) => {
            if (!(error instanceof Refusal)) throw error;
          },
        );
        service.advance(1000);
        answers.push({ as_of: service.now().toISOString(), what, answer: await look() });
        service.advance(MINUTE_MS);
      }
      for (const { as_of, what, answer } of answers)
        assert.deepEqual(
          await look(as_of),
          answer.map((one) => ({ ...one, as_of, erased_members: [] })),
          `after ${what}`,
        );
    }),
    { numRuns: RUNS, seed: SEED, examples: EXAMPLES },
  );
  assert.deepEqual([...happened].sort(), Object.keys(CHANGES).sort());
});

test("members erased since are empty and listed as erased; members that were empty are not listed", async () => {
  const { business, order_id } = await fixture();
  const moments: string[] = [];
  for (const note of ["ask for Ana", "", "ask for Rui"]) {
    service.advance(MINUTE_MS);
    moments.push(service.now().toISOString());
    service.advance(MINUTE_MS);
    await business.as("employee")(updateOrderNote, { order_id, note });
  }
  const notes = () =>
    Promise.all(
      moments.map(async (as_of) => {
        const { order, erased_members } = await business.as("employee")(getOrder, { order_id, as_of });
        return [order.note, erased_members];
      }),
    );
  assert.deepEqual(await notes(), [
    ["fragile", []],
    ["ask for Ana", []],
    ["", []],
  ]);
  await service.system.execute("delete from order_revision where business_id = $1 and version = 2", [
    business.id,
  ]);
  assert.deepEqual(await notes(), [
    ["fragile", []],
    ["", ["note"]],
    ["", []],
  ]);
  const { chain, events } = await business.as("employee")(getOrderHistory, { order_id });
  assert.equal(chain.verified, true);
  assert.doesNotMatch(JSON.stringify(events), /fragile|Ana|Rui/);
  const before = { order_id, as_of: "2020-01-01T00:00:00Z" };
  assert.equal((await catchRefusal(business.as("employee")(getOrder, before))).status, 404);
});
