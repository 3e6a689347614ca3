/** Two phones, or two drivers, report one stop: the order is delivered once, and the second report is answered with the state that stands. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pickUp } from "#domain/execution/instant-rider/operations/pick-up.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { createReleasedRoute, type DriverAccount, listAttention } from "#tests/support/driver-app.ts";
import { createJob, createRiders } from "#tests/support/instant-rider.ts";
import { assertAllFoldsConsistent } from "#tests/support/orders.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const MINUTE = 60_000;
type Do = "complete" | "fail" | "skip";
/** What a phone reports, minutes ago, by which way. */
type Report = [act: Do, minutes: number, via?: "alone" | "batch" | "graphql", more?: Record<string, unknown>];

const BODY: Record<Do, Record<string, unknown>> = {
  complete: {},
  fail: { return_reason: "weather" },
  skip: {},
};
const OPERATION = { complete: "driverStopComplete", fail: "driverStopFail", skip: "driverStopSkip" };

interface CallOutcome {
  status: number;
  order?: string | undefined;
  attention?: string | null | undefined;
}

async function report(
  person: DriverAccount,
  stop_id: number,
  phone: string,
  [act, minutes, via = "alone", more = {}]: Report,
): Promise<CallOutcome> {
  const occurred_at = new Date(service.now().getTime() - minutes * MINUTE).toISOString();
  const body = { ...BODY[act], ...more };
  const tell = (
    status: number,
    answer: { orders?: { status: string; attention: string | null }[] } | null,
  ): CallOutcome => ({
    status,
    ...(answer?.orders?.[0] === undefined
      ? {}
      : { order: answer.orders[0].status, attention: answer.orders[0].attention }),
  });
  if (via === "batch") {
    const items = [{ seq: 1, type: `stop_${act}`, occurred_at, body: { stop_id, ...body } }];
    const { body: sync_answer } = await person.http("POST", "/api/v1/driver/sync", {
      device_id: phone,
      items,
    });
    return tell(sync_answer.items[0].status ?? 200, sync_answer.items[0].answer ?? null);
  }
  if (via === "graphql") {
    const input = Object.entries({ stop_id, ...body, occurred_at, device_id: phone, seq: 1 });
    const args = input.map(
      ([name, value]) => `${name}: ${name === "handed_to" ? value : JSON.stringify(value)}`,
    );
    const query = `mutation { ${OPERATION[act]}(${args.join(", ")}) { orders { status attention } } }`;
    const { body: graphql_answer } = await person.http("POST", "/api/graphql", { query });
    return tell(graphql_answer.errors === undefined ? 200 : 409, graphql_answer.data?.[OPERATION[act]]);
  }
  const url = `/api/v1/driver/stops/${stop_id}/${act}`;
  const report_answer = await person.http("POST", url, { ...body, occurred_at, device_id: phone, seq: 1 });
  return tell(report_answer.status, report_answer.body);
}

const deliveries = async (business: Awaited<ReturnType<typeof service.business>>, order_id: number) =>
  (await business.readEvents("order", order_id)).filter(({ kind }) => kind === "order.delivered").length;

