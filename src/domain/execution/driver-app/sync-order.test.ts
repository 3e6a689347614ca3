/**
 * A tour ends the same, in whatever order its phone uploads what happened.
 *
 * One driver uploads a tour as it happened, another the same tour in any order and in any batches: orders, histories,
 * timelines, stops and route must be equal.
 *
 * `SYNC_RUNS=500 SYNC_SEED=7 node --test src/domain/execution/driver-app/sync-order.test.ts` for the long run. A
 * failure reports its seed and path; set both (`SYNC_SEED`, `SYNC_PATH`) to reproduce it.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { createReason } from "#domain/orders/return-reasons/operations/create-reason.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { getTracking } from "#domain/tracking/tracking/operations/get-tracking.ts";
import { loadTimeline } from "#domain/tracking/tracking/public.ts";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { getRoute } from "./operations/get-route.ts";
import { sync } from "./operations/sync.ts";

const RUNS = Number(process.env["SYNC_RUNS"] ?? 20);
const SEED = Number(process.env["SYNC_SEED"] ?? 20_261_122);
const PATH = process.env["SYNC_PATH"];

const service = await testService();
service.freezeClock();

const MINUTE = 60_000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString("base64");

type Driver = Awaited<ReturnType<TestBusiness["driver"]>> & { file_id: number };

/** What happens at a stop, in this order. */
type Event =
  | "arrive"
  | "complete"
  | "complete_with_photo"
  | "fail"
  | "fail_again"
  | "reject"
  | "skip"
  | "unskip"
  | "note";
const VISITS: Event[][] = [
  ["arrive", "complete"],
  ["arrive", "complete_with_photo"],
  ["complete"],
  ["arrive", "fail"],
  ["arrive", "arrive", "fail", "fail_again"],
  ["arrive", "fail", "complete"],
  ["fail", "fail_again", "complete", "fail"],
  ["arrive", "complete", "arrive", "complete"],
  ["arrive", "complete", "fail"],
  ["arrive", "reject"],
  ["skip", "arrive", "complete"],
  ["skip", "unskip", "arrive", "fail"],
  ["arrive", "skip"],
  ["skip"],
  [],
];

interface TourEvent {
  /** Index of the stop; null for the route. */
  stop: number | null;
  what: Event | "start" | "pause" | "resume" | "finish" | "load" | "load_one";
}

interface Tour {
  stops: number;
  needs_load_check: boolean;
  happenings: TourEvent[];
  /** Indexes of events that a second phone reports too, half a minute later. */
  reported_twice: number[];
  /** Indexes of events whose item is sent twice. */
  sent_twice: number[];
}

const visit = fc.constantFrom(...VISITS);
const pause: fc.Arbitrary<TourEvent[]> = fc.constantFrom(
  [],
  [
    { stop: null, what: "pause" as const },
    { stop: null, what: "resume" as const },
  ],
  [{ stop: null, what: "pause" as const }],
);

const tour: fc.Arbitrary<Tour> = fc
  .record({
    visits: fc.array(visit, { minLength: 1, maxLength: 4 }),
    pauses: pause,
    is_started: fc.boolean(),
    is_loaded: fc.constantFrom("not" as const, "all" as const, "one" as const),
    is_finished: fc.boolean(),
    needs_load_check: fc.boolean(),
  })
  .chain((facts) => {
    const { visits, pauses, is_started, is_loaded, is_finished, needs_load_check } = facts;
    const lanes = [
      ...visits.map((events, stop) => events.map((what): TourEvent => ({ stop, what }))),
      pauses,
    ];
    const turns = lanes.flatMap((lane, index) => lane.map(() => index));
    return fc
      .record({
        turns: fc.shuffledSubarray(turns, { minLength: turns.length }),
        twice: fc.array(fc.nat(30), { maxLength: 2 }),
        again: fc.array(fc.nat(30), { maxLength: 2 }),
      })
      .map(({ turns: order, twice, again }): Tour => {
        const next = lanes.map(() => 0);
        const under_way = order.map((lane) => {
          const at = next[lane] ?? 0;
          next[lane] = at + 1;
          return lanes[lane]?.[at] as TourEvent;
        });
        const is_complete = visits.every((events) =>
          events.some((one) => !["arrive", "skip", "unskip"].includes(one)),
        );
        const route = (what: TourEvent["what"]): TourEvent => ({ stop: null, what });
        const happenings = [
          ...(is_loaded === "not" ? [] : [route(is_loaded === "all" ? "load" : "load_one")]),
          ...(is_started ? [route("start")] : []),
          ...under_way,
          ...(is_complete && is_finished ? [route("finish")] : []),
        ];
        const hasHappened = (index: number) => index < happenings.length;
        return {
          stops: visits.length,
          needs_load_check,
          happenings,
          reported_twice: twice.filter(hasHappened),
          sent_twice: again.filter(hasHappened),
        };
      });
  });

