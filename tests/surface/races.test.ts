/**
 * Two people, or a person and a phone, call at the same time on two connections. In any order, either one call
 * gets a declared refusal or both succeed; no call fails with an internal error, and the resulting state is
 * consistent.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { type EventRow, findBrokenLink } from "#operation/records/events.ts";
import { ally } from "#tests/support/alliances.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { byName } from "./fixture.ts";

const service = await testService();
const ROUNDS = 20;

type Call = () => Promise<unknown>;
// biome-ignore lint/suspicious/noExplicitAny: any operation's response.
type Anything = any;

/** For each call in order, the code of its refusal or `done`; any other error fails the test. */
async function atOnce(...calls: Call[]): Promise<string[]> {
  return Promise.all(
    calls.map(async (call) => {
      try {
        await call();
        return "done";
      } catch (error) {
        if (error instanceof Refusal && error.code !== "busy") return error.code;
        throw error;
      }
    }),
  );
}

/** Repeats a race, each time with another call slightly ahead. */
async function race(round: number, ...calls: Call[]): Promise<string[]> {
  return atOnce(
    ...calls.map((call, index) => async () => {
      const wait = (round + index * 3) % 7;
      for (let turns = 0; turns < wait * 4; turns += 1) await turn();
      await call();
    }),
  );
}

/** Asserts the invariants of a business after any race. */
async function check(business: TestBusiness): Promise<void> {
  const { system } = service;
  const twice = await system.rows(
    `select t.order_id, t.action from stop_task t join stop s on s.id = t.stop_id join route r on r.id = s.route_id
      where t.business_id = $1 and t.status = 'PENDING' and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
      group by t.order_id, t.action having count(*) > 1`,
    [business.id],
  );
  assert.deepEqual(twice, [], "an order is on one open route at most");
  const astray = await system.rows(
    `select o.id, o.status, o.route_id from delivery_order o where o.business_id = $1 and o.route_id is not null and not exists (
       select 1 from stop_task t join stop s on s.id = t.stop_id where t.order_id = o.id and s.route_id = o.route_id and t.status <> 'REMOVED')`,
    [business.id],
  );
  assert.deepEqual(astray, [], "an order that names a route is on it");
  const orphans = await system.rows(
    `select t.id, t.order_id, s.route_id, o.route_id as says, o.status from stop_task t join stop s on s.id = t.stop_id join route r on r.id = s.route_id
       join delivery_order o on o.id = t.order_id
      where t.business_id = $1 and t.status = 'PENDING' and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
        and o.route_id is distinct from s.route_id`,
    [business.id],
  );
  assert.deepEqual(orphans, [], "an order that a route still has to serve names that route");
  const gaps = await system.rows(
    `select r.id, r.stops_total, count(s.id) as stops, max(s.seq) as last from route r left join stop s on s.route_id = r.id
      where r.business_id = $1 group by r.business_id, r.id having r.stops_total <> count(s.id) or coalesce(max(s.seq), 0) <> count(s.id)`,
    [business.id],
  );
  assert.deepEqual(gaps, [], "stops are numbered from one without gaps");
  assert.deepEqual(
    (await checkFoldOfBusiness(system, business.id)).differences,
    [],
    "rows are the fold of their events",
  );
  const events = await system.rows<EventRow>(
    `select subject_type, subject_id, seq, kind, occurred_at, payload, batch_id, previous_hash, hash from event
      where business_id = $1 order by subject_type, subject_id, seq`,
    [business.id],
  );
  for (const [subject, chain] of Map.groupBy(
    events,
    (event) => `${event.subject_type}/${event.subject_id}`,
  )) {
    const links = chain.map((event) => ({
      ...event,
      occurred_at: new Date(event.occurred_at).toISOString(),
    }));
    assert.equal(findBrokenLink(links), undefined, `the chain of ${subject} holds`);
  }
}

const business = await service.business();
const admin = byName(service, business.as("client_admin"));
const employee = byName(service, business.as("employee"));
const second = byName(service, business.as("client_admin", "second"));
const dropoff = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.71, lng: -47.88 };

async function orders(count: number): Promise<number[]> {
  const { orders: made } = await admin("clientBatchOrderCreate", {
    orders: Array.from({ length: count }, (_none, index) => ({
      dropoff: { ...dropoff, lat: dropoff.lat - index / 1000 },
    })),
  });
  return made.map((item: Anything) => item.order_id);
}

async function released(count: number) {
  const driver = await business.driver();
  const order_ids = await orders(count);
  const { route } = await admin("clientRouteCreate", { driver_id: driver.id, order_ids });
  await admin("clientRouteRelease", { route_id: route.id });
  return {
    driver,
    phone: byName(service, driver.person.call),
    order_ids,
    route_id: route.id,
    stops: route.stops,
  };
}

