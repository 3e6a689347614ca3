import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Candidate,
  computePay,
  findDispatchRefusal,
  findZoneFault,
  followOrder,
  getNextState,
  JOB_STATES,
  type JobState,
  type JobStep,
  rankRiders,
} from "./rules.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const PICKUP = { lat: 0, lng: 0 };
const rider = (driver_id: number, more: Partial<Candidate> = {}): Candidate => ({
  driver_id,
  fleet_id: 1,
  status: "active",
  documents_valid: true,
  lat: 0,
  lng: 0.001,
  position_at: ago(1),
  idle_since: ago(0),
  active_jobs: 0,
  jobs_today: 0,
  has_open_offer: false,
  was_asked: false,
  is_former: false,
  capacity: 1,
  distance_m_max: 5000,
  weights: { distance_weight: 60, idle_weight: 20, fairness_weight: 20 },
  ...more,
});
const rank = (candidates: Candidate[], ignores_open_offers = false) =>
  rankRiders(candidates, PICKUP, NOW, { road_factor: 1, ignores_open_offers });

test("near, idle and seldom asked riders come first; equal ones by their ids", () => {
  const { ranked } = rank([
    rider(5),
    rider(4),
    rider(3, { lng: 0.04 }),
    rider(2, { idle_since: ago(30) }),
    rider(1, { jobs_today: 10 }),
  ]);
  assert.deepEqual(
    ranked.map(({ driver_id }) => driver_id),
    [2, 4, 5, 1, 3],
  );
  assert.ok(ranked.every(({ score, distance, idle, fairness }) => score === distance + idle + fairness));
});

test("riders who cannot be asked are passed over with a reason; all are asked once more, except those who had it", () => {
  const cases: readonly [string, Partial<Candidate>, boolean][] = [
    ["suspended", { status: "suspended" }, false],
    ["suspended", { status: "not_granted" }, false],
    ["documents", { documents_valid: false }, false],
    ["busy", { active_jobs: 1 }, false],
    ["asked_before", { was_asked: true }, false],
    ["asked_before", { is_former: true }, false],
    ["other_offer", { has_open_offer: true }, true],
    ["no_position", { lat: null }, false],
    ["old_position", { position_at: ago(11) }, false],
    ["too_far", { lng: 0.05 }, false],
  ];
  for (const [reason, more, asked_with_all] of cases) {
    assert.deepEqual(rank([rider(1, more)]).skipped, [{ driver_id: 1, reason }]);
    assert.equal(rank([rider(1, more)], true).ranked.length, asked_with_all ? 1 : 0, reason);
  }
  assert.equal(rank([rider(1, { active_jobs: 1, capacity: 2 })]).ranked.length, 1);
});

test("a step leads on, is answered again, or is not possible", () => {
  const cases: readonly [JobState, JobStep, JobState | "done" | null][] = [
    ["ACCEPTED", "arrive_pickup", "AT_PICKUP"],
    ["ACCEPTED", "pick_up", "PICKED_UP"],
    ["AT_PICKUP", "arrive_pickup", "done"],
    ["COMPLETED", "pick_up", "done"],
    ["PICKED_UP", "arrive_dropoff", "AT_DROPOFF"],
    ["PICKED_UP", "complete", "COMPLETED"],
    ["ACCEPTED", "complete", null],
    ["PICKED_UP", "release", null],
    ["PICKED_UP", "fail_pickup", null],
    ["AT_DROPOFF", "fail_dropoff", "RETURN_REQUIRED"],
    ["RETURN_REQUIRED", "complete", null],
    ["RETURN_REQUIRED", "return_goods", "RETURNED"],
    ["RETURNED", "return_goods", "done"],
    ["NO_RIDER", "pick_up", null],
  ];
  for (const [state, step, next] of cases) assert.equal(getNextState(state, step), next, `${state} ${step}`);
});

const FREE = {
  status: "NEW_ORDER",
  route_id: null,
  assignment_id: null,
  tender_state: null,
  third_party_carrier_id: null,
  delivery_kind: "self",
} as const;