interface Item {
  device_id: string;
  seq: number;
  type: string;
  occurred_at: string;
  body: Record<string, unknown>;
}

interface Planned {
  driver: Driver;
  route_id: number;
  stop_ids: number[];
  orders: { id: number; tracking_number: string }[];
}

async function createPlan(business: TestBusiness, driver: Driver, stops: number): Promise<Planned> {
  const orders = [];
  for (let index = 0; index < stops; index += 1) orders.push(await business.order({ ref: `R${index}` }));
  const admin = business.as("client_admin");
  const { route } = await admin(createRoute, { driver_id: driver.id, order_ids: orders.map(({ id }) => id) });
  await admin(releaseRoute, { route_id: route.id });
  const driver_route = await driver.person.call(getRoute, { route_id: route.id });
  const stop_ids = orders.map(
    ({ id }) => driver_route.stops.find((stop) => stop.tasks.some((task) => task.order_id === id))?.id ?? 0,
  );
  return { driver, route_id: route.id, stop_ids, orders };
}

function buildItems({ happenings, reported_twice }: Tour, plan: Planned, created_ms: number): Item[] {
  const item = ({ stop, what }: TourEvent, index: number, device_id: string, seconds: number): Item => ({
    device_id,
    seq: index + 1,
    occurred_at: new Date(created_ms + (index + 1) * MINUTE + seconds * 1000).toISOString(),
    ...buildCommand(plan, stop, what),
  });
  return happenings.flatMap((one, index) => [
    item(one, index, `a-${plan.route_id}`, 0),
    ...(reported_twice.includes(index) ? [item(one, index, `b-${plan.route_id}`, 30)] : []),
  ]);
}

function buildCommand(
  plan: Planned,
  stop: number | null,
  what: TourEvent["what"],
): Pick<Item, "type" | "body"> {
  const { route_id, orders } = plan;
  const stop_id = stop === null ? 0 : plan.stop_ids[stop];
  const codes = orders.map((order) => order.tracking_number);
  const photo = { kind: "photo", file_id: plan.driver.file_id };
  switch (what) {
    case "start":
      return { type: "route_start", body: { route_id } };
    case "pause":
      return { type: "route_pause", body: { route_id } };
    case "resume":
      return { type: "route_resume", body: { route_id } };
    case "finish":
      return { type: "route_complete", body: { route_id } };
    case "load":
      return { type: "loadcheck", body: { route_id, codes } };
    case "load_one":
      return { type: "scan", body: { code: codes[0], action: "load" } };
    case "arrive":
      return { type: "stop_arrive", body: { stop_id, lat: -15.7, lng: -47.8 } };
    case "complete":
      return { type: "stop_complete", body: { stop_id, note: "Done." } };
    case "complete_with_photo":
      return { type: "stop_complete", body: { stop_id, handed_to: "neighbour", proofs: [photo] } };
    case "fail":
      return { type: "stop_fail", body: { stop_id, return_reason: "weather", note: "Snow." } };
    case "fail_again":
      return { type: "stop_fail", body: { stop_id, return_reason: "recipient_absent", proofs: [photo] } };
    case "reject":
      return { type: "stop_fail", body: { stop_id, return_reason: "sent_back", note: "No." } };
    case "skip":
      return { type: "stop_skip", body: { stop_id } };
    case "unskip":
      return { type: "stop_skip", body: { stop_id, undo: true } };
    case "note":
      return { type: "stop_skip", body: { stop_id, note: "x" } };
  }
}

