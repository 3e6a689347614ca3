import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { arriveAtStop } from "#domain/execution/driver-app/operations/arrive-at-stop.ts";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { failStop } from "#domain/execution/driver-app/operations/fail-stop.ts";
import { pauseRoute } from "#domain/execution/driver-app/operations/pause-route.ts";
import { sendPositions } from "#domain/execution/driver-app/operations/send-positions.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { addDocument } from "#domain/fleet/drivers/operations/add-document.ts";
import { addInspection } from "#domain/fleet/drivers/operations/add-inspection.ts";
import { reviewDocument } from "#domain/fleet/drivers/operations/review-document.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { commandOrdersBulk } from "#domain/orders/orders/operations/command-orders-bulk.ts";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { voidOrderEvent } from "#domain/orders/orders/operations/void-event.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { closeRoute } from "#domain/planning/routes/operations/close-route.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { type AttentionKind, bySubject, ofSubject } from "#operation/define/attention.ts";
import { runDue } from "#operation/due/run-due.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import { listItems, readAttention, rereadAttention, type TestItem } from "#tests/support/attention.ts";
import { runQueued, runSchedule } from "#tests/support/jobs.ts";
import { applyCommand, applyFact } from "#tests/support/orders.ts";
import { createProvider } from "#tests/support/provider.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { changeDispatchItemsBulk } from "./operations/change-items-bulk.ts";
import { decideDispatchItem } from "./operations/decide-item.ts";
import { getDispatchBoard } from "./operations/get-board.ts";
import { getDispatchItem } from "./operations/get-item.ts";
import { listDispatchDecisions } from "./operations/list-decisions.ts";
import { listDispatchRules } from "./operations/list-rules.ts";
import { reopenDispatchItem } from "./operations/reopen-item.ts";
import { snoozeDispatchItem } from "./operations/snooze-item.ts";
import { updateDispatchRules } from "./operations/update-rules.ts";

const service = await testService();
service.holdClock();
const ZONE = "America/Sao_Paulo";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Items of a kind after the events were read, as `state` words, oldest first. */
const statesOf = async (t: TestBusiness, kind: string): Promise<string[]> =>
  (await listItems(t)).filter((item) => item.kind === kind).map(({ state }) => state);

async function itemOf(t: TestBusiness, kind: string): Promise<TestItem> {
  const found = (await listItems(t)).filter((item) => item.kind === kind);
  const item = found.at(-1);
  assert(item !== undefined, `There is no item ${kind}.`);
  return item;
}

/** Time passes: what is due runs, and the schedule of each minute. */
async function pass(milliseconds: number): Promise<void> {
  service.advance(milliseconds);
  await runDue(service.runtime);
  await runSchedule(service, "dispatch.find-causes");
}

/** An order that has been on hold for a day, and its item. */
async function heldForADay(t: TestBusiness) {
  const order = await t.order();
  await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
  await readAttention(service, t.id);
  await pass(DAY);
  return { order, item: await itemOf(t, "hold_overdue") };
}

/** A released route that starts an hour from now. */
async function releasedRoute(t: TestBusiness, draft: Record<string, unknown> = {}, orders = 1) {
  const driver = await t.driver();
  const ids: number[] = [];
  for (let n = 0; n < orders; n += 1) ids.push((await t.order(draft)).id);
  const admin = t.as("client_admin");
  const { route } = await admin(createRoute, { driver_id: driver.id, order_ids: ids });
  await setStart(route.id, HOUR);
  await admin(releaseRoute, { route_id: route.id });
  return {
    driver,
    route_id: route.id,
    order_ids: ids,
    stops: (await admin(getRoute, { route_id: route.id })).route.stops,
  };
}

const setStart = (route_id: number, in_ms: number) =>
  service.system.execute("update route set planned_start_at = $2 where id = $1", [
    route_id,
    new Date(service.now().getTime() + in_ms),
  ]);