test("riders are asked for orders that nobody else has", () => {
  const cases = [
    [{}, null],
    [{ route_id: 1 }, "on_route"],
    [{ delivery_kind: "label" }, "not_self_delivery"],
    [{ tender_state: "offered" }, "held_by_carrier"],
    [{ assignment_id: 1 }, "assigned"],
    [{ status: "HOLD" }, "not_dispatchable"],
  ] as const;
  for (const [more, refusal] of cases) assert.equal(findDispatchRefusal({ ...FREE, ...more }), refusal);
});

test("a job follows its order", () => {
  const cases: readonly [JobState, string, string | null][] = [
    ["OFFERED", "NEW_ORDER", null],
    ["OFFERED", "CANCELLED", "CANCELLED order_cancelled"],
    ["NO_RIDER", "HOLD", "CANCELLED order_unavailable"],
    ["AT_PICKUP", "DISPATCHED", null],
    ["AT_PICKUP", "CANCELLED", "CANCELLED order_cancelled"],
    ["ACCEPTED", "AT_WAREHOUSE", "CANCELLED order_unavailable"],
    ["PICKED_UP", "OUT_FOR_DELIVERY", null],
    ["AT_DROPOFF", "RETURNING", "RETURN_REQUIRED order_cancelled"],
    ["RETURN_REQUIRED", "RETURNING", null],
    ["RETURN_REQUIRED", "AT_WAREHOUSE", "RETURNED received_at_warehouse"],
    ["PICKED_UP", "DELIVERED", "COMPLETED delivered_otherwise"],
    ["COMPLETED", "CANCELLED", null],
  ];
  for (const [state, status, expected] of cases) {
    const next = followOrder(state, { ...FREE, status: status as "HOLD" });
    assert.equal(next === null ? null : `${next.state} ${next.reason}`, expected, `${state} ${status}`);
  }
  for (const state of JOB_STATES)
    assert.equal(followOrder(state, { ...FREE, status: "EXCEPTION" })?.state === "COMPLETED", false);
});

test("pay: base, way, waiting above what is free, tip; the way twice for goods that went back", () => {
  const rates = { base_minor: 500, per_km_minor: 100, per_waiting_minute_minor: 30, free_waiting_minutes: 5 };
  const job = {
    state: "COMPLETED" as JobState,
    distance_m: 2345,
    tip_minor: 150,
    at_pickup_at: ago(30),
    picked_up_at: ago(26),
    at_dropoff_at: ago(10),
    return_since: null,
    ended_at: ago(6.5),
  };
  const pay = (more: Partial<typeof job>) =>
    computePay({ ...job, ...more }, rates).map(({ kind, quantity, amount_minor }) => [
      kind,
      quantity,
      amount_minor,
    ]);
  assert.deepEqual(pay({}), [
    ["base", null, 500],
    ["distance", 2345, 235],
    ["waiting", 2, 60],
    ["tip", null, 150],
  ]);
  assert.deepEqual(pay({ state: "RETURNED" }), [
    ["base", null, 500],
    ["distance", 4690, 469],
    ["waiting", 2, 60],
  ]);
  assert.deepEqual(
    pay({ state: "CANCELLED" }).map(([kind]) => kind),
    ["base", "waiting"],
  );
  const early = { state: "CANCELLED" as JobState, at_pickup_at: null as never, picked_up_at: null as never };
  assert.deepEqual(pay(early), []);
});

test("the border of a zone neither repeats a corner nor crosses itself", () => {
  const square = [
    { lat: 0, lng: 0 },
    { lat: 0, lng: 1 },
    { lat: 1, lng: 1 },
    { lat: 1, lng: 0 },
  ];
  const [a, b, c, d] = square as [
    (typeof square)[0],
    (typeof square)[0],
    (typeof square)[0],
    (typeof square)[0],
  ];
  assert.equal(findZoneFault(square), null);
  assert.equal(findZoneFault([a, c, b, d]), "corners_cross");
  assert.equal(findZoneFault([a, b, a]), "corners_repeat");
});