/** Upload items in the given order, in batches of these sizes; a batch comes from one phone. */
async function upload({ driver }: Planned, items: readonly Item[], sizes: readonly number[]): Promise<void> {
  let rest = [...items];
  for (let turn = 0; rest.length > 0; turn += 1) {
    const device_id = rest[0]?.device_id ?? "";
    const own_index = rest.findIndex((item) => item.device_id !== device_id);
    const size = Math.min(
      own_index === -1 ? rest.length : own_index,
      sizes[turn % Math.max(1, sizes.length)] ?? rest.length,
    );
    const batch = rest.slice(0, size);
    rest = rest.slice(size);
    const answer = await driver.person.call(sync, {
      device_id,
      items: batch.map(({ device_id: _device, ...item }) => item) as never,
    });
    assert.equal(answer.failed, 0, JSON.stringify(answer.items.filter((item) => !item.result)));
    service.advance(1000);
  }
}

/** The whole result of a tour, without ids and recording times. */
async function readResult(business: TestBusiness, { driver, route_id, orders, stop_ids }: Planned) {
  const admin = business.as("client_admin");
  const moment = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  const [route] = await service.system.rows(
    "select status, actual_start_at, actual_end_at, paused_at, stops_resolved from route where id = $1",
    [route_id],
  );
  const { stops } = await driver.person.call(getRoute, { route_id });
  const rows = await service.system.rows<Record<string, unknown>>(
    `select ref, status, status_since, delivered_at, attempts, return_reason, partial from delivery_order
      where id = any($1::bigint[]) order by ref`,
    [orders.map((order) => order.id)],
  );
  const lives = [];
  for (const { id, tracking_number } of orders) {
    const timeline = await loadTimeline(service.system, business.id, tracking_number);
    assert(timeline !== undefined);
    const standing = timeline.events.filter(
      (event) => event.voided_by === undefined && event.corrects === undefined && event.base !== "created",
    );
    const { events } = await admin(getOrderHistory, { order_id: id });
    const public_tracking = await service.anonymous(getTracking, { number: tracking_number });
    lives.push({
      status: timeline.status,
      delivered: timeline.delivered,
      events: standing.map(
        ({ status_code, occurred_at, phase, incident_reason, location, actor, proof, after_terminal }) => ({
          status_code,
          occurred_at,
          phase,
          incident_reason,
          location,
          actor: actor?.type,
          proof: proof?.map((one) => one.type),
          after_terminal,
        }),
      ),
      shown: public_tracking.events.map(({ status_code, occurred_at, city }) => ({
        status_code,
        occurred_at,
        city,
      })),
      history: events
        .filter(({ voided, payload }) => !voided && "on" in payload && !("repeats_fact" in payload))
        .map((event) => ({ ...event, payload: event.payload as Record<string, unknown> }))
        .map((event) => ({
          trigger: event.payload["trigger"],
          at: moment(event.occurred_at),
        }))
        .sort(
          (one, other) =>
            String(one.at).localeCompare(String(other.at)) ||
            String(one.trigger).localeCompare(String(other.trigger)),
        ),
    });
  }
  return {
    route,
    stops: stop_ids.map((stop_id) => {
      const stop = stops.find((one) => one.id === stop_id);
      return {
        status: stop?.status,
        arrived_at: moment(stop?.arrived_at ?? null),
        done_at: moment(stop?.done_at ?? null),
        note: stop?.note,
        tasks: stop?.tasks.map((task) => ({ status: task.status, order_status: task.order_status })),
      };
    }),
    orders: rows,
    lives,
  };
}