test("many items are decided, snoozed and reopened in one call, each on its own", async () => {
  const [t, other] = [await service.business(), await service.business()];
  const [first, second] = [await heldForADay(t), await heldForADay(t)];
  const theirs = await heldForADay(other);
  const bulk = (input: Record<string, unknown>) =>
    t.as("employee")(changeDispatchItemsBulk, {
      item_ids: [first.item.id, second.item.id, theirs.item.id],
      ...input,
    } as never);
  const until = new Date(service.now().getTime() + HOUR).toISOString();
  const codesOf = ({ items }: { items: { error_code: string | null; state: string | null }[] }) =>
    items.map(({ error_code, state }) => error_code ?? state);
  assert.deepEqual(codesOf(await bulk({ activity: "snooze", until })), ["snoozed", "snoozed", "NOT_FOUND"]);
  assert.deepEqual(
    codesOf(await bulk({ activity: "decide", action: "clientOrderRelease", reason: "paid" })),
    ["decided", "decided", "NOT_FOUND"],
  );
  // The end of the snooze opens nothing that was decided.
  await pass(HOUR);
  assert.deepEqual(await statesOf(t, "hold_overdue"), ["decided", "decided"]);
  const again = await bulk({ activity: "decide", reason: "twice" });
  assert.partialDeepStrictEqual(again, { result: false, done: 0, failed: 3 });
  assert.deepEqual(codesOf(again), ["ITEM_DECIDED", "ITEM_DECIDED", "NOT_FOUND"]);
  assert.deepEqual(codesOf(await bulk({ activity: "reopen" })), ["open", "open", "NOT_FOUND"]);
  assert.deepEqual(codesOf(await bulk({ activity: "decide", action: "clientBuildRoute", reason: "x" })), [
    "UNKNOWN_ACTION",
    "UNKNOWN_ACTION",
    "NOT_FOUND",
  ]);
  for (const [input, field] of [
    [{ activity: "decide" }, "reason"],
    [{ activity: "snooze" }, "until"],
    [{ activity: "snooze", until: "2020-01-01T00:00:00Z" }, "until"],
  ] as const)
    assert.equal((await refusalOf(bulk(input))).errors?.[0]?.field, field);
  const { decisions } = await t.as("employee")(getDispatchItem, { item_id: first.item.id });
  assert.deepEqual(
    decisions.map(({ action, withdrawn_at }) => [action, withdrawn_at !== null]),
    [["clientOrderRelease", true]],
  );
  assert.deepEqual(await statesOf(other, "hold_overdue"), ["open"]);
});

test("the board names the order and the route of an item, only to callers who may read them", async () => {
  const t = await service.business();
  const { order } = await heldForADay(t);
  const board = await t.as("client_admin")(getDispatchBoard, { kind: "hold_overdue" });
  assert.partialDeepStrictEqual(board.items[0]?.records, {
    order: { tracking_number: order.tracking_number, status: "HOLD" },
    route: null,
    driver: null,
  });
  const { actor } = await t.person("client_admin");
  const narrow = { ...actor, token_scopes: new Set(["dispatch:read" as const]) };
  const result = await service.call(narrow, getDispatchBoard, { kind: "hold_overdue" });
  assert.partialDeepStrictEqual(result, {
    kind: "done",
    answer: { items: [{ kind: "hold_overdue", records: { order: null, route: null, driver: null } }] },
  });
});

