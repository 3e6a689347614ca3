import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { type AttentionKind, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import { plainMessage } from "#operation/response/messages.ts";
import {
  listItems,
  passTime,
  readAttention,
  readItem,
  readStates,
  rereadAttention,
} from "#tests/support/attention.ts";
import { runQueued, runSchedule } from "#tests/support/jobs.ts";
import { applyFact } from "#tests/support/orders.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { changeDispatchItemsBulk } from "./operations/change-dispatch-items-bulk.ts";
import { decideDispatchItem } from "./operations/decide-dispatch-item.ts";
import { getDispatchBoard } from "./operations/get-dispatch-board.ts";
import { getDispatchItem } from "./operations/get-dispatch-item.ts";
import { listDispatchDecisions } from "./operations/list-dispatch-decisions.ts";
import { listDispatchRules } from "./operations/list-dispatch-rules.ts";
import { reopenDispatchItem } from "./operations/reopen-dispatch-item.ts";
import { snoozeDispatchItem } from "./operations/snooze-dispatch-item.ts";
import { updateDispatchRules } from "./operations/update-dispatch-rules.ts";

const service = await testService();
service.freezeClock();
const ZONE = "America/Sao_Paulo";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pass = (milliseconds: number) => passTime(service, milliseconds);

/** An order that has been on hold for a day, and its item. */
async function heldForADay(business: TestBusiness) {
  const order = await business.order();
  await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
  await readAttention(service, business.id);
  await pass(DAY);
  return { order, item: await readItem(business, "hold_overdue") };
}

test("many items are decided, snoozed and reopened in one call, each on its own", async () => {
  const [business, other] = [await service.business(), await service.business()];
  const [first, second] = [await heldForADay(business), await heldForADay(business)];
  const theirs = await heldForADay(other);
  const bulk = (input: Record<string, unknown>) =>
    business.as("employee")(changeDispatchItemsBulk, {
      item_ids: [first.item.id, second.item.id, theirs.item.id],
      ...input,
    } as never);
  const until = new Date(service.now().getTime() + HOUR).toISOString();
  const getCodes = ({ items }: { items: { error_code: string | null; state: string | null }[] }) =>
    items.map(({ error_code, state }) => error_code ?? state);
  assert.deepEqual(getCodes(await bulk({ activity: "snooze", until })), ["snoozed", "snoozed", "NOT_FOUND"]);
  assert.deepEqual(
    getCodes(await bulk({ activity: "decide", action: "clientOrderRelease", reason: "paid" })),
    ["decided", "decided", "NOT_FOUND"],
  );
  // The end of the snooze opens nothing that was decided.
  await pass(HOUR);
  assert.deepEqual(await readStates(business, "hold_overdue"), ["decided", "decided"]);
  const again = await bulk({ activity: "decide", reason: "twice" });
  assert.partialDeepStrictEqual(again, { result: false, done: 0, failed: 3 });
  assert.deepEqual(getCodes(again), ["ITEM_DECIDED", "ITEM_DECIDED", "NOT_FOUND"]);
  assert.deepEqual(getCodes(await bulk({ activity: "reopen" })), ["open", "open", "NOT_FOUND"]);
  assert.deepEqual(getCodes(await bulk({ activity: "decide", action: "clientBuildRoute", reason: "x" })), [
    "UNKNOWN_ACTION",
    "UNKNOWN_ACTION",
    "NOT_FOUND",
  ]);
  for (const [input, field] of [
    [{ activity: "decide" }, "reason"],
    [{ activity: "snooze" }, "until"],
    [{ activity: "snooze", until: "2020-01-01T00:00:00Z" }, "until"],
  ] as const)
    assert.equal((await catchRefusal(bulk(input))).errors?.[0]?.field, field);
  const { decisions } = await business.as("employee")(getDispatchItem, { item_id: first.item.id });
  assert.deepEqual(
    decisions.map(({ action, withdrawn_at }) => [action, withdrawn_at !== null]),
    [["clientOrderRelease", true]],
  );
  assert.deepEqual(await readStates(other, "hold_overdue"), ["open"]);
});

test("the board names the order and the route of an item, only to callers who may read them", async () => {
  const business = await service.business();
  const { order } = await heldForADay(business);
  const board = await business.as("client_admin")(getDispatchBoard, { kind: "hold_overdue" });
  assert.partialDeepStrictEqual(board.items[0]?.records, {
    order: { tracking_number: order.tracking_number, status: "HOLD" },
    route: null,
    driver: null,
  });
  const { actor } = await business.person("client_admin");
  const narrow = { ...actor, token_scopes: new Set(["dispatch:read" as const]) };
  const result = await service.call(narrow, getDispatchBoard, { kind: "hold_overdue" });
  assert.partialDeepStrictEqual(result, {
    kind: "done",
    answer: { items: [{ kind: "hold_overdue", records: { order: null, route: null, driver: null } }] },
  });
});

test("the newest items of each kind come in one call, whatever else is asked for", async () => {
  const business = await service.business();
  await service.system.execute(
    `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, state, snoozed_until, date, since, opened_at)
     select $1, kind, 'warning', 'order', n, n::text, state, case state when 'snoozed' then now() + interval '1 day' end,
       current_date, now(), now()
     from (values ('hold_overdue', 'open', 5), ('stop_late', 'open', 2), ('pin_locked', 'open', 1), ('stop_late', 'snoozed', 3))
       as made (kind, state, many), generate_series(case state when 'snoozed' then 11 else 1 end, case state when 'snoozed' then 10 else 0 end + many) n`,
    [business.id],
  );
  const read = (input: object) => business.as("employee")(getDispatchBoard, input);
  const [holds, late, pin] = [[5, 4, 3, 2, 1], [2, 1], [1]] as const;
  for (const [input, expected] of [
    [{ per_kind: 1 }, { hold_overdue: [5], stop_late: [2], pin_locked: pin }],
    [{ per_kind: 2 }, { hold_overdue: [5, 4], stop_late: late, pin_locked: pin }],
    [{ per_kind: 50 }, { hold_overdue: holds, stop_late: late, pin_locked: pin }],
    [{}, { hold_overdue: holds, stop_late: late, pin_locked: pin }],
    [{ per_kind: 3, kind: "hold_overdue" }, { hold_overdue: [5, 4, 3] }],
    [{ per_kind: 3, state: "snoozed" }, { stop_late: [13, 12, 11] }],
    [{ per_kind: 1, state: "snoozed" }, { stop_late: [13] }],
    [{ per_kind: 3, severity: "critical" }, {}],
    [
      { per_kind: 1, subject_id: 1 },
      { hold_overdue: [1], stop_late: [1], pin_locked: [1] },
    ],
    [{ per_kind: 1, mine: true }, {}],
  ] as const) {
    const { items, total, groups } = await read(input);
    const by_kind = Object.groupBy(items, ({ kind }) => kind);
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(by_kind).map(([kind, of = []]) => [kind, of.map(({ subject_id }) => subject_id)]),
      ),
      expected,
      JSON.stringify(input),
    );
    assert.equal(total, items.length);
    if (!("mine" in input || "subject_id" in input))
      assert.deepEqual(
        groups.map(({ kind, open, snoozed }) => [kind, open, snoozed]),
        [
          ["hold_overdue", 5, 0],
          ["pin_locked", 1, 0],
          ["stop_late", 2, 3],
        ],
        "the counts are of all items",
      );
  }
  const first = await read({ per_kind: 2, per_page: 3 });
  const second = await read({ per_kind: 2, per_page: 3, cursor: first.next_cursor });
  assert.deepEqual(
    [first.items.length, first.total, second.items.length, second.next_cursor],
    [3, 5, 2, null],
  );
  for (const per_kind of [0, 51, 1.5])
    assert.equal((await catchRefusal(read({ per_kind }))).errors?.[0]?.field, "per_kind");
});