describe("two phones at one stop", () => {
  interface Case {
    name: string;
    reports: Report[];
    /** All at the same time. */
    at_once?: true;
    order: string;
    stop: string;
    delivered: number;
    /** Of each report, in the order of arrival: its answer. */
    report_answers?: CallOutcome[];
    items?: string[];
  }
  const DELIVERED = { status: 200, order: "DELIVERED", attention: null };
  const FAILED = { status: 200, order: "FAILED_ATTEMPT", attention: null };
  const CASES: Case[] = [
    {
      name: "complete alone, then in a batch",
      reports: [
        ["complete", 10],
        ["complete", 9, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, report_answers: [DELIVERED, DELIVERED] },
    },
    {
      name: "complete in a batch, then over GraphQL",
      reports: [
        ["complete", 9, "batch"],
        ["complete", 10, "graphql"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, report_answers: [DELIVERED, DELIVERED] },
    },
    {
      name: "complete alone and in a batch at once",
      reports: [
        ["complete", 10],
        ["complete", 9, "batch"],
        ["complete", 8, "graphql"],
      ],
      at_once: true,
      ...{
        order: "DELIVERED",
        stop: "DONE",
        delivered: 1,
        report_answers: [DELIVERED, DELIVERED, DELIVERED],
      },
    },
    {
      name: "complete, then a failure that happened after it",
      reports: [
        ["complete", 10],
        ["fail", 9],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, items: ["unexpected_fact"] },
      report_answers: [DELIVERED, { status: 200, order: "DELIVERED", attention: "unexpected_fact" }],
    },
    {
      name: "complete, then a failure that happened before it, from a batch",
      reports: [
        ["complete", 9],
        ["fail", 10, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, report_answers: [DELIVERED, DELIVERED] },
    },
    {
      name: "a failure, then the delivery",
      reports: [
        ["fail", 10],
        ["complete", 9, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, report_answers: [FAILED, DELIVERED] },
    },
    {
      name: "a failure, then a delivery that happened before it",
      reports: [
        ["fail", 9],
        ["complete", 10, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, items: ["unexpected_fact"] },
    },
    {
      name: "complete and fail at once",
      reports: [
        ["complete", 10],
        ["fail", 9, "batch"],
      ],
      at_once: true,
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, items: ["unexpected_fact"] },
    },
    {
      name: "two failures of one attempt",
      reports: [
        ["fail", 10],
        ["fail", 9, "batch"],
      ],
      ...{ order: "FAILED_ATTEMPT", stop: "FAILED", delivered: 0, report_answers: [FAILED, FAILED] },
    },
    {
      name: "skip, then complete",
      reports: [
        ["skip", 10],
        ["complete", 9],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1 },
    },
    {
      name: "complete, then a later skip: refused, also in a batch",
      reports: [
        ["complete", 10],
        ["skip", 9],
        ["skip", 8, "batch"],
      ],
      ...{
        order: "DELIVERED",
        stop: "DONE",
        delivered: 1,
        report_answers: [DELIVERED, { status: 409 }, { status: 409 }],
      },
    },
    {
      name: "complete, then a skip that happened before it",
      reports: [
        ["complete", 9],
        ["skip", 10, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, report_answers: [DELIVERED, DELIVERED] },
    },
    {
      name: "a skip, then a delivery that happened before it",
      reports: [
        ["skip", 9],
        ["complete", 10, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1 },
    },
    {
      name: "skip and complete at once",
      reports: [
        ["complete", 10],
        ["skip", 10, "batch"],
      ],
      at_once: true,
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1 },
    },
    {
      name: "other receivers, alone and in a batch",
      reports: [
        ["complete", 10],
        ["complete", 9, "batch", { handed_to: "neighbour" }],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1, items: ["unexpected_fact"] },
      report_answers: [DELIVERED, { status: 200, order: "DELIVERED", attention: "unexpected_fact" }],
    },
    {
      name: "four phones, of which two failed before",
      reports: [
        ["complete", 8, "batch"],
        ["fail", 10],
        ["complete", 7],
        ["fail", 9, "batch"],
      ],
      ...{ order: "DELIVERED", stop: "DONE", delivered: 1 },
    },
  ];
  for (const { name, reports, at_once, report_answers, items = [], ...expected } of CASES)
    test(name, async () => {
      const business = await service.business();
      const { driver, stops, orders } = await createReleasedRoute(business, [{}, {}]);
      service.advance(60 * MINUTE);
      const [stop_id, order_id] = [stops[0]?.id ?? 0, orders[0]?.id ?? 0];
      const answers: CallOutcome[] = [];
      const send = (one: Report, index: number) => report(driver.person, stop_id, `phone-${index}`, one);
      if (at_once) answers.push(...(await Promise.all(reports.map(send))));
      else for (const [index, one] of reports.entries()) answers.push(await send(one, index));
      if (report_answers !== undefined) assert.deepEqual(answers, report_answers);
      const stop = await service.system.row<{ status: string }>("select status from stop where id = $1", [
        stop_id,
      ]);
      assert.deepEqual(
        {
          order: await business.readStatus(order_id),
          stop: stop?.status,
          delivered: await deliveries(business, order_id),
        },
        expected,
      );
      assert.deepEqual(
        (await listAttention(business)).map(({ kind }) => kind).filter((kind) => kind === "unexpected_fact"),
        items,
      );
      // The same phones again, in a batch or alone: nothing is added.
      for (const [index, one] of reports.entries()) await send(one, index);
      assert.equal(await deliveries(business, order_id), expected.delivered);
    });
});

describe("two people at one order", () => {
  test("the driver who lost the route is refused, alone and in a batch; the new one delivers once", async () => {
    const business = await service.business();
    const { driver, stops, orders, route_id } = await createReleasedRoute(business);
    const other = await business.driver({ name: "Second" });
    service.advance(60 * MINUTE);
    await business.as("client_admin")(reassignRoute, { route_id, driver_id: other.id });
    const [stop_id, order_id] = [stops[0]?.id ?? 0, orders[0]?.id ?? 0];
    for (const via of ["alone", "batch"] as const)
      assert.equal((await report(driver.person, stop_id, via, ["complete", 10, via])).status, 409);
    assert.equal(await deliveries(business, order_id), 0);
    const both = await Promise.all([
      report(other.person, stop_id, "a", ["complete", 1]),
      report(driver.person, stop_id, "b", ["complete", 1, "batch"]),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 409],
    );
    assert.equal(await deliveries(business, order_id), 1);
  });

  /** A rider's two phones, or a rider and somebody who has no such job. */
  const RIDERS: [
    name: string,
    calls: ("complete" | "problem" | "other")[],
    at_once: boolean,
    statuses: number[],
    delivered: number,
  ][] = [
    ["two phones complete one after the other", ["complete", "complete"], false, [200, 200], 1],
    ["two phones complete at once", ["complete", "complete"], true, [200, 200], 1],
    ["complete, then a failure", ["complete", "problem"], false, [200, 409], 1],
    ["a failure, then complete", ["problem", "complete"], false, [200, 409], 0],
    ["another rider", ["other", "complete"], false, [404, 200], 1],
    ["another rider at once", ["complete", "other"], true, [200, 404], 1],
  ];
  for (const [name, calls, at_once, statuses, delivered] of RIDERS)
    test(`a job: ${name}`, async () => {
      const business = await service.business();
      const [rider, other] = await createRiders(service, business, 2);
      assert(rider && other);
      const { order, instant_job_id } = await createJob(business, rider);
      await rider.person.call(pickUp, { instant_job_id });
      service.advance(5 * MINUTE);
      const url = `/api/v1/instant-rider/jobs/${instant_job_id}`;
      const send = async (what: (typeof calls)[number], index: number) => {
        const place = { device_id: `phone-${index}`, seq: 1 };
        const { person } = what === "other" ? other : rider;
        const answer =
          what === "problem"
            ? await person.http("POST", `${url}/problem`, { ...place, return_reason: "weather" })
            : await person.http("POST", `${url}/complete`, place);
        return answer.status;
      };
      const status_codes: number[] = [];
      if (at_once) status_codes.push(...(await Promise.all(calls.map(send))));
      else for (const [index, what] of calls.entries()) status_codes.push(await send(what, index));
      assert.deepEqual(status_codes, statuses);
      assert.equal(await deliveries(business, order.id), delivered);
    });
});

test("at the end, every order's status is the fold of its events and agrees with its timeline", () =>
  assertAllFoldsConsistent(service));