describe("an item", () => {
  test("opens at its time, once however often the events are read, in any order, and ends with its cause", async () => {
    const t = await service.business();
    const order = await t.order();
    const admin = t.as("client_admin");
    await admin(holdOrder, { order_id: order.id, reason: "unpaid" });
    assert.deepEqual(await statesOf(t, "hold_overdue"), []);
    await pass(DAY - MINUTE);
    assert.deepEqual(await statesOf(t, "hold_overdue"), []);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["open"]);
    for (const arrange of [<E>(all: E[]) => all.toReversed(), <E>(all: E[]) => [...all, ...all]])
      await rereadAttention(service, t.id, arrange);
    const item = await itemOf(t, "hold_overdue");
    assert.partialDeepStrictEqual(item, {
      subject_type: "order",
      subject_id: order.id,
      order_id: order.id,
      severity: "warning",
      facts: { reason: "unpaid" },
    });
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["open"]);
    await admin(releaseOrder, { order_id: order.id });
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["cleared"]);
    assert.deepEqual(
      (await t.eventsOf("attention_item", item.id)).map(({ kind }) => kind),
      ["attention.opened", "attention.cleared"],
    );
    // The end is read before the beginning: what the rows say counts.
    await rereadAttention(service, t.id, (all) => all.toReversed());
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["cleared"]);
    await admin(holdOrder, { order_id: order.id, reason: "address" });
    await readAttention(service, t.id);
    await pass(DAY);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["cleared", "open"]);
  });

  test("whose cause ended before its events were read never opens", async () => {
    const t = await service.business();
    const order = await t.order();
    const admin = t.as("client_admin");
    await admin(holdOrder, { order_id: order.id, reason: "unpaid" });
    service.advance(2 * DAY);
    await admin(releaseOrder, { order_id: order.id });
    await readAttention(service, t.id);
    await pass(DAY);
    assert.deepEqual(await statesOf(t, "hold_overdue"), []);
  });

  test("two readers at once open it once, and end it once", async () => {
    const t = await service.business();
    const { order, item } = await heldForADay(t);
    await service.system.execute("delete from attention_item where id = $1", [item.id]);
    await Promise.all([1, 2, 3].map(() => rereadAttention(service, t.id)));
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["open"]);
    await t.as("client_admin")(releaseOrder, { order_id: order.id });
    await Promise.all([1, 2, 3].map(() => rereadAttention(service, t.id)));
    const [ended] = (await listItems(t)).filter(({ kind }) => kind === "hold_overdue");
    assert.partialDeepStrictEqual(ended, { state: "cleared", version: 2 });
  });

  test("does not open from rows that were read before the event of its end was handled", async () => {
    const t = await service.business();
    const order = await t.order();
    const kinds = service.runtime.registry.attention as Map<string, AttentionKind>;
    const [read, go_on] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let is_there = true;
    let looks = 0;
    kinds.set("test_barrier", {
      is_attention: true,
      kind: "test_barrier",
      family: "test",
      severity: "info",
      subject: "order",
      title: { en: "Test" },
      opens_after: { "order.held": ofSubject },
      clears_after: { "order.held": bySubject },
      actions: [],
      async find() {
        const found = is_there ? [{ subject_id: order.id, key: "a", at: service.now(), facts: {} }] : [];
        looks += 1;
        if (looks === 1) {
          read.resolve();
          await go_on.promise;
        }
        return found;
      },
    });
    try {
      await t.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
      const earlier = readAttention(service, t.id);
      await read.promise;
      is_there = false;
      const later = rereadAttention(service, t.id);
      await until("a reader that waits for the other one", () =>
        service.system.row("select 1 from pg_locks where locktype = 'advisory' and not granted"),
      );
      go_on.resolve();
      await Promise.all([earlier, later]);
      assert.deepEqual(await statesOf(t, "test_barrier"), ["cleared"]);
    } finally {
      go_on.resolve();
      kinds.delete("test_barrier");
    }
  });

  test("is snoozed until a time, at which it opens again, unless its cause is gone", async () => {
    const t = await service.business();
    const [one, other] = [await heldForADay(t), await heldForADay(t)];
    const dispatcher = t.as("employee");
    const until = new Date(service.now().getTime() + HOUR).toISOString();
    for (const { item } of [one, other])
      assert.equal((await dispatcher(snoozeDispatchItem, { item_id: item.id, until })).item.state, "snoozed");
    const late = await refusalOf(
      dispatcher(snoozeDispatchItem, { item_id: one.item.id, until: "2020-01-01T00:00:00Z" }),
    );
    assert.equal(late.code, "too_late");
    await t.as("client_admin")(releaseOrder, { order_id: other.order.id });
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["snoozed", "cleared"]);
    await pass(HOUR);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["open", "cleared"]);
    assert.equal((await t.eventsOf("attention_item", one.item.id)).at(-1)?.kind, "attention.reopened");
  });

  test("that is decided does not open for the same cause, is reopened by a person, and ends by itself", async () => {
    const t = await service.business();
    const { order, item } = await heldForADay(t);
    const dispatcher = t.as("employee");
    const item_id = item.id;
    const wrong = await refusalOf(
      dispatcher(decideDispatchItem, { item_id, action: "clientOrderCreate", reason: "?" }),
    );
    assert.equal(wrong.code, "unknown_action");
    const decided = await dispatcher(decideDispatchItem, { item_id, reason: "The customer pays tomorrow." });
    assert.partialDeepStrictEqual(decided, { item: { state: "decided" }, decision: { action: null } });
    await rereadAttention(service, t.id);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["decided"]);
    const again = await refusalOf(dispatcher(decideDispatchItem, { item_id, reason: "No." }));
    assert.deepEqual([again.status, again.code], [409, "item_decided"]);
    await dispatcher(reopenDispatchItem, { item_id });
    assert.equal((await refusalOf(dispatcher(reopenDispatchItem, { item_id }))).code, "item_open");
    const chosen = await dispatcher(decideDispatchItem, {
      item_id,
      action: "clientOrderRelease",
      reason: "Paid.",
    });
    assert.deepEqual(chosen.decision.result_event_ids, []);
    await dispatcher(releaseOrder, { order_id: order.id });
    const ended = await itemOf(t, "hold_overdue");
    assert.equal(ended.state, "decided");
    assert.ok(ended.cleared_at !== null);
    assert.equal((await refusalOf(dispatcher(reopenDispatchItem, { item_id }))).code, "item_cleared");
    const released = (await t.as("employee")(getOrderHistory, { order_id: order.id })).events.at(-1);
    assert.equal(released?.kind, "order.released");
    const { decisions, total } = await dispatcher(listDispatchDecisions, {
      date: toLocalDate(service.now(), ZONE),
    });
    assert.equal(total, 2);
    assert.partialDeepStrictEqual(decisions, [
      { action: "clientOrderRelease", withdrawn_at: null, item: { id: item_id } },
      { action: null, reason: "The customer pays tomorrow." },
    ]);
    assert.equal(decisions[0]?.result_event_ids.length, 1);
    const [event] = await service.system.rows("select kind from event where id = $1", [
      decisions[0]?.result_event_ids[0],
    ]);
    assert.deepEqual(event, { kind: "order.released" });
    // The same order on hold once more is another cause.
    await dispatcher(holdOrder, { order_id: order.id, reason: "unpaid" });
    await readAttention(service, t.id);
    await pass(DAY);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["decided", "open"]);
  });

  test("whose operation ran before the decision has its events as results", async () => {
    const t = await service.business();
    const { order, item } = await heldForADay(t);
    await t.as("client_admin")(releaseOrder, { order_id: order.id });
    // Nobody has read the events yet.
    const { decision } = await t.as("employee")(decideDispatchItem, {
      item_id: item.id,
      action: "clientOrderRelease",
      reason: "Paid.",
    });
    assert.equal(decision.result_event_ids.length, 1);
  });

  test("is decided by one of two dispatchers, and not once its cause is gone", async () => {
    const t = await service.business();
    const { order, item } = await heldForADay(t);
    const people = [t.as("employee", "one"), t.as("employee", "two")];
    const input = { item_id: item.id, reason: "Known." };
    const stale = await refusalOf(
      people[0]?.(decideDispatchItem, input, { if_match: 7 }) ?? Promise.resolve(),
    );
    assert.equal(stale.code, "version_conflict");
    const answers = await Promise.allSettled(people.map((call) => call(decideDispatchItem, input)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await people[0]?.(reopenDispatchItem, { item_id: item.id });
    await t.as("client_admin")(releaseOrder, { order_id: order.id });
    const race = await Promise.allSettled([
      readAttention(service, t.id),
      people[0]?.(decideDispatchItem, input),
    ]);
    assert.equal(race[0]?.status, "fulfilled");
    const ended = await itemOf(t, "hold_overdue");
    assert.ok(ended.cleared_at !== null, "decided or not, its cause is gone");
    assert.equal(ended.state, race[1]?.status === "fulfilled" ? "decided" : "cleared");
    const refused = await refusalOf(
      t.as("employee")(snoozeDispatchItem, {
        item_id: item.id,
        until: new Date(service.now().getTime() + HOUR).toISOString(),
      }),
    );
    assert.equal(refused.code, "item_cleared");
  });
});

