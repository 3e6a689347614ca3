/** Ingest of provider events: which are accepted, which are refused, and their effect on orders. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { listItems } from "#tests/support/attention.ts";
import { createProvider } from "#tests/support/provider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";

const service = await testService();
const MINUTE = 60_000;

/** ISO 8601, a number of minutes after the creation of the order. */
const after = (minutes: number) => new Date(service.now().getTime() + minutes * MINUTE).toISOString();

function event(number: string, code: string, more: Record<string, unknown> = {}) {
  return {
    event_id: randomUUID(),
    subject: number,
    occurred_at: after(0),
    status_code: `otep:core:${code}`,
    ...more,
  };
}

async function agrees(t: TestBusiness): Promise<void> {
  assert.deepEqual((await checkFoldOfBusiness(service.system, t.id)).differences, []);
}

const countOf = async (t: TestBusiness, number: string) =>
  (
    await service.system.row<{ n: number }>(
      "select count(*) as n from tracking_event where business_id = $1 and tracking_number = $2 and provider <> 'packhorse'",
      [t.id, number],
    )
  )?.n;

const timelineOf = async (number: string) =>
  (await service.http("GET", `/api/v1/otep/trackings/${number}`)).body;

describe("ingest", () => {
  test("a carrier's delivery shows in public tracking, in the timeline and in the order", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    service.advance(60 * MINUTE);
    const answer = await carrier.ingest({
      events: [
        event(order.tracking_number, "picked_up", { occurred_at: after(-50) }),
        event(order.tracking_number, "out_for_delivery", { occurred_at: after(-20) }),
        event(order.tracking_number, "delivered", { occurred_at: after(-5) }),
      ],
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.partialDeepStrictEqual(answer.body, {
      result: true,
      accepted: 3,
      duplicates: 0,
      rejected: 0,
      warnings: 0,
    });
    assert.deepEqual(
      answer.body.results.map((one: { index: number; status: string; status_code: string }) => [
        one.index,
        one.status,
        one.status_code,
      ]),
      [
        [0, "accepted", "otep:core:picked_up"],
        [1, "accepted", "otep:core:out_for_delivery"],
        [2, "accepted", "otep:core:delivered"],
      ],
    );
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    const timeline = await timelineOf(order.tracking_number);
    assert.partialDeepStrictEqual(timeline, {
      event_count: 4,
      delivered: true,
      status: { code: "otep:core:delivered", terminal: true },
      revision: answer.body.results[0].revision,
    });
    assert.equal(timeline.events[3].source.provider, carrier.provider.code);
    const shown = (await service.http("GET", `/api/v1/tracking/${order.tracking_number}`)).body;
    assert.partialDeepStrictEqual(shown, { status: "DELIVERED", terminal: true });
    assert.ok(shown.delivered_at < after(-4) && shown.delivered_at > after(-6));
    const custody = await service.system.rows("select custody from parcel where order_id = $1", [order.id]);
    assert.deepEqual(custody, [{ custody: "recipient" }]);
    const told = (await t.eventsOf("order", order.id)).map(({ kind }) => kind);
    assert.deepEqual(told, ["order.created", "order.status_changed", "tracking.updated"]);
    await agrees(t);
  });

  test("the same events in any order of arrival, one by one or together, give the same order and timeline", async () => {
    const t = await service.business();
    const carrier = await createProvider(t);
    const start = service.now().getTime();
    const steps = [
      "picked_up",
      "departed",
      "arrived",
      "out_for_delivery",
      "delivery_attempted",
      "out_for_delivery",
    ];
    const told = async (shuffle: (list: object[]) => object[], together: boolean) => {
      const order = await t.order();
      const list = steps.map((code, index) =>
        event(order.tracking_number, code, {
          event_id: `${order.id}-${index}`,
          occurred_at: new Date(start + index * MINUTE).toISOString(),
        }),
      );
      const batches = together ? [shuffle(list)] : shuffle(list).map((one) => [one]);
      for (const events of batches) assert.equal((await carrier.ingest({ events })).status, 200);
      const { status } = await timelineOf(order.tracking_number);
      return [await t.statusOf(order.id), status.code, status.since];
    };
    const expected = await told((list) => list, true);
    assert.deepEqual(expected.slice(0, 2), ["OUT_FOR_DELIVERY", "otep:core:out_for_delivery"]);
    assert.deepEqual(await told((list) => list.toReversed(), true), expected);
    assert.deepEqual(await told((list) => list, false), expected);
    assert.deepEqual(await told((list) => list.toReversed(), false), expected);
    await agrees(t);
  });

  test("annotations, estimates and plans change no status; the estimate is shown", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const answer = await carrier.ingest([
      event(order.tracking_number, "note"),
      event(order.tracking_number, "delivered", { time_type: "estimated", occurred_at: after(600) }),
    ]);
    assert.equal(answer.body.accepted, 2);
    assert.equal(await t.statusOf(order.id), "NEW_ORDER");
    assert.ok((await timelineOf(order.tracking_number)).eta);
    await agrees(t);
  });

  test("an event after the end stays visible and does not change the status", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    await carrier.ingest(event(order.tracking_number, "delivered", { occurred_at: after(1) }));
    await carrier.ingest(event(order.tracking_number, "out_for_delivery", { occurred_at: after(2) }));
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    const { events } = await timelineOf(order.tracking_number);
    assert.equal(events.at(-1).after_terminal, true);
    await agrees(t);
  });

  test("a correction undoes the delivery, in the timeline and in the order", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(2) });
    await carrier.ingest([event(order.tracking_number, "out_for_delivery", { occurred_at: after(1) })]);
    await carrier.ingest([delivered]);
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    await carrier.ingest(
      event(order.tracking_number, "note", { occurred_at: after(3), corrects: delivered.event_id }),
    );
    assert.equal(await t.statusOf(order.id), "OUT_FOR_DELIVERY");
    assert.equal((await timelineOf(order.tracking_number)).status.code, "otep:core:out_for_delivery");
    await agrees(t);
    const told = (await t.eventsOf("order", order.id)).map(({ kind }) => kind);
    assert.ok(told.includes("order.event_voided"), told.join());
    await carrier.ingest(event(order.tracking_number, "delivered", { occurred_at: after(4) }));
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    await agrees(t);
  });

  test("withdrawing a delivery restores the earlier status that came in the same request", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(2) });
    await carrier.ingest([event(order.tracking_number, "arrived", { occurred_at: after(1) }), delivered]);
    await carrier.ingest(
      event(order.tracking_number, "note", { occurred_at: after(3), corrects: delivered.event_id }),
    );
    assert.equal(await t.statusOf(order.id), "IN_TRANSFER");
    await agrees(t);
  });

  test("a dispatcher's withdrawal of a delivery restores the carrier's earlier status", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    service.advance(10 * MINUTE);
    await carrier.ingest([
      event(order.tracking_number, "arrived", { occurred_at: after(-5) }),
      event(order.tracking_number, "delivered", { occurred_at: after(-4) }),
    ]);
    const told = (await t.eventsOf("order", order.id)).find(({ kind }) => kind === "order.status_changed");
    const take_back = service.runtime.registry.get("clientOrderVoidEvent");
    const answer = await t.as("client_admin")(
      take_back as never,
      { order_id: order.id, seq: told?.seq, reason: "wrong door" } as never,
    );
    assert.equal(await t.statusOf(order.id), "IN_TRANSFER", JSON.stringify(answer).slice(0, 200));
    assert.equal((await timelineOf(order.tracking_number)).status.base, "arrived");
    await agrees(t);
  });

  test("a delivery from before a cancellation, sent after it, counts, and an attention item opens", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(0) });
    service.advance(10 * MINUTE);
    const cancel = service.runtime.registry.get("clientOrderCancel");
    await t.as("client_admin")(cancel as never, { order_id: order.id } as never);
    assert.equal(await t.statusOf(order.id), "CANCELLED");
    await carrier.ingest(delivered);
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    const items = (await listItems(t)).filter((item) => item.order_id === order.id);
    assert.partialDeepStrictEqual(items, [{ kind: "late_fact_conflict" }]);
    await agrees(t);
  });

  test("an order on hold or on a route gets the status, and an attention item opens", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const hold = service.runtime.registry.get("clientOrderHold");
    await t.as("client_admin")(hold as never, { order_id: order.id, reason: "unpaid" } as never);
    await carrier.ingest(event(order.tracking_number, "in_transit", { occurred_at: after(1) }));
    assert.equal(await t.statusOf(order.id), "IN_TRANSFER");
    const items = (await listItems(t)).filter((item) => item.order_id === order.id);
    assert.partialDeepStrictEqual(items, [{ kind: "outside_fact" }]);
    await agrees(t);
  });

  test("withdrawing one carrier's end restores the end that another carrier sent", async () => {
    const t = await service.business();
    const [first, second] = [await createProvider(t), await createProvider(t)];
    const order = await t.order();
    const made = service.now().getTime();
    const minutes = (after: number) => new Date(made + after * MINUTE).toISOString();
    service.advance(10 * MINUTE);
    await t.as("client_admin")(
      service.runtime.registry.get("clientOrderCancel") as never,
      { order_id: order.id } as never,
    );
    service.advance(10 * MINUTE);
    const tell = async (by: typeof first, told: ReturnType<typeof event>) =>
      assert.equal((await by.ingest(told)).status, 200);
    await tell(second, event(order.tracking_number, "cancelled", { occurred_at: minutes(5) }));
    const wrong = event(order.tracking_number, "rejected", { occurred_at: minutes(1) });
    await tell(first, wrong);
    assert.equal(await t.statusOf(order.id), "REJECTED");
    const correction = { occurred_at: minutes(1), corrects: wrong.event_id };
    await tell(first, event(order.tracking_number, "note", correction));
    assert.equal(await t.statusOf(order.id), "CANCELLED");
    await agrees(t);
  });

  test("row, fold and timeline agree for any order of carrier events and decisions", async () => {
    const t = await service.business();
    const carriers = [await createProvider(t), await createProvider(t)];
    const bulk = service.runtime.registry.get("clientOrdersBulkActivity");
    let seed = 20_261_120;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const bases = [
      "picked_up",
      "received",
      "departed",
      "held",
      "out_for_delivery",
      "delivery_attempted",
      "exception",
      "returning",
      "note",
      "confirmed",
      "delivered",
      "rejected",
      "cancelled",
    ];
    const activities = ["hold", "release", "cancel", "start_return", "raise_exception", "reattempt"];
    const seen = new Set<string>();
    for (let turn = 0; turn < 40; turn += 1) {
      const order = await t.order();
      const made = service.now().getTime();
      const told: { id: string; by: number }[] = [];
      for (let step = 0; step < 10; step += 1) {
        service.advance(random(600) * 1000 + 1000);
        const kind = random(10);
        if (kind >= 7) {
          const activity = activities[random(activities.length)];
          await t.as("client_admin")(
            bulk as never,
            { order_ids: [order.id], activity, reason: "x" } as never,
          );
          continue;
        }
        const by = random(2);
        const wrong = kind === 0 ? told.filter((one) => one.by === by)[0] : undefined;
        const late = Math.min(random(3) === 0 ? random(3600) * 1000 : 0, service.now().getTime() - made);
        const one = event(
          order.tracking_number,
          wrong === undefined ? (bases[random(bases.length)] as string) : "note",
          {
            occurred_at: new Date(service.now().getTime() - late).toISOString(),
            ...(wrong === undefined ? {} : { corrects: wrong.id }),
          },
        );
        told.push({ id: one.event_id, by });
        const answer = await carriers[by]?.ingest(one);
        assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
      }
      seen.add(await t.statusOf(order.id));
    }
    await agrees(t);
    assert.ok(seen.size >= 5, [...seen].join());
  });

  test("one of several parcels has its own timeline; the order is delivered with the last of them", async () => {
    const t = await service.business();
    const carrier = await createProvider(t);
    const order = await t.order({ parcels: [{}, {}, {}] });
    const parcels = await service.system.rows<{ tracking_number: string }>(
      "select tracking_number from parcel where order_id = $1 order by seq",
      [order.id],
    );
    const [first, second, third] = parcels.map((parcel) => parcel.tracking_number) as [
      string,
      string,
      string,
    ];
    assert.equal(first, order.tracking_number);
    assert.equal((await carrier.ingest(event(second, "delivered", { occurred_at: after(1) }))).status, 200);
    assert.equal(await t.statusOf(order.id), "NEW_ORDER");
    assert.equal((await timelineOf(order.tracking_number)).status.base, "created");
    assert.equal((await timelineOf(second)).status.base, "delivered");
    await agrees(t);
    const judged = await service.http("POST", "/api/v1/otep/validate", await timelineOf(second));
    assert.deepEqual(judged.body.errors, []);
    await carrier.ingest(event(third, "delivered", { occurred_at: after(2) }));
    await agrees(t);
    assert.equal(await t.statusOf(order.id), "NEW_ORDER", "the first parcel is still on its way");
    await service.system.execute("update parcel set custody = 'missing' where order_id = $1 and seq = 1", [
      order.id,
    ]);
    await carrier.ingest(event(third, "delivered", { occurred_at: after(3) }));
    assert.equal(await t.statusOf(order.id), "NEW_ORDER", "a repeated event changes nothing");
    const more = await t.order({ parcels: [{}, {}] });
    const rows = await service.system.rows<{ id: number; tracking_number: string }>(
      "select id, tracking_number from parcel where order_id = $1 order by seq",
      [more.id],
    );
    await service.system.execute("update parcel set custody = 'missing' where id = $1", [rows[0]?.id]);
    await carrier.ingest(event(rows[1]?.tracking_number ?? "", "delivered", { occurred_at: after(4) }));
    assert.equal(await t.statusOf(more.id), "DELIVERED");
    assert.equal((await timelineOf(more.tracking_number)).status.base, "delivered");
    await agrees(t);
  });

  describe("under the number of an order of several parcels", () => {
    const custodiesOf = async (order_id: number) =>
      (
        await service.system.rows<{ custody: string }>(
          "select custody from parcel where order_id = $1 order by seq",
          [order_id],
        )
      ).map(({ custody }) => custody);
    const numbersOf = async (order_id: number) =>
      (
        await service.system.rows<{ tracking_number: string }>(
          "select tracking_number from parcel where order_id = $1 order by seq",
          [order_id],
        )
      ).map(({ tracking_number }) => tracking_number);

    test("progress changes the order's status; an end counts for the first parcel, which bears the number", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const order = await t.order({ parcels: [{}, {}] });
      const [first = "", second = ""] = await numbersOf(order.id);
      await carrier.ingest(event(first, "out_for_delivery", { occurred_at: after(1) }));
      assert.equal(await t.statusOf(order.id), "OUT_FOR_DELIVERY");
      const answer = await carrier.ingest(event(first, "delivered", { occurred_at: after(2) }));
      assert.deepEqual(
        [answer.body.accepted, answer.body.results[0].warnings.map(({ code }: { code: string }) => code)],
        [1, ["counts_for_one_parcel"]],
      );
      assert.equal(await t.statusOf(order.id), "OUT_FOR_DELIVERY");
      assert.deepEqual(await custodiesOf(order.id), ["recipient", "provider"]);
      const timeline = await timelineOf(first);
      assert.partialDeepStrictEqual(timeline, { delivered: false, status: { base: "out_for_delivery" } });
      assert.partialDeepStrictEqual(timeline.events.at(-1), {
        status_code: "otep:core:note",
        quantity: { pieces: 1, of: 2 },
      });
      assert.equal(timeline.events.at(-1).extensions, undefined, "for the owner only");
      const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
      assert.deepEqual(judged.body.errors, []);
      await agrees(t);
      await carrier.ingest(event(second, "delivered", { occurred_at: after(3) }));
      assert.equal(await t.statusOf(order.id), "DELIVERED");
      assert.equal((await timelineOf(first)).delivered, true);
      await agrees(t);
    });

    test("the parcels in any order of arrival, one by one or together, deliver the order with the last of them", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const told = async (shuffle: (list: object[]) => object[], together: boolean) => {
        const order = await t.order({ parcels: [{}, {}, {}] });
        const list = (await numbersOf(order.id)).map((number, index) =>
          event(number, "delivered", { occurred_at: after(index + 1) }),
        );
        const batches = together ? [shuffle(list)] : shuffle(list).map((one) => [one]);
        for (const [index, events] of batches.entries()) {
          assert.equal(await t.statusOf(order.id), "NEW_ORDER", `before part ${index}`);
          assert.equal((await carrier.ingest({ events })).status, 200);
        }
        return t.statusOf(order.id);
      };
      for (const together of [true, false])
        for (const shuffle of [(list: object[]) => list, (list: object[]) => list.toReversed()])
          assert.equal(await told(shuffle, together), "DELIVERED");
      await agrees(t);
    });

    test("an end counts for the whole order if sent by order id, the carrier's own number, or for all pieces", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const wholes: ((order: { id: number; tracking_number: string }, own: string) => object)[] = [
        ({ id }) => ({ subject: { scheme: "order_id", id: String(id) } }),
        (_order, own) => ({ subject: own }),
        ({ tracking_number }) => ({ subject: tracking_number, quantity: { pieces: 2, of: 2 } }),
        ({ tracking_number }) => ({ subject: { id: tracking_number, type: "order" } }),
      ];
      for (const [index, whole] of wholes.entries()) {
        const own = `ACME-${t.id}-${index}`;
        const order = await t.order({ parcels: [{}, {}], external_tracking: own });
        const answer = await carrier.ingest({
          ...event("", "delivered", { occurred_at: after(1) }),
          ...whole(order, own),
        });
        assert.deepEqual([answer.body.accepted, answer.body.warnings], [1, 0], JSON.stringify(answer.body));
        assert.equal(await t.statusOf(order.id), "DELIVERED", `way ${index}`);
        assert.deepEqual(await custodiesOf(order.id), ["recipient", "recipient"]);
      }
      const order = await t.order({ parcels: [{}, {}] });
      const [parcel] = await service.system.rows<{ id: number; label_code: string }>(
        "select id, label_code from parcel where order_id = $1 order by seq",
        [order.id],
      );
      await carrier.ingest(
        event("", "delivered", { subject: { scheme: "package_id", id: String(parcel?.id) } }),
      );
      assert.equal(await t.statusOf(order.id), "NEW_ORDER", "a parcel's id names that parcel");
      assert.deepEqual((await custodiesOf(order.id))[0], "recipient");
      const one = await t.order();
      await carrier.ingest(event(one.tracking_number, "delivered", { occurred_at: after(1) }));
      assert.equal(await t.statusOf(one.id), "DELIVERED", "of one parcel the number is the whole");
      await agrees(t);
    });

    test("a parcel whose delivery is withdrawn returns to its carrier's custody, and an attention item opens", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const order = await t.order({ parcels: [{}, {}] });
      const numbers = await numbersOf(order.id);
      const ends = numbers.map((number, index) =>
        event(number, "delivered", { occurred_at: after(index + 1) }),
      );
      const takeBack = (index: number, minutes: number) =>
        carrier.ingest(
          event(numbers[index] ?? "", "note", {
            corrects: ends[index]?.event_id,
            occurred_at: after(minutes),
          }),
        );
      await carrier.ingest(ends[0]);
      await takeBack(0, 5);
      assert.equal((await custodiesOf(order.id))[0], "provider");
      await carrier.ingest(ends[1]);
      assert.equal(await t.statusOf(order.id), "NEW_ORDER", "the first parcel was not delivered after all");
      await takeBack(1, 6);
      assert.deepEqual(await custodiesOf(order.id), ["provider", "provider"]);
      await carrier.ingest(numbers.map((number) => event(number, "delivered", { occurred_at: after(7) })));
      assert.equal(await t.statusOf(order.id), "DELIVERED");
      await agrees(t);
      const again = event(numbers[1] ?? "", "note", { occurred_at: after(9) });
      const { events } = await timelineOf(numbers[1] ?? "");
      const last = events.findLast(
        (one: { base: string; voided_by?: string }) => one.base === "delivered" && !one.voided_by,
      );
      await carrier.ingest({ ...again, corrects: last.event_id });
      const items = (await listItems(t)).filter((item) => item.order_id === order.id);
      assert.partialDeepStrictEqual(items, [{ kind: "late_fact_conflict" }]);
      await agrees(t);
    });
  });

  test("a future event is a plan: it warns, changes no status, and counts when sent again after its time", async () => {
    const t = await service.business();
    const carrier = await createProvider(t);
    const order = await t.order();
    const { event_id: _none, ...ahead } = event(order.tracking_number, "delivered", {
      occurred_at: after(25 * 60),
    });
    const first = await carrier.ingest([
      event(order.tracking_number, "in_transit", { occurred_at: after(23 * 60) }),
      ahead,
    ]);
    assert.deepEqual(
      first.body.results.map((one: { status: string; warnings: { code: string }[] }) => [
        one.status,
        ...one.warnings.map(({ code }) => code),
      ]),
      [["accepted"], ["accepted", "future_event"]],
    );
    assert.equal(await t.statusOf(order.id), "IN_TRANSFER", "a clock may be wrong by some hours");
    assert.partialDeepStrictEqual(await timelineOf(order.tracking_number), {
      status: { base: "in_transit" },
      delivered: false,
      eta: ahead.occurred_at,
    });
    service.advance(26 * 60 * MINUTE);
    assert.equal(await t.statusOf(order.id), "IN_TRANSFER", "no clock moves an order");
    const second = await carrier.ingest(ahead);
    assert.deepEqual([second.body.accepted, second.body.warnings], [1, 0]);
    assert.equal(await t.statusOf(order.id), "DELIVERED");
    await agrees(t);
  });

  describe("each event on its own", () => {
    test("the same event again is a duplicate, another one with its id a conflict", async () => {
      const t = await service.business();
      const [order, other] = [await t.order(), await t.order()];
      const carrier = await createProvider(t);
      const one = event(order.tracking_number, "received", { event_id: "scan-1" });
      assert.equal((await carrier.ingest(one)).body.accepted, 1);
      const again = await carrier.ingest([
        one,
        { ...one, status_code: "otep:core:departed" },
        { ...one, subject: other.tracking_number },
        event(order.tracking_number, "departed", { event_id: "scan-2", occurred_at: after(1) }),
        event(other.tracking_number, "departed", { event_id: "scan-2", occurred_at: after(1) }),
      ]);
      assert.equal(again.status, 200);
      assert.deepEqual(
        again.body.results.map((result: { status: string; errors: { code: string }[] }) => [
          result.status,
          ...result.errors.map(({ code }) => code),
        ]),
        [
          ["duplicate"],
          ["rejected", "event_id_conflict"],
          ["rejected", "event_id_conflict"],
          ["accepted"],
          ["rejected", "event_id_conflict"],
        ],
      );
      assert.equal(again.body.result, true);
      assert.deepEqual(
        [await countOf(t, order.tracking_number), await countOf(t, other.tracking_number)],
        [2, 0],
      );
      // Ids of another provider are separate.
      const second = await createProvider(t);
      assert.equal((await second.ingest(one)).body.accepted, 1);
    });

    test("an event without an id is identified by its content", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const { event_id: _none, ...bare } = event(order.tracking_number, "received");
      const first = await carrier.ingest(bare);
      // The same bytes in the same second would be the same signed request.
      service.advance(1000);
      const second = await carrier.ingest(bare);
      assert.deepEqual([first.body.accepted, second.body.duplicates], [1, 1]);
      assert.equal(first.body.results[0].event_id, second.body.results[0].event_id);
    });

    test("unknown subjects and those of other businesses get the same response", async () => {
      const [t, other] = [await service.business(), await service.business()];
      const theirs = await other.order();
      const carrier = await createProvider(t);
      const good = await t.order();
      const strange = ["PH10000000000085", theirs.tracking_number, "nobody-has-it"];
      const answer = await carrier.ingest([
        event(good.tracking_number, "received"),
        ...strange.map((number) => event(number, "delivered")),
      ]);
      const [, ...refused] = answer.body.results;
      for (const [index, result] of refused.entries()) {
        assert.equal(result.status, "rejected");
        assert.deepEqual(result.errors, [
          {
            path: `/${index + 1}/subject`,
            code: "subject_not_found",
            message: "There is no such subject in the scope of this provider.",
          },
        ]);
        assert.equal(result.revision, null);
      }
      assert.equal(await other.statusOf(theirs.id), "NEW_ORDER");
      assert.equal(await countOf(other, theirs.tracking_number), 0);
    });

    test("errors are reported with their path, and 422 if no event is valid", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const wrong = [
        { ...event(order.tracking_number, "received"), occurred_at: "2026-11-20T10:00:00" },
        { ...event(order.tracking_number, "received"), status_code: "otep:core:teleported" },
        { ...event(order.tracking_number, "received"), source: { provider: "somebody-else" } },
        { ...event(order.tracking_number, "received"), extensions: { "x-big": "x".repeat(17_000) } },
        7,
      ];
      const mixed = await carrier.ingest({ events: [...wrong, event(order.tracking_number, "received")] });
      assert.equal(mixed.status, 200);
      assert.partialDeepStrictEqual(mixed.body, { result: true, accepted: 1, rejected: 5 });
      assert.deepEqual(
        mixed.body.results.map(
          (one: { errors: { path: string; code: string }[] }) => one.errors[0]?.code ?? null,
        ),
        [
          "timestamp_without_offset",
          "unknown_status_code",
          "invalid_identifier",
          "field_too_long",
          "invalid_type",
          null,
        ],
      );
      assert.equal(mixed.body.results[1].errors[0].path, "/events/1/status_code");
      const none = await carrier.ingest({ events: wrong });
      assert.equal(none.status, 422);
      assert.partialDeepStrictEqual(none.body, {
        result: false,
        error_code: "INVALID_REQUEST",
        accepted: 0,
        rejected: 5,
        errors: [{ path: "/events/0/occurred_at", code: "timestamp_without_offset" }],
      });
      assert.equal(none.body.results.length, 5);
    });

    test("rollback stores all events or none", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const events = [event(order.tracking_number, "delivered"), event("PH10000000000085", "delivered")];
      const refused = await carrier.ingest({ events }, { "otep-error-behaviour": "rollback" });
      assert.equal(refused.status, 422);
      assert.deepEqual(
        refused.body.results.map((one: { status: string }) => one.status),
        ["rolled_back", "rejected"],
      );
      assert.equal(await countOf(t, order.tracking_number), 0);
      assert.equal(await t.statusOf(order.id), "NEW_ORDER");
      const taken = await carrier.ingest(
        { events: events.slice(0, 1) },
        { "otep-error-behaviour": "rollback" },
      );
      assert.equal(taken.status, 200);
      assert.equal(await t.statusOf(order.id), "DELIVERED");
      const other = await t.order();
      const conflict = await carrier.ingest(
        [event(other.tracking_number, "received"), { ...events[0], subject: other.tracking_number }],
        { "otep-error-behaviour": "rollback" },
      );
      assert.equal(conflict.status, 422, "a conflict found while storing rolls back too");
      assert.equal(await countOf(t, other.tracking_number), 0);
      const unknown = await carrier.ingest({ events }, { "otep-error-behaviour": "maybe" });
      assert.equal(unknown.status, 422);
    });

    test("a status-only source gives one event for each change", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const observe = async (code: string, minutes: number) => {
        const { event_id: _none, ...told } = event(order.tracking_number, code, {
          occurred_at: after(minutes),
          source: { synthesized: true },
        });
        return (await carrier.ingest(told)).body.results[0].status;
      };
      assert.deepEqual(
        [
          await observe("in_transit", 1),
          await observe("in_transit", 2),
          await observe("out_for_delivery", 3),
          await observe("out_for_delivery", 4),
          await observe("in_transit", 5),
        ],
        ["accepted", "unchanged", "accepted", "unchanged", "accepted"],
      );
      const { events } = await timelineOf(order.tracking_number);
      assert.equal(
        events.filter((one: { source: { synthesized?: boolean } }) => one.source.synthesized).length,
        3,
      );
      assert.equal(await t.statusOf(order.id), "IN_TRANSFER");
      await agrees(t);
    });

    test("a status that its source withdrew is a change if it is sent again", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const observation = (code: string, minutes: number, event_id?: string) =>
        event(order.tracking_number, code, {
          event_id,
          occurred_at: after(minutes),
          source: { synthesized: true },
        });
      const correction = event(order.tracking_number, "note", {
        event_id: "undo",
        occurred_at: after(3),
        corrects: "slip",
      });
      const first = observation("in_transit", 1);
      const sent = [first, observation("delivered", 2, "slip"), correction];
      const statuses = async (events: unknown) =>
        (await carrier.ingest(events)).body.results.map((one: { status: string }) => one.status);
      assert.deepEqual(await statuses(sent), ["accepted", "accepted", "accepted"]);
      assert.deepEqual(await statuses([observation("in_transit", 4), observation("delivered", 5)]), [
        "unchanged",
        "accepted",
      ]);
      assert.equal((await timelineOf(order.tracking_number)).status.base, "delivered");
      // A repeated old observation is no change, and does not make the next one a change.
      assert.deepEqual(await statuses([first, observation("delivered", 6)]), ["duplicate", "unchanged"]);
      await agrees(t);
    });

    test("subjects can be named by order, parcel, carrier's number and number before a reroute", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const order = await t.order({ external_tracking: "ACME-000777" });
      const [parcel] = await service.system.rows<{ id: number }>(
        "select id from parcel where order_id = $1",
        [order.id],
      );
      const answer = await carrier.ingest([
        event("", "received", { subject: { scheme: "order_id", id: String(order.id) } }),
        event("", "departed", {
          subject: { scheme: "package_id", id: String(parcel?.id) },
          occurred_at: after(1),
        }),
        event("ACME-000777", "out_for_delivery", { occurred_at: after(2) }),
      ]);
      assert.equal(answer.body.accepted, 3, JSON.stringify(answer.body));
      assert.equal(await t.statusOf(order.id), "OUT_FOR_DELIVERY");
      const timeline = await timelineOf(order.tracking_number);
      assert.deepEqual(
        timeline.events.map((one: { subject: { id: string } }) => one.subject.id),
        Array(4).fill(order.tracking_number),
      );
      assert.deepEqual(timeline.events[1].subject.related, [{ id: String(order.id), scheme: "order_id" }]);
      const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
      assert.deepEqual(judged.body.errors, []);
      const again = await carrier.ingest([
        event("", "received", { subject: { scheme: "order_id", id: "999999999" } }),
      ]);
      assert.equal(again.body.results[0].errors[0].code, "subject_not_found");
    });
  });

  describe("bodies", () => {
    type One = ReturnType<typeof event>;

    /** One event in each accepted body format, with its media type. */
    function formsOf(provider: string): ((one: One) => [unknown, string])[] {
      const cloud = (one: One) => ({
        specversion: "1.0",
        id: one.event_id,
        source: `urn:otep:provider:${provider}`,
        type: one.status_code,
        subject: one.subject,
        time: one.occurred_at,
        data: one,
      });
      return [
        (one) => [one, "application/json"],
        (one) => [{ events: [one] }, "application/json"],
        (one) => [[one], "application/json"],
        (one) => [
          { type: "otep.timeline", protocol_version: "1.0.0", subject: one.subject, events: [one] },
          "application/json",
        ],
        (one) => [cloud(one), "application/cloudevents+json"],
        (one) => [[cloud(one)], "application/cloudevents-batch+json; charset=utf-8"],
        (one) => [`${JSON.stringify(one)}\n\n`, "application/x-ndjson"],
      ];
    }

    test("a base that does not match its code is refused in every format, also by the validator", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      for (const form of formsOf(carrier.provider.code)) {
        const [body, type] = form(event(order.tracking_number, "departed", { base: "delivered" }));
        const headers = { "content-type": type };
        const sent = typeof body === "string" ? body : JSON.stringify(body);
        const answers = [
          await carrier.ingest(body, headers),
          await service.http("POST", "/api/v1/otep/validate", sent, headers),
        ];
        assert.equal(answers[0]?.status, 422);
        for (const answer of answers)
          assert.deepEqual(
            answer.body.errors.map(({ path, code }: { path: string; code: string }) => [
              path.split("/").at(-1),
              code,
            ]),
            [["base", "status_mismatch"]],
            `${type}: ${JSON.stringify(answer.body)}`,
          );
      }
      assert.equal(await countOf(t, order.tracking_number), 0);
      const right = event(order.tracking_number, "departed", { base: "departed" });
      assert.equal((await carrier.ingest(right)).body.accepted, 1);
    });

    test("a timeline, an event, a list, CloudEvents and lines give the same result", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      for (const form of formsOf(carrier.provider.code)) {
        const order = await t.order();
        const [body, type] = form(event(order.tracking_number, "received"));
        const answer = await carrier.ingest(body, { "content-type": type });
        assert.equal(answer.status, 200, `${type}: ${JSON.stringify(answer.body)}`);
        assert.equal(await t.statusOf(order.id), "AT_WAREHOUSE", type);
      }
    });

    test("only a line that is not JSON is rejected", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const lines = `{broken\n${JSON.stringify(event(order.tracking_number, "received"))}`;
      const answer = await carrier.ingest(lines, { "content-type": "application/x-ndjson" });
      assert.deepEqual([answer.status, answer.body.accepted, answer.body.rejected], [200, 1, 1]);
    });

    test("are refused if too large, too many, too deep, not JSON or of another type", async () => {
      const t = await service.business();
      const order = await t.order();
      const carrier = await createProvider(t);
      const one = event(order.tracking_number, "note");
      const many = await carrier.ingest(Array.from({ length: 1001 }, () => one));
      assert.deepEqual([many.status, many.body.error_code], [413, "PAYLOAD_TOO_LARGE"]);
      const large = await carrier.ingest({ ...one, description: "x".repeat(4 * 1024 * 1024) });
      assert.deepEqual([large.status, large.body.error_code], [413, "PAYLOAD_TOO_LARGE"]);
      const broken = await carrier.ingest("{broken");
      assert.deepEqual([broken.status, broken.body.error_code], [400, "INVALID_JSON"]);
      const deep = await carrier.ingest(`${"[".repeat(200)}${"]".repeat(200)}`);
      assert.deepEqual([deep.status, deep.body.error_code], [400, "INVALID_JSON"]);
      const empty = await carrier.ingest({ events: [] });
      assert.deepEqual([empty.status, empty.body.error_code], [422, "INVALID_REQUEST"]);
      const other = await carrier.ingest("<events/>", { "content-type": "application/xml" });
      assert.deepEqual([other.status, other.body.error_code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
      const binary = await carrier.ingest("a", { "content-type": "application/json" });
      assert.equal(binary.status, 400);
      assert.equal(await countOf(t, order.tracking_number), 0);
    });

    test("a thousand events at once", async () => {
      const t = await service.business();
      const carrier = await createProvider(t);
      const orders = await Promise.all(Array.from({ length: 20 }, () => t.order()));
      const events = orders.flatMap(({ tracking_number }, order) =>
        Array.from({ length: 50 }, (_one, index) =>
          event(tracking_number, index % 2 === 0 ? "in_transit" : "note", {
            occurred_at: after(order + index),
          }),
        ),
      );
      const answer = await carrier.ingest({ events });
      assert.deepEqual([answer.status, answer.body.accepted], [200, 1000]);
      await agrees(t);
    });
  });

  test("the same Idempotency-Key returns the same response for a day", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const key = { "idempotency-key": "batch-7" };
    const one = event(order.tracking_number, "received");
    const first = await carrier.ingest(one, key);
    service.advance(1000);
    const second = await carrier.ingest(one, key);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers["idempotency-replayed"], "true");
    service.advance(1000);
    const other = await carrier.ingest({ ...one, event_id: "other" }, key);
    assert.deepEqual([other.status, other.body.error_code], [409, "IDEMPOTENCY_KEY_REUSED"]);
    service.advance(24 * 60 * MINUTE);
    const next_day = await carrier.ingest({ ...one, event_id: "other" }, key);
    assert.equal(next_day.status, 200);
  });

  test("a dry run returns the result and stores nothing", async () => {
    const t = await service.business();
    const order = await t.order();
    const carrier = await createProvider(t);
    const answer = await carrier.ingest(event(order.tracking_number, "delivered"), { "x-dry-run": "1" });
    assert.partialDeepStrictEqual(answer.body, { dry_run: true, accepted: 1 });
    assert.equal(await t.statusOf(order.id), "NEW_ORDER");
  });
});

