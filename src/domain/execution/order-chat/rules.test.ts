import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AccessSettings,
  type ChatFacts,
  computeAudience,
  computeChatState,
  computeDriverWindow,
  isStaffed,
  mayDelete,
} from "./rules.ts";

const SETTINGS: AccessSettings = {
  customers: "on_request",
  contractors: false,
  driver_access: "assignment",
  grace_h: 2,
};
const FACTS: ChatFacts = {
  order_status: "DISPATCHED",
  status_since: "2026-11-23T10:00:00Z",
  customer_id: 5,
  contractor_account_id: 6,
  route_status: "RELEASED",
  driver_id: 7,
  driver_status: "active",
  route_started_at: null,
  route_ended_at: null,
  job_state: null,
  job_picked_up_at: null,
  job_ended_at: null,
  customer_enabled: null,
  closed_at: null,
  reopened_at: null,
};
/** Without a route the latest job decides. */
const JOB = { route_status: null, job_state: "ACCEPTED" } satisfies Partial<ChatFacts>;
const at = (time: string) => new Date(`2026-11-23T${time}Z`);

for (const [name, facts, settings, time, state] of [
  ["no route", { route_status: null, driver_id: null }, {}, "10:00:00", "none"],
  ["a route that is not released", { route_status: "ASSIGNED" }, {}, "10:00:00", "none"],
  ["a cancelled route", { route_status: "CANCELLED" }, {}, "10:00:00", "none"],
  ["a suspended driver", { driver_status: "suspended" }, {}, "10:00:00", "none"],
  ["a released route", {}, {}, "10:00:00", "open"],
  ["before the start, from the start on", {}, { driver_access: "departure" }, "10:00:00", "before"],
  [
    "after the start, from the start on",
    { route_started_at: "2026-11-23T09:00:00Z" },
    { driver_access: "departure" },
    "10:00:00",
    "open",
  ],
  ["delivered, before the end", { order_status: "DELIVERED" }, {}, "11:59:59.999", "open"],
  ["delivered, at the end", { order_status: "DELIVERED" }, {}, "12:00:00", "ended"],
  ["delivered, without grace", { order_status: "DELIVERED" }, { grace_h: 0 }, "10:00:00", "ended"],
  [
    "failed, and the route ended",
    {
      order_status: "FAILED_ATTEMPT",
      route_status: "COMPLETED",
      route_ended_at: "2026-11-23T10:30:00Z",
    },
    {},
    "12:30:00",
    "ended",
  ],
  ["a job", { ...JOB }, {}, "10:00:00", "open"],
  [
    "a job that riders are searched for",
    { ...JOB, driver_id: null, driver_status: null },
    {},
    "10:00:00",
    "none",
  ],
  [
    "a job before the pickup, from the pickup on",
    { ...JOB },
    { driver_access: "departure" },
    "10:00:00",
    "before",
  ],
  [
    "a job after the pickup, from the pickup on",
    { ...JOB, job_state: "PICKED_UP", job_picked_up_at: "2026-11-23T09:00:00Z" },
    { driver_access: "departure" },
    "10:00:00",
    "open",
  ],
  [
    "a job whose goods go back",
    { ...JOB, job_state: "RETURN_REQUIRED", order_status: "RETURNING" },
    {},
    "23:00:00",
    "open",
  ],
  [
    "a job that ended, before the end of grace",
    { ...JOB, job_state: "CANCELLED", order_status: "FAILED_ATTEMPT", job_ended_at: "2026-11-23T10:30:00Z" },
    {},
    "12:29:59.999",
    "open",
  ],
  [
    "a job that ended, after it",
    { ...JOB, job_state: "CANCELLED", order_status: "FAILED_ATTEMPT", job_ended_at: "2026-11-23T10:30:00Z" },
    {},
    "12:30:00",
    "ended",
  ],
  [
    "a job that was delivered",
    { ...JOB, job_state: "COMPLETED", order_status: "DELIVERED", job_ended_at: "2026-11-23T10:00:00Z" },
    {},
    "12:00:00",
    "ended",
  ],
  ["a job of a suspended rider", { ...JOB, driver_status: "suspended" }, {}, "10:00:00", "none"],
] as const satisfies [string, Partial<ChatFacts>, Partial<AccessSettings>, string, string][])
  test(`the driver's access with ${name} is ${state}`, () => {
    assert.equal(
      computeDriverWindow({ ...FACTS, ...facts }, { ...SETTINGS, ...settings }, at(time)).state,
      state,
    );
  });