describe("the board", () => {
  test("counts kinds and lists items by state, kind, severity, day and record", async () => {
    const t = await service.business();
    const { order, item } = await heldForADay(t);
    const { item: second } = await heldForADay(t);
    const call = t.as("employee");
    await call(snoozeDispatchItem, {
      item_id: second.id,
      until: new Date(service.now().getTime() + HOUR).toISOString(),
    });
    const board = await call(getDispatchBoard, { kind: "hold_overdue" });
    assert.partialDeepStrictEqual(
      board.groups.find(({ kind }) => kind === "hold_overdue"),
      { open: 1, snoozed: 1, severity: "warning", title: "On hold for long" },
    );
    const ids = async (input: object) =>
      (await call(getDispatchBoard, { kind: "hold_overdue", ...input })).items.map(({ id }) => id);
    assert.deepEqual(await ids({}), [item.id]);
    assert.deepEqual(await ids({ state: "snoozed" }), [second.id]);
    assert.deepEqual(await ids({ severity: "critical" }), []);
    assert.deepEqual(await ids({ order_id: order.id }), [item.id]);
    assert.deepEqual(await ids({ subject_type: "order", subject_id: second.subject_id }), []);
    const today = toLocalDate(new Date(item.since), ZONE);
    assert.deepEqual(await ids({ date: today }), [item.id]);
    assert.deepEqual(await ids({ date: addDays(today, 1) }), []);
    const { items } = await call(getDispatchBoard, { kind: "hold_overdue" }, { language: "pt-BR" });
    assert.equal(items[0]?.title, "Retido há muito tempo");
    const one = await call(getDispatchItem, { item_id: item.id });
    assert.deepEqual(one.suggested_actions, [
      { operation: "clientOrderRelease", input: { order_id: order.id } },
      { operation: "clientOrderCancel", input: { order_id: order.id } },
      {
        operation: "clientOrdersBulkActivity",
        input: { order_ids: [order.id], activity: "release" },
      },
    ]);
    assert.deepEqual(
      one.history.map(({ kind }) => kind),
      ["attention.opened"],
    );
  });

  test("has thousands of items of a kind as one count, and opens them in several transactions", async () => {
    const t = await service.business();
    const date = toLocalDate(service.now(), ZONE);
    const { id } = await t.order({ scheduled_date: date });
    await service.system.execute(
      `insert into delivery_order (business_id, type, tracking_number, status, status_since, scheduled_date, currency, created_at, updated_at, search)
       select business_id, type, tracking_number || n, status, status_since, scheduled_date, currency, created_at, updated_at, ''
         from delivery_order, generate_series(1, 2300) n where id = $1`,
      [id],
    );
    service.setNow(
      toInstant(date, "09:00", ZONE) > service.now() ? toInstant(date, "09:00", ZONE) : service.now(),
    );
    await runSchedule(service, "dispatch.find-causes");
    await runSchedule(service, "dispatch.find-causes");
    const board = await t.as("employee")(getDispatchBoard, {});
    assert.partialDeepStrictEqual(board.groups, [{ kind: "order_unplanned", open: 2301 }]);
    assert.equal(board.total, 2301);
  });

  test("is closed to contractors, drivers and customers", async () => {
    const t = await service.business();
    const { item } = await heldForADay(t);
    for (const role of ["broker_employee", "driver", "customer"] as const) {
      for (const [operation, input] of [
        [getDispatchBoard, {}],
        [getDispatchItem, { item_id: item.id }],
        [decideDispatchItem, { item_id: item.id, reason: "Mine." }],
      ] as const)
        assert.equal((await refusalOf(t.as(role)(operation as never, input as never))).status, 403);
    }
  });
});