describe("concurrency", () => {
  test("the same events sent many times at once are stored once each, and the order is moved once", async () => {
    const t = await service.business();
    const orders = await Promise.all(Array.from({ length: 5 }, () => t.order()));
    const [one, two] = [await createProvider(t), await createProvider(t)];
    const events = orders.flatMap(({ tracking_number }) =>
      ["picked_up", "departed", "delivered"].map((code, index) =>
        event(tracking_number, code, { event_id: `${tracking_number}-${index}`, occurred_at: after(index) }),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_turn, turn) => {
        const shuffled = turn % 2 === 0 ? events : events.toReversed();
        // Each request differs, so that none is treated as a replay.
        return (turn % 4 === 3 ? two : one).ingest({
          events: [...shuffled.slice(turn % 15), ...shuffled.slice(0, turn % 15)],
        });
      }),
    );
    for (const answer of answers) assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 300));
    const accepted = answers.reduce((sum, { body }) => sum + body.accepted, 0);
    assert.equal(accepted, 30, "each event once for each provider");
    for (const { id, tracking_number } of orders) {
      assert.equal(await countOf(t, tracking_number), 6);
      assert.equal(await t.statusOf(id), "DELIVERED");
      const kinds = (await t.eventsOf("order", id)).map(({ kind }) => kind);
      assert.equal(kinds.filter((kind) => kind === "order.status_changed").length, 1);
    }
    await agrees(t);
  });

  test("one event id sent concurrently for two subjects is stored for one of them", async () => {
    const t = await service.business();
    const carrier = await createProvider(t);
    for (let round = 0; round < 10; round += 1) {
      const orders = await Promise.all([t.order(), t.order()]);
      const answers = await Promise.all(
        orders.map(({ tracking_number }) =>
          carrier.ingest([event(tracking_number, "received", { event_id: `same-${round}` })]),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 422]);
      const stored = await Promise.all(orders.map(({ tracking_number }) => countOf(t, tracking_number)));
      assert.deepEqual(stored.sort(), [0, 1]);
    }
  });

  test("concurrent changes by a carrier and a dispatcher leave order and timeline in agreement", async () => {
    const t = await service.business();
    const carrier = await createProvider(t);
    const cancel = service.runtime.registry.get("clientOrderCancel");
    for (let round = 0; round < 10; round += 1) {
      const order = await t.order();
      await Promise.allSettled([
        carrier.ingest(event(order.tracking_number, "delivered")),
        t.as("client_admin")(cancel as never, { order_id: order.id } as never),
      ]);
      assert.ok(["DELIVERED", "CANCELLED"].includes(await t.statusOf(order.id)));
    }
    await agrees(t);
  });
});