for (const [name, facts, time, state] of [
  ["of an open order", {}, "23:00:00", "open"],
  ["of an ended order, before the end of grace", { order_status: "CANCELLED" }, "11:59:59.999", "open"],
  ["of an ended order, after it", { order_status: "CANCELLED" }, "12:00:00", "closed"],
  ["that was closed", { closed_at: "2026-11-23T10:00:00Z" }, "10:00:00", "closed"],
  [
    "that was reopened after it closed by itself",
    { order_status: "CANCELLED", reopened_at: "2026-11-23T12:00:00Z" },
    "20:00:00",
    "open",
  ],
  [
    "that was reopened before it closed by itself",
    { order_status: "CANCELLED", reopened_at: "2026-11-23T11:00:00Z" },
    "12:00:00",
    "closed",
  ],
] as const satisfies [string, Partial<ChatFacts>, string, string][])
  test(`a conversation ${name} is ${state}`, () => {
    assert.equal(computeChatState({ ...FACTS, ...facts }, SETTINGS, at(time)), state);
  });

test("who takes part besides the business", () => {
  const now = at("10:00:00");
  const list = (facts: Partial<ChatFacts>, settings: Partial<AccessSettings>) =>
    Object.values(computeAudience({ ...FACTS, ...facts }, { ...SETTINGS, ...settings }, now));
  assert.deepEqual(list({}, {}), [7, null, null]);
  assert.deepEqual(list({ customer_enabled: true }, { contractors: true }), [7, 5, 6]);
  assert.deepEqual(list({}, { customers: "all" }), [7, 5, null]);
  assert.deepEqual(list({ customer_enabled: false }, { customers: "all" }), [7, null, null]);
  assert.deepEqual(list({ customer_enabled: true }, { customers: "off" }), [7, null, null]);
  assert.deepEqual(list({ customer_id: null }, { customers: "all" }), [7, null, null]);
});

test("a message is deleted by its author for 15 minutes, by an administrator at any time, and once", () => {
  const message = { author_account_id: 1, sent_at: "2026-11-23T10:00:00Z", deleted_at: null };
  const author = { account_id: 1, is_admin: false };
  assert.equal(mayDelete(author, message, at("10:14:59.999")), true);
  assert.equal(mayDelete(author, message, at("10:15:00")), false);
  assert.equal(mayDelete({ account_id: 2, is_admin: false }, message, at("10:00:00")), false);
  const admin = { account_id: 2, is_admin: true };
  assert.equal(mayDelete(admin, message, at("20:00:00")), true);
  assert.equal(mayDelete(admin, { ...message, deleted_at: "2026-11-23T11:00:00Z" }, at("20:00:00")), false);
});

test("hours may pass midnight", () => {
  const [office, night] = [
    { from: "08:00", to: "18:00" },
    { from: "22:00", to: "06:00" },
  ];
  const staffed = (hours: typeof office) =>
    ["07:59", "08:00", "17:59", "18:00"].map((time) => isStaffed(hours, time));
  assert.deepEqual(staffed(office), [false, true, true, false]);
  assert.deepEqual(
    ["21:59", "22:00", "05:59", "06:00"].map((time) => isStaffed(night, time)),
    [false, true, true, false],
  );
  assert.equal(isStaffed(null, "03:00"), true);
});