async function drivers(business: TestBusiness): Promise<[Driver, Driver]> {
  const items = [];
  for (let index = 0; index < 2; index += 1) {
    const driver = await business.driver();
    const { file_id } = await driver.person.call(uploadFile, {
      content_base64: JPEG,
      content_type: "image/jpeg",
      name: "door.jpg",
    });
    items.push({ ...driver, file_id });
  }
  return items as [Driver, Driver];
}

/** Upload a tour as it happened and again in the order of `disorder`, and compare the results. */
async function compare(
  business: TestBusiness,
  [one, other]: [Driver, Driver],
  tour: Tour,
  disorder: (items: Item[]) => { items: Item[]; sizes: number[] },
): Promise<void> {
  const plans = [
    await createPlan(business, one, tour.stops),
    await createPlan(business, other, tour.stops),
  ] as const;
  const created_ms = +service.now();
  service.advance(120 * MINUTE);
  const [in_order, mixed] = [buildItems(tour, plans[0], created_ms), buildItems(tour, plans[1], created_ms)];
  await upload(plans[0], in_order, [1]);
  const { items, sizes } = disorder(mixed);
  await upload(plans[1], items, sizes);
  assert.deepEqual(await readResult(business, plans[1]), await readResult(business, plans[0]));
}

const businesses = new Map<boolean, { business: TestBusiness; pair: [Driver, Driver] }>();

async function getBusiness(needs_load_check: boolean) {
  const known_pair = businesses.get(needs_load_check);
  if (known_pair !== undefined) return known_pair;
  const business = await service.business({ settings: { require_load_check: needs_load_check } });
  await business.as("client_admin")(createReason, {
    code: "sent_back",
    labels: { en: "Sent back" },
    applies_to: ["rejected"],
    next_action: "return",
  });
  const fresh = { business, pair: await drivers(business) };
  businesses.set(needs_load_check, fresh);
  return fresh;
}

const at = (stop: number, ...events: Event[]): TourEvent[] => events.map((what) => ({ stop, what }));
const on_route = (what: TourEvent["what"]): TourEvent => ({ stop: null, what });
const TOUR: Tour = {
  stops: 3,
  needs_load_check: false,
  happenings: [
    on_route("start"),
    ...at(0, "arrive", "complete"),
    ...at(1, "arrive", "complete_with_photo"),
    ...at(2, "arrive", "fail"),
    on_route("finish"),
  ],
  reported_twice: [],
  sent_twice: [],
};

describe("a tour gives the same result", () => {
  test("with its second half uploaded first", async () => {
    const { business, pair } = await getBusiness(false);
    await compare(business, pair, TOUR, (items) => ({
      items: [...items.slice(4), ...items.slice(0, 4)],
      sizes: [4],
    }));
  });

  test("with everything uploaded backwards", async () => {
    const { business, pair } = await getBusiness(false);
    await compare(business, pair, TOUR, (items) => ({ items: items.toReversed(), sizes: [1] }));
  });

  test("uploaded in any order, in any batches, some of it twice", async () => {
    const seen_outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        tour,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(1_000_000)),
        async (given_tour, sizes, keys) => {
          const { business, pair } = await getBusiness(given_tour.needs_load_check);
          await compare(business, pair, given_tour, (items) => {
            const some = given_tour.sent_twice.flatMap((index) => items[index] ?? []);
            const keyed = [...items, ...some].map((item) => ({ item, key: keys.next().value as number }));
            keyed.sort((one, right) => one.key - right.key);
            return { items: keyed.map(({ item }) => item), sizes };
          });
          for (const { what } of given_tour.happenings) seen_outcomes.add(what);
        },
      ),
      { numRuns: RUNS, seed: SEED, ...(PATH === undefined ? {} : { path: PATH }) },
    );
    if (PATH === undefined) assert.ok(seen_outcomes.size > 12, [...seen_outcomes].join());
  });

  test("and every order is the fold of its events", async () => {
    for (const { business } of businesses.values()) await assertFoldConsistent(business);
  });
});
