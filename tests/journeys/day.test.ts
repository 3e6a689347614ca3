/**
 * A real day of 1,037 deliveries through the API: imported, planned, released, driven by as many drivers as the
 * plan has routes, delivered or failed with reasons; then every order is compared across its row, timeline,
 * proofs, public view and audit.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { before, describe, test } from "node:test";
import { findBrokenLink } from "#operation/records/events.ts";
import { mergeTimeline } from "#otep/timeline.ts";
import { TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { drive } from "../../scripts/drive/drive.ts";

const service = await testService({ work: true });
// Before the shifts begin: routes of today start no earlier than now, and a plan of the afternoon is longer.
service.setNow(`${toLocalDate(service.now(), "America/Sao_Paulo")}T10:00:00Z`);
// Closed tours are measured and compared by straight-line distance.
const business = await service.business({ settings: { road_factor: 1 } });
const date = toLocalDate(service.now(), "America/Sao_Paulo");
const day = JSON.parse(
  await readFile(path.resolve(import.meta.dirname, "../../data/demo/day-0.json"), "utf8"),
);
const base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });

const admin = await business.person("client_admin");
async function api(method: string, url: string, body?: unknown) {
  const answer = await admin.http(method, url, body);
  assert(
    answer.status < 300,
    `${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`,
  );
  return answer.body;
}

interface Row {
  id: number;
  ref: string;
  status: string;
  tracking_number: string;
  return_reason: { code: string } | null;
  delivered_at: string | null;
  route_id: number | null;
}
let orders: Row[] = [];
let drivers: { id: number; person: { email: string } }[] = [];

before(async () => {
  drivers = await Promise.all(Array.from({ length: 40 }, () => business.driver()));
});

describe("a real day", () => {
  test("1,037 orders are imported by one call and a job", async () => {
    const { async_id } = await api("POST", "/api/v1/client/batchOrderCreateAsync", {
      orders: day.deliveries.map(
        ({ id, lat, lng, size }: { id: string; lat: number; lng: number; size: number }) => ({
          ref: id,
          scheduled_date: date,
          units: size,
          dropoff: {
            name: `Person ${id}`,
            phone: "+55 61 99999-0000",
            line1: `Street ${id}`,
            city: "Brasília",
            country: "BR",
            lat,
            lng,
          },
          requirements: { pod: ["photo"] },
        }),
      ),
    });
    const job = await until(
      "the end of the import",
      () => api("GET", `/api/v1/client/async/${async_id}`),
      (answer) => !["QUEUED", "RUNNING"].includes(answer.state),
    );
    assert.partialDeepStrictEqual(job, {
      state: "COMPLETED",
      items_total: 1037,
      items_done: 1037,
      items_failed: 0,
    });
    assert.equal((await api("GET", "/api/v1/client/orders?status=NEW_ORDER&per_page=1")).total, 1037);
  });

  test("they are planned with 32 vehicles and at most 1,010 km of closed tours", async () => {
    const { plan_run_id } = await api("POST", "/api/v3/client/build-route", {
      date,
      async: true,
      time_limit_s: 10,
      seed: 1,
    });
    const { plan_run } = await until(
      "the end of the plan run",
      () => api("GET", `/api/v1/client/plan-runs/${plan_run_id}`),
      (answer) => !["QUEUED", "RUNNING"].includes(answer.plan_run.state),
    );
    assert.equal(plan_run.state, "COMPLETED", plan_run.failure);
    const { routes } = await api("GET", `/api/v1/client/routes?date=${date}&per_page=200`);
    assert.equal(routes.length, 32);
    const metres = routes.reduce(
      (sum: number, route: { planned_distance_m: number }) => sum + route.planned_distance_m,
      0,
    );
    assert(metres <= 1_010_000, `${Math.round(metres / 1000)} km`);
    assert.equal((await api("GET", "/api/v1/client/orders?status=ROUTED&per_page=1")).total, 1037);
  });

  test("they are released and completed through the drivers' API", async () => {
    const released = await api("POST", "/api/v1/client/routes/release", { date });
    assert.equal(released.result, true);
    assert.equal((await api("GET", "/api/v1/client/orders?status=DISPATCHED&per_page=1")).total, 1037);
    const day_progress = await drive({
      base_url,
      date,
      password: TEST_PASSWORD,
      drivers: drivers.map((driver) => driver.person.email),
      speed: Number.POSITIVE_INFINITY,
      failing: 0.04,
    });
    assert.equal(day_progress.delivered + day_progress.failed, 1037);
    assert(day_progress.failed > 10 && day_progress.failed < 100, `${day_progress.failed} failed`);
    orders = await service.system.rows<Row>(
      "select id, ref, status, tracking_number, return_reason, delivered_at, route_id from delivery_order where business_id = $1 order by id",
      [business.id],
    );
    assert.equal(orders.filter((order) => order.status === "DELIVERED").length, day_progress.delivered);
    assert.equal(orders.filter((order) => order.status === "FAILED_ATTEMPT").length, day_progress.failed);
    const states = await service.system.rows<{ status: string; n: number }>(
      "select status, count(*) as n from route where business_id = $1 group by status",
      [business.id],
    );
    assert.deepEqual(states, [{ status: "COMPLETED", n: 32 }]);
  });

  test("every order is consistent across its row, timeline, proofs, public view and audit", async () => {
    for (const order of orders) {
      const delivered = order.status === "DELIVERED";
      const tracking = (await service.http("GET", `/api/v1/tracking/${order.tracking_number}`)).body;
      assert.equal(tracking.status, order.status);
      assert.equal(tracking.terminal, delivered);
      assert.equal(tracking.phase, delivered ? "delivered" : "out_for_delivery");
      assert.equal(
        JSON.stringify(tracking).includes(`Person ${order.ref}`),
        false,
        "a visitor is told a name",
      );
      assert.equal(
        JSON.stringify(tracking).includes(`Street ${order.ref}`),
        false,
        "a visitor is told a street",
      );
      assert.equal(
        tracking.proofs.some((proof: { kind: string }) => proof.kind === "photo"),
        true,
      );
      if (!delivered) assert.equal(typeof order.return_reason?.code, "string");
    }
    const timelines = await service.system.rows<{ tracking_number: string; documents: never[] }>(
      "select tracking_number, json_agg(document order by id) as documents from tracking_event where business_id = $1 group by 1",
      [business.id],
    );
    assert.equal(timelines.length, 1037);
    const byNumber = new Map(timelines.map((one) => [one.tracking_number, one.documents]));
    for (const order of orders) {
      const timeline = mergeTimeline(byNumber.get(order.tracking_number) ?? [], {
        subject: { id: order.tracking_number, scheme: "tracking_number", type: "parcel" },
      });
      assert.equal(timeline.status?.base, order.status === "DELIVERED" ? "delivered" : "delivery_attempted");
      if (order.status !== "DELIVERED") assert.equal(typeof timeline.status?.incident_reason, "string");
    }
    const proofs = await service.system.row<{ n: number }>(
      "select count(distinct subject_id) as n from proof where business_id = $1 and subject_type = 'order' and kind = 'photo'",
      [business.id],
    );
    assert.equal(proofs?.n, 1037);
  });

  test("the event log of every order is complete and ends in its status, and every write is in the audit", async () => {
    const events = await service.system.rows<
      { subject_id: string } & Parameters<typeof findBrokenLink>[0][number]
    >(
      `select subject_type, subject_id, seq, kind, occurred_at, payload, batch_id, previous_hash, hash from event
        where business_id = $1 and subject_type = 'order' order by subject_id, seq`,
      [business.id],
    );
    const by_record = Map.groupBy(events, (event) => event.subject_id);
    assert.equal(by_record.size, 1037);
    for (const order of orders) {
      const chain = by_record.get(String(order.id)) ?? [];
      assert.equal(findBrokenLink(chain), undefined, `the chain of order ${order.id} is broken`);
      const last = chain.at(-1) as unknown as { payload: { state: { status: string } } };
      assert.equal(last.payload.state.status, order.status);
    }
    const audited = await service.system.row<{ n: number }>(
      "select count(*) as n from audit where business_id = $1 and operation in ('driverStopComplete', 'driverStopFail') and outcome = 'done'",
      [business.id],
    );
    const stops = await service.system.row<{ n: number }>(
      "select count(*) as n from stop where business_id = $1",
      [business.id],
    );
    assert.equal(audited?.n, stops?.n);
  });

  test("no order of the day is planned twice: the next plan has only the failed ones", async () => {
    const plan = await api("POST", "/api/v3/client/build-route", {
      date: addDays(date, 1),
      include_earlier: true,
      preview: true,
      time_limit_s: 1,
      engine: "savings",
    });
    const planned = plan.routes.flatMap((route: { order_ids: number[] }) => route.order_ids);
    const failed = new Set(
      orders.filter((order) => order.status === "FAILED_ATTEMPT").map((order) => order.id),
    );
    assert.equal(
      planned.every((id: number) => failed.has(id)),
      true,
    );
  });
});