describe("rules", () => {
  test("have defaults, change thresholds of items that are there, and switch kinds off", async () => {
    const t = await service.business();
    const admin = t.as("client_admin");
    const { rules } = await admin(listDispatchRules, {});
    assert.partialDeepStrictEqual(
      rules.find(({ kind }) => kind === "order_unplanned"),
      { unit: "time_of_day", time: "09:00", after: null, is_default: true },
    );
    const { order } = await heldForADay(t);
    const change = async (rule: object) => {
      await admin(updateDispatchRules, { rules: [{ kind: "hold_overdue", ...rule }] });
      await runQueued(service, "dispatch.apply-rule");
      return statesOf(t, "hold_overdue");
    };
    assert.deepEqual(await change({ after: 48 }), ["cleared"]);
    await pass(DAY);
    assert.deepEqual(await statesOf(t, "hold_overdue"), ["cleared", "open"]);
    assert.deepEqual(await change({ is_on: false }), ["cleared", "cleared"]);
    assert.deepEqual(await change({}), ["cleared", "cleared", "open"]);
    assert.equal(await t.statusOf(order.id), "HOLD");
    for (const [rule, code] of [
      [{ kind: "unknown" }, "unknown_kind"],
      [{ kind: "hold_overdue", time: "08:00" }, "wrong_threshold"],
      [{ kind: "order_unplanned", after: 3 }, "wrong_threshold"],
      [{ kind: "pin_locked", after: 3 }, "wrong_threshold"],
    ] as const)
      assert.equal((await refusalOf(admin(updateDispatchRules, { rules: [rule] }))).code, code);
    assert.equal(
      (await refusalOf(t.as("employee")(updateDispatchRules, { rules: [{ kind: "hold_overdue" }] }))).status,
      403,
    );
  });

  test("of a kind that only events cause keep its items until it is switched off", async () => {
    const t = await service.business();
    const order = await t.order();
    service.advance(1000);
    await applyFact(t, order.id, { on: "complete" });
    assert.deepEqual(await statesOf(t, "unlisted_fact"), ["open"]);
    const admin = t.as("client_admin");
    await admin(updateDispatchRules, { rules: [{ kind: "unlisted_fact" }] });
    await runQueued(service, "dispatch.apply-rule");
    assert.deepEqual(await statesOf(t, "unlisted_fact"), ["open"]);
    await admin(updateDispatchRules, { rules: [{ kind: "unlisted_fact", is_on: false }] });
    await runQueued(service, "dispatch.apply-rule");
    assert.deepEqual(await statesOf(t, "unlisted_fact"), ["cleared"]);
  });
});