describe("an item", () => {
  test("opens at its time, once however often the events are read, in any order, and ends with its cause", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    await admin(holdOrder, { order_id: order.id, reason: "unpaid" });
    assert.deepEqual(await readStates(business, "hold_overdue"), []);
    await pass(DAY - MINUTE);
    assert.deepEqual(await readStates(business, "hold_overdue"), []);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["open"]);
    for (const arrange of [<E>(all: E[]) => all.toReversed(), <E>(all: E[]) => [...all, ...all]])
      await rereadAttention(service, business.id, arrange);
    const item = await readItem(business, "hold_overdue");
    assert.partialDeepStrictEqual(item, {
      subject_type: "order",
      subject_id: order.id,
      order_id: order.id,
      severity: "warning",
      facts: { reason: "unpaid" },
    });
    assert.deepEqual(await readStates(business, "hold_overdue"), ["open"]);
    await admin(releaseOrder, { order_id: order.id });
    assert.deepEqual(await readStates(business, "hold_overdue"), ["cleared"]);
    assert.deepEqual(
      (await business.readEvents("attention_item", item.id)).map(({ kind }) => kind),
      ["attention.opened", "attention.cleared"],
    );
    // The end is read before the beginning: what the rows say counts.
    await rereadAttention(service, business.id, (all) => all.toReversed());
    assert.deepEqual(await readStates(business, "hold_overdue"), ["cleared"]);
    await admin(holdOrder, { order_id: order.id, reason: "address" });
    await readAttention(service, business.id);
    await pass(DAY);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["cleared", "open"]);
  });

  test("whose cause ended before its events were read never opens", async () => {
    const business = await service.business();
    const order = await business.order();
    const admin = business.as("client_admin");
    await admin(holdOrder, { order_id: order.id, reason: "unpaid" });
    service.advance(2 * DAY);
    await admin(releaseOrder, { order_id: order.id });
    await readAttention(service, business.id);
    await pass(DAY);
    assert.deepEqual(await readStates(business, "hold_overdue"), []);
  });

  test("two readers at once open it once, and end it once", async () => {
    const business = await service.business();
    const { order, item } = await heldForADay(business);
    await service.system.execute("delete from attention_item where id = $1", [item.id]);
    await Promise.all([1, 2, 3].map(() => rereadAttention(service, business.id)));
    assert.deepEqual(await readStates(business, "hold_overdue"), ["open"]);
    await business.as("client_admin")(releaseOrder, { order_id: order.id });
    await Promise.all([1, 2, 3].map(() => rereadAttention(service, business.id)));
    const [ended] = (await listItems(business)).filter(({ kind }) => kind === "hold_overdue");
    assert.partialDeepStrictEqual(ended, { state: "cleared", version: 2 });
  });

  test("does not open from rows that were read before the event of its end was handled", async () => {
    const business = await service.business();
    const order = await business.order();
    const kinds = service.runtime.registry.attention as Map<string, AttentionKind>;
    const [read, go_on] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let is_there = true;
    let looks = 0;
    kinds.set("test_barrier", {
      is_attention: true,
      kind: "test_barrier",
      family: "test",
      severity: "info",
      record_kind: "order",
      title: plainMessage({ en: "Test" }, "business"),
      opens_after: { "order.held": toRecordId },
      clears_after: { "order.held": toAffectedRecord },
      actions: [],
      async find() {
        const test_causes = is_there
          ? [{ subject_id: order.id, key: "a", at: service.now(), facts: {} }]
          : [];
        looks += 1;
        if (looks === 1) {
          read.resolve();
          await go_on.promise;
        }
        return test_causes;
      },
    });
    try {
      await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
      const earlier = readAttention(service, business.id);
      await read.promise;
      is_there = false;
      const later = rereadAttention(service, business.id);
      await until("a reader that waits for the other one", () =>
        service.system.row("select 1 from pg_locks where locktype = 'advisory' and not granted"),
      );
      go_on.resolve();
      await Promise.all([earlier, later]);
      assert.deepEqual(await readStates(business, "test_barrier"), ["cleared"]);
    } finally {
      go_on.resolve();
      kinds.delete("test_barrier");
    }
  });

  test("is snoozed until a time, at which it opens again, unless its cause is gone", async () => {
    const business = await service.business();
    const [one, other] = [await heldForADay(business), await heldForADay(business)];
    const dispatcher = business.as("employee");
    const until = new Date(service.now().getTime() + HOUR).toISOString();
    for (const { item } of [one, other])
      assert.equal((await dispatcher(snoozeDispatchItem, { item_id: item.id, until })).item.state, "snoozed");
    const late = await catchRefusal(
      dispatcher(snoozeDispatchItem, { item_id: one.item.id, until: "2020-01-01T00:00:00Z" }),
    );
    assert.equal(late.code, "too_late");
    await business.as("client_admin")(releaseOrder, { order_id: other.order.id });
    assert.deepEqual(await readStates(business, "hold_overdue"), ["snoozed", "cleared"]);
    await pass(HOUR);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["open", "cleared"]);
    assert.equal(
      (await business.readEvents("attention_item", one.item.id)).at(-1)?.kind,
      "attention.reopened",
    );
  });

  test("that is decided does not open for the same cause, is reopened by a person, and ends by itself", async () => {
    const business = await service.business();
    const { order, item } = await heldForADay(business);
    const dispatcher = business.as("employee");
    const item_id = item.id;
    const wrong = await catchRefusal(
      dispatcher(decideDispatchItem, { item_id, action: "clientOrderCreate", reason: "?" }),
    );
    assert.equal(wrong.code, "unknown_action");
    const decided = await dispatcher(decideDispatchItem, { item_id, reason: "The customer pays tomorrow." });
    assert.partialDeepStrictEqual(decided, { item: { state: "decided" }, decision: { action: null } });
    await rereadAttention(service, business.id);
    await pass(MINUTE);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["decided"]);
    const again = await catchRefusal(dispatcher(decideDispatchItem, { item_id, reason: "No." }));
    assert.deepEqual([again.status, again.code], [409, "item_decided"]);
    await dispatcher(reopenDispatchItem, { item_id });
    assert.equal((await catchRefusal(dispatcher(reopenDispatchItem, { item_id }))).code, "item_open");
    const decision = await dispatcher(decideDispatchItem, {
      item_id,
      action: "clientOrderRelease",
      reason: "Paid.",
    });
    assert.deepEqual(decision.decision.result_event_ids, []);
    await dispatcher(releaseOrder, { order_id: order.id });
    const ended = await readItem(business, "hold_overdue");
    assert.equal(ended.state, "decided");
    assert.ok(ended.cleared_at !== null);
    assert.equal((await catchRefusal(dispatcher(reopenDispatchItem, { item_id }))).code, "item_cleared");
    const released = (await business.as("employee")(getOrderHistory, { order_id: order.id })).events.at(-1);
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
    await readAttention(service, business.id);
    await pass(DAY);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["decided", "open"]);
  });

  test("whose operation ran before the decision has its events as results", async () => {
    const business = await service.business();
    const { order, item } = await heldForADay(business);
    await business.as("client_admin")(releaseOrder, { order_id: order.id });
    // Nobody has read the events yet.
    const { decision } = await business.as("employee")(decideDispatchItem, {
      item_id: item.id,
      action: "clientOrderRelease",
      reason: "Paid.",
    });
    assert.equal(decision.result_event_ids.length, 1);
  });

  test("is decided by one of two dispatchers, and not once its cause is gone", async () => {
    const business = await service.business();
    const { order, item } = await heldForADay(business);
    const people = [business.as("employee", "one"), business.as("employee", "two")];
    const input = { item_id: item.id, reason: "Known." };
    const stale = await catchRefusal(
      people[0]?.(decideDispatchItem, input, { if_match: 7 }) ?? Promise.resolve(),
    );
    assert.equal(stale.code, "version_conflict");
    const answers = await Promise.allSettled(people.map((call) => call(decideDispatchItem, input)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    await people[0]?.(reopenDispatchItem, { item_id: item.id });
    await business.as("client_admin")(releaseOrder, { order_id: order.id });
    const race = await Promise.allSettled([
      readAttention(service, business.id),
      people[0]?.(decideDispatchItem, input),
    ]);
    assert.equal(race[0]?.status, "fulfilled");
    const ended = await readItem(business, "hold_overdue");
    assert.ok(ended.cleared_at !== null, "decided or not, its cause is gone");
    assert.equal(ended.state, race[1]?.status === "fulfilled" ? "decided" : "cleared");
    const refused = await catchRefusal(
      business.as("employee")(snoozeDispatchItem, {
        item_id: item.id,
        until: new Date(service.now().getTime() + HOUR).toISOString(),
      }),
    );
    assert.equal(refused.code, "item_cleared");
  });
});