async function onRoad(count: number) {
  const made = await released(count);
  await made.phone("driverRouteStart", { route_id: made.route_id });
  return made;
}

const seen = (outcomes: string[][]) => new Set(outcomes.map((one) => one.join(" ")));

describe("concurrent calls", () => {
  test("an order is held and its plan is committed: one of them, never both", async () => {
    const outcomes: string[][] = [];
    // The solver uses its full second each time.
    for (let round = 0; round < 3; round += 1) {
      const driver = await business.driver();
      const order_ids = await orders(2);
      const { plan_run_id } = await admin("clientBuildRoute", {
        preview: true,
        order_ids,
        driver_ids: [driver.id],
        time_limit_s: 1,
      });
      const outcome = await race(
        round,
        () => employee("clientOrderHold", { order_id: order_ids[0], reason: "unpaid" }),
        () => admin("clientPlanRunCommit", { plan_run_id }),
        () => employee("clientPlanRunCommit", { plan_run_id }),
      );
      outcomes.push(outcome);
      const commits = outcome.slice(1).filter((word) => word === "done").length;
      assert.ok(commits <= 1, "a plan is committed once");
      assert.equal(await business.statusOf(order_ids[0] as number), "HOLD");
    }
    await check(business);
    assert.ok(seen(outcomes).size > 0);
  });

  test("an order is cancelled and delivered: the events of both the driver and the office are recorded", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, order_ids, stops } = await onRoad(2);
      const outcome = await race(
        round,
        () => admin("clientOrderCancel", { order_id: order_ids[0] }),
        () => phone("driverStopComplete", { stop_id: stops[0].id, handed_to: "recipient" }),
      );
      assert.ok(outcome.includes("done"), outcome.join());
      const status = await business.statusOf(order_ids[0] as number);
      assert.ok(["DELIVERED", "RETURNING", "CANCELLED"].includes(status), status);
    }
    await check(business);
  });

  test("a route is reassigned and started: it has one driver, and only that driver can complete it", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, route_id } = await released(1);
      const other = await business.driver();
      const theirs = byName(service, other.person.call);
      await race(
        round,
        () => admin("clientRouteReassign", { route_id, driver_id: other.id }),
        () => phone("driverRouteStart", { route_id }),
        () => theirs("driverRouteStart", { route_id }),
        () => employee("clientRouteUnrelease", { route_id }),
      );
    }
    await check(business);
  });

  test("two phones of one driver complete one stop: it is delivered once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, order_ids, stops } = await onRoad(2);
      const outcome = await race(
        round,
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "one",
            seq: round + 1,
          }),
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "two",
            seq: round + 1,
          }),
        () =>
          phone("driverStopComplete", {
            stop_id: stops[0].id,
            handed_to: "recipient",
            device_id: "one",
            seq: round + 1,
          }),
      );
      assert.ok(outcome.includes("done"));
      const delivered = (await business.eventsOf("order", order_ids[0] as number)).filter(
        ({ kind }) => kind === "order.delivered",
      );
      assert.equal(delivered.length, 1);
    }
    await check(business);
  });

  test("a stop is completed and failed while its route is completed", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { phone, stops, route_id } = await onRoad(1);
      const outcome = await race(
        round,
        () => phone("driverStopComplete", { stop_id: stops[0].id, handed_to: "recipient" }),
        () => phone("driverStopFail", { stop_id: stops[0].id, return_reason: "recipient_absent" }),
        () => phone("driverRouteComplete", { route_id }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length >= 1, outcome.join());
    }
    await check(business);
  });

  test("a route is released twice: once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const driver = await business.driver();
      const order_ids = await orders(2);
      const { route } = await admin("clientRouteCreate", { driver_id: driver.id, order_ids });
      const outcome = await race(
        round,
        () => admin("clientRouteRelease", { route_id: route.id }),
        () => employee("clientRouteRelease", { route_id: route.id }),
        () => admin("clientOrderCancel", { order_id: order_ids[1] }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length <= 1, outcome.join());
      const releases = (await business.eventsOf("route", route.id)).filter(
        ({ kind }) => kind === "route.released",
      );
      assert.ok(releases.length <= 1);
    }
    await check(business);
  });

  test("routes are merged both ways while one is resequenced and split", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = (await admin("clientRouteCreate", { order_ids: await orders(3) })).route;
      const second = (await admin("clientRouteCreate", { order_ids: await orders(2) })).route;
      const backwards = first.stops.map((stop: Anything) => stop.id).reverse();
      await race(
        round,
        () => admin("clientRouteMerge", { route_id: first.id, from_route_id: second.id }),
        () => employee("clientRouteMerge", { route_id: second.id, from_route_id: first.id }),
        () => admin("clientRouteResequence", { route_id: first.id, stop_ids: backwards }),
        () => employee("clientRouteSplit", { route_id: first.id, stop_ids: backwards.slice(0, 1) }),
      );
    }
    await check(business);
  });

  test("the same orders are added to two routes, and put on hold", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [
        (await admin("clientRouteCreate", {})).route,
        (await admin("clientRouteCreate", {})).route,
      ];
      const order_ids = await orders(4);
      await race(
        round,
        () => admin("clientOrdersBulkAssign", { route_id: first.id, order_ids }),
        () =>
          employee("clientOrdersBulkAssign", { route_id: second.id, order_ids: [...order_ids].reverse() }),
        () =>
          admin("clientOrdersBulkActivity", {
            order_ids: order_ids.slice(1, 3),
            activity: "hold",
            reason: "unpaid",
          }),
        () => employee("clientRouteCancel", { route_id: first.id }),
      );
    }
    await check(business);
  });

  test("a proposal is approved, rejected and approved again: one decision", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [order_id] = await orders(1);
      const { approval_id } = await employee("approvalPropose", {
        tool: "hold_order",
        arguments: { order_id, reason: "unpaid" },
      });
      const outcome = await race(
        round,
        () => admin("approvalApprove", { approval_id }),
        () => admin("approvalReject", { approval_id }),
        () => byName(service, business.as("client_admin", "second"))("approvalApprove", { approval_id }),
      );
      assert.equal(outcome.filter((word) => word === "done").length, 1, outcome.join());
      const held = (await business.eventsOf("order", order_id as number)).filter(
        ({ kind }) => kind === "order.held",
      );
      assert.equal(held.length, outcome[1] === "done" ? 0 : 1);
    }
    await check(business);
  });

  test("a skill is deleted and assigned to a driver: no driver has a deleted skill", async () => {
    const { id: driver_id } = await business.driver();
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = `skill_${round}`;
      const { skill_id } = await admin("skillCreate", { code, name: "Crane", kind: "driver" });
      const outcome = await race(
        round,
        () => admin("skillDelete", { skill_id }),
        () => employee("skillsDriverSet", { driver_id, skills: [code] }),
        () => admin("clientOrderCreate", { dropoff, requirements: { skills: [code] } }),
      );
      assert.ok(outcome.slice(0, 2).filter((word) => word === "done").length === 1, outcome.join());
      await employee("skillsDriverSet", { driver_id, skills: [] });
    }
  });

  test("one person is invited by two at once, as employee and as driver: one account, one invitation", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const email = `invited-${business.id}-${round}@race.example`;
      const outcome = await race(
        round,
        () => admin("userEmployeeCreate", { name: "Ana Dias", email, preset: "dispatcher" }),
        () =>
          second("userEmployeeCreate", { name: "Ana Dias", email: email.toUpperCase(), preset: "counter" }),
        () => admin("clientDriverCreate", { name: "Ana Dias", email }),
      );
      assert.deepEqual(outcome.toSorted(), ["done", "email_taken", "email_taken"]);
      const links = await service.system.rows(
        `select r.account_id from account a join password_reset r on r.account_id = a.id and r.used_at is null
          where a.business_id = $1 and lower(a.email) = $2`,
        [business.id, email],
      );
      assert.equal(links.length, 1);
    }
    await check(business);
  });

  test("an account is invited again by two at once: one link works", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const email = `again-${business.id}-${round}@race.example`;
      const { employee_id } = await admin("userEmployeeCreate", { name: "Ana Dias", email });
      const invite = (by: typeof admin) => () =>
        by("userEmployeeUpdate", { employee_id, send_invitation: true });
      assert.deepEqual(await race(round, invite(admin), invite(second)), ["done", "done"]);
      const links = await service.system.rows(
        "select 1 from password_reset where account_id = $1 and used_at is null",
        [employee_id],
      );
      assert.equal(links.length, 1);
    }
    await check(business);
  });

  test("a business is invited to an alliance by two at once: one invitation", async () => {
    const owner = await service.business();
    const alliance_id = await ally(owner);
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const { code: client_code } = await service.business();
      const invite = (name: string) => () =>
        byName(service, owner.as("client_admin", name))("allianceInvite", { alliance_id, client_code });
      const outcome = await race(round, invite("first"), invite("second"));
      assert.deepEqual(outcome.toSorted(), ["already_invited", "done"]);
    }
  });

  test("a customer is disabled while it creates orders: later orders are refused", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const { id: customer_id, person } = await business.customer();
      const call = byName(service, person.call);
      await race(
        round,
        () => admin("clientCustomerUpdate", { customer_id, status: "disabled" }),
        () => call("clientOrderCreate", { dropoff }),
        () => call("clientOrders", {}),
      );
      const [after] = await atOnce(() => call("clientOrderCreate", { dropoff }));
      assert.notEqual(after, "done");
    }
  });

  test("a token is revoked while it is used: the next call is refused", async () => {
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const person = await business.person("employee");
      const made = await byName(service, person.call)("userTokenCreate", { name: "Race", profile: "full" });
      const headers = { authorization: `Bearer ${made.access_token}` };
      const list = () => service.http("GET", "/api/v1/client/orders?per_page=1", undefined, headers);
      const answers = await Promise.all([
        list(),
        person.http("DELETE", `/api/v1/user/tokens/${made.token.id}`),
        list(),
        list(),
      ]);
      for (const { status } of answers) assert.ok([200, 401, 403].includes(status), String(status));
      assert.equal((await list()).status, 401);
    }
  });

  test("many orders get many commands in opposite sequences: no deadlock, no internal error", async () => {
    const order_ids = await orders(60);
    const backwards = [...order_ids].reverse();
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const outcome = await race(
        round,
        () => admin("clientOrdersBulkActivity", { order_ids, activity: "hold", reason: "unpaid" }),
        () => employee("clientOrdersBulkActivity", { order_ids: backwards, activity: "release" }),
        () =>
          admin("clientOrdersBulkActivity", { order_ids: backwards.slice(10), activity: "note", note: "n" }),
        () =>
          employee("clientOrdersBulkActivity", { order_ids: order_ids.slice(0, 40), activity: "receive" }),
      );
      assert.deepEqual(new Set(outcome), new Set(["done"]));
    }
    await check(business);
  });

  test("one Idempotency-Key is sent four times: one order", async () => {
    const headers = { "idempotency-key": "race" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        business.http("client_admin", "POST", "/api/v1/client/orderCreate", { dropoff }, headers),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.order_id)).size, 1);
  });

  test("a repeat that would now be refused gets the first response, concurrently and later", async () => {
    const { order_id } = await admin("clientOrderCreate", { dropoff });
    const path = `/api/v1/client/orders/${order_id}/cancel`;
    const cancel = (reason: string) =>
      business.http("client_admin", "POST", path, { reason }, { "idempotency-key": "cancel-once" });
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel("twice")));
    answers.push(await cancel("twice"));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1);
    assert.equal(answers.filter(({ headers }) => headers["idempotency-replayed"] === "true").length, 4);
    assert.equal((await cancel("another")).body.error_code, "IDEMPOTENCY_KEY_REUSED");
    const { n } = (await service.system.row<{ n: number }>(
      "select count(*) as n from event where business_id = $1 and subject_id = $2 and kind <> 'order.created'",
      [business.id, String(order_id)],
    )) ?? { n: 0 };
    assert.equal(n, 1);
  });

  test("one rate is used by two orders: only one succeeds", async () => {
    await admin("clientPriceListCreate", {
      name: "Flat",
      rules: [{ name: "Flat", base_minor: 900 }],
      is_default: true,
    });
    for (let round = 0; round < ROUNDS / 2; round += 1) {
      const { rates } = await admin("clientOrderRate", { dropoff });
      const body = { dropoff, rate_id: rates[0].rate_id };
      const outcome = await race(
        round,
        () => admin("clientOrderCreate", body),
        () => employee("clientOrderCreate", body),
      );
      assert.deepEqual(outcome.sort(), ["done", "rate_used"]);
    }
  });

  test("one process's clock is behind the other's: the decision made last applies", async () => {
    const activities = [
      "hold",
      "receive",
      "release",
      "cancel",
      "raise_exception",
      "start_return",
      "reattempt",
    ];
    for (const first of activities) {
      for (const second of activities) {
        for (const third of ["release", "receive", "start_return"]) {
          const [order_id] = await orders(1);
          service.advance(1000);
          for (const activity of [first, second, third]) {
            const because = activity === "hold" || activity === "raise_exception" ? { reason: "unpaid" } : {};
            await admin("clientOrdersBulkActivity", { order_ids: [order_id], activity, ...because });
            service.advance(-100);
          }
          service.advance(1000);
        }
      }
    }
    await check(business);
    const backwards = await service.system.rows(
      `select subject_id, seq from (select subject_id, seq, recorded_at,
         lag(recorded_at) over (partition by subject_type, subject_id order by seq) as before from event where business_id = $1) e
        where recorded_at <= before`,
      [business.id],
    );
    assert.deepEqual(backwards, [], "each event of a subject is recorded after the one before it");
  });
});