describe("kinds", () => {
  test("order_unplanned: from 09:00 of its day where the business is, until it is planned", async () => {
    const [here, there] = [await service.business(), await service.business({ time_zone: "Asia/Tokyo" })];
    const day = addDays(toLocalDate(service.now(), "Asia/Tokyo"), 2);
    for (const t of [here, there]) {
      await t.order({ scheduled_date: day });
      await t.order({ scheduled_date: addDays(day, 1) });
    }
    const found = async (at: Date) => {
      service.setNow(at);
      await runSchedule(service, "dispatch.find-causes");
      return Promise.all([statesOf(here, "order_unplanned"), statesOf(there, "order_unplanned")]);
    };
    const nine = (zone: string, minus = 0) => new Date(toInstant(day, "09:00", zone).getTime() - minus);
    assert.deepEqual(await found(nine("Asia/Tokyo", MINUTE)), [[], []]);
    assert.deepEqual(await found(nine("Asia/Tokyo")), [[], ["open"]]);
    assert.deepEqual(await found(nine(ZONE, MINUTE)), [[], ["open"]]);
    assert.deepEqual(await found(nine(ZONE)), [["open"], ["open"]]);
    const item = await itemOf(here, "order_unplanned");
    assert.equal(new Date(item.since).getTime(), nine(ZONE).getTime());
    await here.as("client_admin")(createRoute, { order_ids: [item.subject_id], date: day });
    assert.deepEqual(await statesOf(here, "order_unplanned"), ["cleared"]);
  });

  test("attempt_undecided: 30 minutes after an attempt failed, until another one is decided", async () => {
    const t = await service.business();
    const order = await t.order();
    await applyCommand(t, order.id, "plan");
    await applyCommand(t, order.id, "dispatch");
    await applyFact(t, order.id, { on: "depart" });
    service.advance(MINUTE);
    await applyFact(t, order.id, { on: "fail", kind: "order.attempt_failed" });
    await readAttention(service, t.id);
    await pass(29 * MINUTE);
    assert.deepEqual(await statesOf(t, "attempt_undecided"), []);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["open"]);
    await applyCommand(t, order.id, "start_return");
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["cleared"]);
  });

  test("attempt_undecided: not while the next attempt is on a later day, and again on that day", async () => {
    const t = await service.business();
    const order = await t.order();
    await applyCommand(t, order.id, "dispatch");
    await applyFact(t, order.id, { on: "depart", custody: { to: "vehicle", ref: "van" } });
    service.advance(MINUTE);
    await applyFact(t, order.id, { on: "fail", kind: "order.attempt_failed" });
    await readAttention(service, t.id);
    await pass(30 * MINUTE);
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["open"]);
    const scheduled_date = addDays(toLocalDate(service.now(), ZONE), 2);
    await t.as("client_admin")(commandOrdersBulk, {
      order_ids: [order.id],
      activity: "reattempt",
      scheduled_date,
    });
    assert.equal(await t.statusOf(order.id), "FAILED_ATTEMPT");
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["cleared"]);
    const that_day = toInstant(scheduled_date, "00:00", ZONE).getTime();
    await pass(that_day + 29 * MINUTE - service.now().getTime());
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["cleared"]);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "attempt_undecided"), ["cleared", "open"]);
  });

  test("unlisted_fact: until the report is voided or the goods arrive", async () => {
    const t = await service.business();
    const [one, other] = [await t.order(), await t.order()];
    service.advance(1000);
    for (const order of [one, other]) await applyFact(t, order.id, { on: "arrive" });
    assert.deepEqual(await statesOf(t, "unlisted_fact"), ["open", "open"]);
    const seq = (await itemOf(t, "unlisted_fact")).facts["seq"] as number;
    const voided = await t
      .as("client_admin")(voidOrderEvent, { order_id: other.id, seq, reason: "wrong parcel" })
      .catch((error) => error);
    service.advance(1000);
    await applyCommand(t, one.id, "plan");
    await applyCommand(t, one.id, "dispatch");
    for (const on of ["depart", "complete"] as const) {
      service.advance(1000);
      await applyFact(t, one.id, { on });
    }
    const states = await statesOf(t, "unlisted_fact");
    assert.equal(states[0], "cleared");
    assert.equal(states[1], voided instanceof Error ? "open" : "cleared");
  });

  test("late_fact_conflict: until the report that contradicts the decision is voided", async () => {
    const t = await service.business();
    const order = await t.order();
    const admin = t.as("client_admin");
    service.advance(MINUTE);
    await applyCommand(t, order.id, "plan");
    await applyCommand(t, order.id, "dispatch");
    await applyFact(t, order.id, { on: "depart" });
    service.advance(30 * MINUTE);
    await admin(cancelOrder, { order_id: order.id });
    service.advance(MINUTE);
    const occurred_at = new Date(service.now().getTime() - 10 * MINUTE).toISOString();
    await applyFact(t, order.id, { on: "complete", occurred_at });
    const item = await itemOf(t, "late_fact_conflict");
    assert.partialDeepStrictEqual(item, {
      state: "open",
      severity: "critical",
      facts: { on: "complete", status: "DELIVERED" },
    });
    service.advance(MINUTE);
    const seq = item.facts["seq"] as number;
    await admin(voidOrderEvent, { order_id: order.id, seq, reason: "wrong parcel" });
    assert.deepEqual(await statesOf(t, "late_fact_conflict"), ["cleared"]);
  });

  test("outside_fact: until the order leaves the route that a carrier does not know", async () => {
    const t = await service.business();
    const order = await t.order();
    const admin = t.as("client_admin");
    const { route } = await admin(createRoute, { order_ids: [order.id, (await t.order()).id] });
    service.advance(MINUTE);
    const carrier = await createProvider(t);
    const occurred_at = service.now().toISOString();
    const report = { event_id: randomUUID(), subject: order.tracking_number, occurred_at };
    await carrier.ingest({ ...report, status_code: "otep:core:in_transit" });
    assert.partialDeepStrictEqual(await itemOf(t, "outside_fact"), { state: "open", route_id: route.id });
    await admin(changeRouteOrders, { route_id: route.id, remove: [order.id] });
    assert.deepEqual(await statesOf(t, "outside_fact"), ["cleared"]);
  });

  test("goods_outstanding: until the goods are scanned at the warehouse", async () => {
    const t = await service.business();
    const { driver, route_id, order_ids, stops } = await releasedRoute(t);
    const [order_id = 0] = order_ids;
    service.advance(MINUTE);
    await driver.person.call(startRoute, { route_id });
    service.advance(MINUTE);
    await applyFact(t, order_id, { on: "load", custody: { to: "driver", ref: String(driver.id) } });
    service.advance(MINUTE);
    await driver.person.call(failStop, { stop_id: stops[0]?.id ?? 0, return_reason: "weather" });
    await t.as("client_admin")(closeRoute, {
      route_id,
      reconciliation: { accepted_order_ids: [order_id] },
    });
    assert.partialDeepStrictEqual(await itemOf(t, "goods_outstanding"), {
      subject_id: order_id,
      route_id,
      state: "open",
    });
    service.advance(MINUTE);
    await applyFact(t, order_id, { on: "receive", custody: { to: "warehouse", ref: null } });
    assert.deepEqual(await statesOf(t, "goods_outstanding"), ["cleared"]);
  });

  test("route_unclaimed: two hours before the start of a route without a driver", async () => {
    const t = await service.business();
    const order = await t.order();
    const admin = t.as("client_admin");
    const { route } = await admin(createRoute, { order_ids: [order.id] });
    await setStart(route.id, 3 * HOUR);
    await readAttention(service, t.id);
    await pass(HOUR - MINUTE);
    assert.deepEqual(await statesOf(t, "route_unclaimed"), []);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "route_unclaimed"), ["open"]);
    await admin(reassignRoute, { route_id: route.id, driver_id: (await t.driver()).id });
    assert.deepEqual(await statesOf(t, "route_unclaimed"), ["cleared"]);
  });

  test("route_not_started: 15 minutes after the planned start, until it leaves", async () => {
    const t = await service.business();
    const { driver, route_id } = await releasedRoute(t);
    await readAttention(service, t.id);
    await pass(HOUR + 14 * MINUTE);
    assert.deepEqual(await statesOf(t, "route_not_started"), []);
    await pass(MINUTE);
    assert.deepEqual(await statesOf(t, "route_not_started"), ["open"]);
    await driver.person.call(startRoute, { route_id });
    assert.deepEqual(await statesOf(t, "route_not_started"), ["cleared"]);
  });

  test("route_stalled: 30 minutes without movement or report, until the phone moves, pauses or reports", async () => {
    const t = await service.business();
    const { driver, route_id } = await releasedRoute(t, {}, 2);
    await driver.person.call(startRoute, { route_id });
    let seq = 0;
    const move = (lat: number) =>
      driver.person.call(sendPositions, {
        device_id: "phone",
        sent_at: service.now().toISOString(),
        positions: [{ seq: ++seq, at: service.now().toISOString(), lat, lng: -47.8 }],
      });
    await move(-15.7);
    await pass(20 * MINUTE);
    await move(-15.8);
    await pass(20 * MINUTE);
    assert.deepEqual(await statesOf(t, "route_stalled"), [], "it moved 20 minutes ago");
    await move(-15.8);
    await pass(20 * MINUTE);
    assert.deepEqual(await statesOf(t, "route_stalled"), ["open"]);
    await move(-15.9);
    await pass(0);
    assert.deepEqual(await statesOf(t, "route_stalled"), ["cleared"]);
    await pass(31 * MINUTE);
    assert.deepEqual(await statesOf(t, "route_stalled"), ["cleared", "open"]);
    await driver.person.call(pauseRoute, { route_id });
    assert.deepEqual(await statesOf(t, "route_stalled"), ["cleared", "cleared"]);
  });

  test("stop_late: after its window, until somebody arrives; the window of another day is another cause", async () => {
    const t = await service.business();
    const { driver, route_id, stops } = await releasedRoute(t);
    const stop_id = stops[0]?.id ?? 0;
    service.advance(MINUTE);
    await driver.person.call(startRoute, { route_id });
    const setEnd = (in_ms: number) =>
      service.system.execute("update stop set window_end = $2 where id = $1", [
        stop_id,
        new Date(service.now().getTime() + in_ms),
      ]);
    await setEnd(MINUTE);
    await pass(0);
    assert.deepEqual(await statesOf(t, "stop_late"), []);
    await pass(MINUTE);
    assert.partialDeepStrictEqual(await itemOf(t, "stop_late"), {
      subject_id: stop_id,
      route_id,
      state: "open",
    });
    await setEnd(HOUR);
    await pass(0);
    assert.deepEqual(await statesOf(t, "stop_late"), ["cleared"]);
    await pass(HOUR);
    assert.deepEqual(await statesOf(t, "stop_late"), ["cleared", "open"]);
    await driver.person.call(arriveAtStop, { stop_id });
    assert.deepEqual(await statesOf(t, "stop_late"), ["cleared", "cleared"]);
  });

  test("cod_mismatch: until the route is closed with the cash that was due; cash_difference: until it is decided", async () => {
    const t = await service.business();
    for (const [counted, expected] of [
      [5000, ["cleared"]],
      [4000, ["cleared", "open"]],
    ] as const) {
      const { driver, route_id, stops } = await releasedRoute(t, { cod_minor: 5000 });
      service.advance(MINUTE);
      await driver.person.call(completeStop, { stop_id: stops[0]?.id ?? 0, cod_collected: 4000 });
      assert.equal((await itemOf(t, "cod_mismatch")).state, "open");
      await t.as("client_admin")(closeRoute, { route_id, reconciliation: { cash_counted_minor: counted } });
      assert.deepEqual(await statesOf(t, "cod_mismatch"), expected);
    }
    assert.partialDeepStrictEqual(await itemOf(t, "cash_difference"), {
      state: "open",
      severity: "critical",
      facts: { cash_expected_minor: 5000, cash_counted_minor: 4000 },
    });
  });

  test("clock_skewed: once for a phone, until its positions have the right time", async () => {
    const t = await service.business();
    const { driver, route_id } = await releasedRoute(t);
    const ahead = new Date(service.now().getTime() + 3 * DAY).toISOString();
    await driver.person.call(startRoute, { route_id, occurred_at: ahead });
    await driver.person.call(pauseRoute, { route_id, occurred_at: ahead });
    assert.deepEqual(await statesOf(t, "clock_skewed"), ["open"]);
    const at = service.now().toISOString();
    await driver.person.call(sendPositions, {
      device_id: "phone",
      sent_at: at,
      positions: [{ seq: 1, at, lat: -15.7, lng: -47.8 }],
    });
    assert.deepEqual(await statesOf(t, "clock_skewed"), ["cleared"]);
    await driver.person.call(pauseRoute, { route_id, occurred_at: ahead });
    assert.deepEqual(await statesOf(t, "clock_skewed"), ["cleared", "open"]);
  });

  test("vehicle_unsafe: until another inspection passes; without a vehicle it is an item of the driver", async () => {
    const t = await service.business();
    const [one, other] = [await t.driver(), await t.driver()];
    const unsafe = [{ part: "tyre", severity: "unsafe" as const }];
    const { inspection } = await one.person.call(addInspection, { driver_id: one.id, defects: unsafe });
    assert.partialDeepStrictEqual(await itemOf(t, "vehicle_unsafe"), {
      subject_type: "vehicle",
      subject_id: inspection.vehicle_id,
      state: "open",
    });
    service.advance(MINUTE);
    await other.person.call(addInspection, { driver_id: other.id, vehicle_id: inspection.vehicle_id });
    assert.deepEqual(await statesOf(t, "vehicle_unsafe"), ["cleared"]);
    await one.person.call(addInspection, { driver_id: one.id, vehicle_id: null, defects: unsafe });
    assert.partialDeepStrictEqual(await itemOf(t, "unnamed_vehicle_unsafe"), {
      subject_id: one.id,
      state: "open",
    });
    service.advance(MINUTE);
    await one.person.call(addInspection, { driver_id: one.id, vehicle_id: null });
    assert.deepEqual(await statesOf(t, "unnamed_vehicle_unsafe"), ["cleared"]);
  });

  test("document_expiring: 14 days before, in the time zone of the business, until a longer one is accepted", async () => {
    const t = await service.business();
    const { id: driver_id } = await t.driver();
    const admin = t.as("client_admin");
    const today = toLocalDate(service.now(), ZONE);
    const add = async (expires_date: string) => {
      const { document } = await admin(addDocument, { driver_id, kind: "licence", expires_date });
      await admin(reviewDocument, { driver_id, document_id: document.id, status: "accepted" });
      await readAttention(service, t.id);
    };
    await add(addDays(today, 20));
    assert.deepEqual(await statesOf(t, "document_expiring"), []);
    await pass(toInstant(addDays(today, 6), "00:00", ZONE).getTime() - service.now().getTime() - MINUTE);
    assert.deepEqual(await statesOf(t, "document_expiring"), []);
    await pass(MINUTE);
    assert.partialDeepStrictEqual(await itemOf(t, "document_expiring"), {
      state: "open",
      facts: { document_kind: "licence", expires_date: addDays(today, 20) },
    });
    await add(addDays(today, 400));
    assert.deepEqual(await statesOf(t, "document_expiring"), ["cleared"]);
  });

  test("suggest operations that there are, for subjects of their kind", () => {
    const { attention, operations } = service.runtime.registry;
    assert.ok(attention.size >= 18);
    for (const { kind, title, actions, threshold, lists, every_minute } of attention.values()) {
      assert.deepEqual(Object.keys(title), [...LANGUAGES], kind);
      for (const { operation, input } of actions) {
        const found = operations.get(operation);
        assert.ok(found !== undefined, `${kind} suggests ${operation}, which is no operation.`);
        const members = Object.keys((found.input as { properties?: object }).properties ?? {});
        const given = Object.keys(input({ subject_id: 1, order_id: 1, route_id: 1, facts: { seq: 1 } }));
        assert.deepEqual(
          given.filter((name) => !members.includes(name)),
          [],
          `${kind} ${operation}`,
        );
      }
      if (threshold !== undefined || every_minute === true) assert.equal(lists, true, `${kind} has to list.`);
    }
  });
});