describe("the board", () => {
  test("counts kinds and lists items by state, kind, severity, day and record", async () => {
    const business = await service.business();
    const { order, item } = await heldForADay(business);
    const { item: second } = await heldForADay(business);
    const call = business.as("employee");
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
    const business = await service.business();
    const date = toLocalDate(service.now(), ZONE);
    const { id } = await business.order({ scheduled_date: date });
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
    const board = await business.as("employee")(getDispatchBoard, {});
    assert.partialDeepStrictEqual(board.groups, [{ kind: "order_unplanned", open: 2301 }]);
    assert.equal(board.total, 2301);
  });

  test("is closed to contractors, drivers and customers", async () => {
    const business = await service.business();
    const { item } = await heldForADay(business);
    for (const role of ["broker_employee", "driver", "customer"] as const) {
      for (const [operation, input] of [
        [getDispatchBoard, {}],
        [getDispatchItem, { item_id: item.id }],
        [decideDispatchItem, { item_id: item.id, reason: "Mine." }],
      ] as const)
        assert.equal((await catchRefusal(business.as(role)(operation as never, input as never))).status, 403);
    }
  });
});

describe("rules", () => {
  test("have defaults, change thresholds of items that are there, and switch kinds off", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { rules } = await admin(listDispatchRules, {});
    assert.partialDeepStrictEqual(
      rules.find(({ kind }) => kind === "order_unplanned"),
      { unit: "time_of_day", time: "09:00", after: null, is_default: true },
    );
    const { order } = await heldForADay(business);
    const change = async (rule: object) => {
      await admin(updateDispatchRules, { rules: [{ kind: "hold_overdue", ...rule }] });
      await runQueued(service, "dispatch.apply-rule");
      return readStates(business, "hold_overdue");
    };
    assert.deepEqual(await change({ after: 48 }), ["cleared"]);
    await pass(DAY);
    assert.deepEqual(await readStates(business, "hold_overdue"), ["cleared", "open"]);
    assert.deepEqual(await change({ is_on: false }), ["cleared", "cleared"]);
    assert.deepEqual(await change({}), ["cleared", "cleared", "open"]);
    assert.equal(await business.readStatus(order.id), "HOLD");
    for (const [rule, code] of [
      [{ kind: "unknown" }, "unknown_kind"],
      [{ kind: "hold_overdue", time: "08:00" }, "wrong_threshold"],
      [{ kind: "order_unplanned", after: 3 }, "wrong_threshold"],
      [{ kind: "pin_locked", after: 3 }, "wrong_threshold"],
    ] as const)
      assert.equal((await catchRefusal(admin(updateDispatchRules, { rules: [rule] }))).code, code);
    assert.equal(
      (
        await catchRefusal(
          business.as("employee")(updateDispatchRules, { rules: [{ kind: "hold_overdue" }] }),
        )
      ).status,
      403,
    );
  });

  test("of a kind that only events cause keep its items until it is switched off", async () => {
    const business = await service.business();
    const order = await business.order();
    service.advance(1000);
    await applyFact(business, order.id, { trigger: "complete" });
    assert.deepEqual(await readStates(business, "unexpected_fact"), ["open"]);
    const admin = business.as("client_admin");
    await admin(updateDispatchRules, { rules: [{ kind: "unexpected_fact" }] });
    await runQueued(service, "dispatch.apply-rule");
    assert.deepEqual(await readStates(business, "unexpected_fact"), ["open"]);
    await admin(updateDispatchRules, { rules: [{ kind: "unexpected_fact", is_on: false }] });
    await runQueued(service, "dispatch.apply-rule");
    assert.deepEqual(await readStates(business, "unexpected_fact"), ["cleared"]);
  });
});
