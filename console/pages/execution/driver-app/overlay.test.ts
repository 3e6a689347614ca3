import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyCommands,
  type Command,
  type Day,
  findKnownByService,
  findNextStop,
  findParcels,
  isAboard,
} from "./overlay.ts";

const AT = "2026-11-24T08:00:00Z";
const parcel = (code: string) => ({ label_code: code, tracking_number: `PH${code}`, custody: "warehouse" });
const stop = (id: number, ...order_ids: number[]) => ({
  ...{ id, seq: id, status: "PENDING", arrived_at: null, done_at: null },
  tasks: order_ids.map((order_id) => ({
    ...{ id: order_id * 10, order_id, action: "dropoff", status: "PENDING", done_at: null },
    parcels: [parcel(`L${order_id}`)],
  })),
});
const day = {
  ...{ fetched_at: 0, duty: "off", reasons: [] },
  routes: [
    {
      route: { id: 5, status: "RELEASED", paused_at: null, stops_resolved: 0 },
      stops: [stop(1, 11), stop(2, 21, 22), stop(3, 31)],
    },
  ],
} as unknown as Day;

const command = (type: string, body: Record<string, unknown>): Command => ({
  channel: "driver",
  type,
  body,
  occurred_at: AT,
});
const after = (...commands: Command[]) => {
  const applied = applyCommands(day, commands);
  const [route] = applied.routes;
  return {
    duty: applied.duty,
    route: route?.route.status,
    resolved: route?.route.stops_resolved,
    stops: route?.stops.map(({ status }) => status),
    next: route === undefined ? undefined : findNextStop(route)?.id,
  };
};

test("the day is shown as it is after what was done", () => {
  assert.partialDeepStrictEqual(after(), {
    route: "RELEASED",
    stops: ["PENDING", "PENDING", "PENDING"],
    next: 1,
  });
  assert.equal(after(command("duty", { state: "on" })).duty, "on");
  assert.partialDeepStrictEqual(
    after(command("stop_arrive", { stop_id: 1 }), command("stop_complete", { stop_id: 1, order_ids: [11] })),
    { route: "IN_PROGRESS", resolved: 1, stops: ["DONE", "PENDING", "PENDING"], next: 2 },
  );
});

test("a stop of several orders is done when all are, and a postponed one comes last", () => {
  const first = command("stop_complete", { stop_id: 2, order_ids: [21] });
  const second = command("stop_fail", { stop_id: 2, order_ids: [22] });
  assert.equal(after(first).stops?.[1], "PENDING");
  assert.equal(after(first, second).stops?.[1], "PARTIAL");
  assert.equal(
    after(first, second, command("stop_complete", { stop_id: 2, order_ids: [22] })).stops?.[1],
    "DONE",
  );
  assert.equal(after(command("stop_fail", { stop_id: 2 })).stops?.[1], "FAILED");
  const skip = command("stop_skip", { stop_id: 1 });
  assert.partialDeepStrictEqual(after(skip), { stops: ["SKIPPED", "PENDING", "PENDING"], next: 2 });
  assert.equal(after(skip, command("stop_skip", { stop_id: 1, undo: true })).stops?.[0], "PENDING");
});

test("the last stop ends the route; what a delivered order is told later changes nothing", () => {
  const all = [1, 2, 3].map((stop_id) => command("stop_complete", { stop_id }));
  assert.partialDeepStrictEqual(after(...all), { route: "COMPLETED", resolved: 3, next: undefined });
  assert.deepEqual(after(...all, command("stop_fail", { stop_id: 1 })).stops, ["DONE", "DONE", "DONE"]);
});

test("a parcel is found by its label and its number, and is aboard when it was loaded", () => {
  assert.equal(findParcels(day, "L21")[0]?.stop.id, 2);
  assert.equal(findParcels(day, "PHL21")[0]?.task.order_id, 21);
  assert.deepEqual(findParcels(day, "L99"), []);
  const loaded = applyCommands(day, [command("scan", { code: "L21", action: "load" })]);
  assert.equal(findParcels(loaded, "L21")[0]?.parcel.custody, "vehicle");
  assert.equal(findParcels(loaded, "L22")[0]?.parcel.custody, "warehouse");
});

test("a parcel is aboard however its code was read, and of several orders only the chosen one", () => {
  const listAboard = (body: Record<string, unknown>) =>
    applyCommands(day, [command("scan", { action: "load", ...body })]).routes.flatMap(({ stops }) =>
      stops.flatMap(({ tasks }) =>
        tasks.filter(({ parcels }) => parcels.every(isAboard)).map(({ order_id }) => order_id),
      ),
    );
  for (const code of [
    "L21",
    "l21",
    "PHL21",
    "ph l21",
    "PH-L21\r\n",
    "https://depot.example/track/PHL21",
    "]Q1PHL21",
  ])
    assert.deepEqual(listAboard({ code }), [21], code);
  assert.deepEqual(listAboard({ code: "L21", order_id: 22 }), []);
  assert.deepEqual(listAboard({ code: "L21", order_id: 21 }), [21]);
  assert.deepEqual(listAboard({ code: "EXT-1" }), []);
});

test("a code that the service knows alone leads to the stop of its order", () => {
  const find = (code: string, order_id: number | null) =>
    findKnownByService(day, { code, order_id })?.stop.id;
  assert.equal(find("EXT-1", 22), 2);
  assert.equal(find("EXT-1", 99), undefined, "of another driver");
  assert.equal(find("EXT-1", null), undefined);
  assert.equal(find("L21", 21), undefined, "the device knew it itself");
});
