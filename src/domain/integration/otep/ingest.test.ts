import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listItems } from "#tests/support/attention.ts";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { after, event, countEvents, readTimeline } = createEventTools(service);
const MINUTE = 60_000;

describe("ingest", () => {
  test("a carrier's delivery shows in public tracking, in the timeline and in the order", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
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
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const timeline = await readTimeline(order.tracking_number);
    assert.partialDeepStrictEqual(timeline, {
      event_count: 4,
      delivered: true,
      status: { code: "otep:core:delivered", terminal: true },
      revision: answer.body.results[0].revision,
    });
    assert.equal(timeline.events[3].source.provider, carrier.provider.code);
    const tracking_body = (await service.http("GET", `/api/v1/tracking/${order.tracking_number}`)).body;
    assert.partialDeepStrictEqual(tracking_body, { status: "DELIVERED", terminal: true });
    assert.ok(tracking_body.delivered_at < after(-4) && tracking_body.delivered_at > after(-6));
    const custody = await service.system.rows("select custody from parcel where order_id = $1", [order.id]);
    assert.deepEqual(custody, [{ custody: "recipient" }]);
    const kinds = (await business.readEvents("order", order.id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["order.created", "order.status_changed", "tracking.updated"]);
    await assertFoldConsistent(business);
  });

  test("custody that changed without a hand-over is reported to the sender of the event after it", async () => {
    const business = await service.business();
    const [first, second] = [await createProvider(business), await createProvider(business)];
    service.advance(60 * MINUTE);
    const readWarnings = async (number: string, ...codes: string[]) => {
      await first.ingest(event(number, "in_transit", { occurred_at: after(-40) }));
      const events = codes.map((code, index) => event(number, code, { occurred_at: after(index - 30) }));
      const { body } = await second.ingest({ events });
      return body.results.map(({ warnings }: { warnings: { code: string; path: string }[] }) =>
        warnings.map(({ code, path }) => [code, path]),
      );
    };
    const orders = await Promise.all([business.order(), business.order()]);
    const [moved, handed_over] = orders.map(({ tracking_number }) => tracking_number) as [string, string];
    assert.deepEqual(await readWarnings(moved, "in_transit", "out_for_delivery"), [
      [["custody_gap", "/events/0"]],
      [],
    ]);
    assert.deepEqual(await readWarnings(handed_over, "picked_up", "in_transit"), [[], []]);
    assert.equal((await readTimeline(moved)).gaps.length, 1);
  });

  test("the same events in any order of arrival, one by one or together, give the same order and timeline", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const start = service.now().getTime();
    const steps = [
      "picked_up",
      "departed",
      "arrived",
      "out_for_delivery",
      "delivery_attempted",
      "out_for_delivery",
    ];
    const ingestAll = async (shuffle: (list: object[]) => object[], together: boolean) => {
      const order = await business.order();
      const list = steps.map((code, index) =>
        event(order.tracking_number, code, {
          event_id: `${order.id}-${index}`,
          occurred_at: new Date(start + index * MINUTE).toISOString(),
        }),
      );
      const batches = together ? [shuffle(list)] : shuffle(list).map((one) => [one]);
      for (const events of batches) assert.equal((await carrier.ingest({ events })).status, 200);
      const { status } = await readTimeline(order.tracking_number);
      return [await business.readStatus(order.id), status.code, status.since];
    };
    const expected = await ingestAll((list) => list, true);
    assert.deepEqual(expected.slice(0, 2), ["OUT_FOR_DELIVERY", "otep:core:out_for_delivery"]);
    assert.deepEqual(await ingestAll((list) => list.toReversed(), true), expected);
    assert.deepEqual(await ingestAll((list) => list, false), expected);
    assert.deepEqual(await ingestAll((list) => list.toReversed(), false), expected);
    await assertFoldConsistent(business);
  });

  test("annotations, estimates and plans change no status; the estimate is shown", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const answer = await carrier.ingest([
      event(order.tracking_number, "note"),
      event(order.tracking_number, "delivered", { time_type: "estimated", occurred_at: after(600) }),
    ]);
    assert.equal(answer.body.accepted, 2);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    assert.ok((await readTimeline(order.tracking_number)).eta);
    await assertFoldConsistent(business);
  });

  test("an event after the end stays visible and does not change the status", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    await carrier.ingest(event(order.tracking_number, "delivered", { occurred_at: after(1) }));
    await carrier.ingest(event(order.tracking_number, "out_for_delivery", { occurred_at: after(2) }));
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const { events } = await readTimeline(order.tracking_number);
    assert.equal(events.at(-1).after_terminal, true);
    await assertFoldConsistent(business);
  });

  test("a correction undoes the delivery, in the timeline and in the order", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(2) });
    await carrier.ingest([event(order.tracking_number, "out_for_delivery", { occurred_at: after(1) })]);
    await carrier.ingest([delivered]);
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    await carrier.ingest(
      event(order.tracking_number, "note", { occurred_at: after(3), corrects: delivered.event_id }),
    );
    assert.equal(await business.readStatus(order.id), "OUT_FOR_DELIVERY");
    assert.equal((await readTimeline(order.tracking_number)).status.code, "otep:core:out_for_delivery");
    await assertFoldConsistent(business);
    const kinds = (await business.readEvents("order", order.id)).map(({ kind }) => kind);
    assert.ok(kinds.includes("order.event_voided"), kinds.join());
    await carrier.ingest(event(order.tracking_number, "delivered", { occurred_at: after(4) }));
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    await assertFoldConsistent(business);
  });

  test("withdrawing a delivery restores the earlier status that came in the same request", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(2) });
    await carrier.ingest([event(order.tracking_number, "arrived", { occurred_at: after(1) }), delivered]);
    await carrier.ingest(
      event(order.tracking_number, "note", { occurred_at: after(3), corrects: delivered.event_id }),
    );
    assert.equal(await business.readStatus(order.id), "IN_TRANSFER");
    await assertFoldConsistent(business);
  });

  test("a dispatcher's withdrawal of a delivery restores the carrier's earlier status", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    service.advance(10 * MINUTE);
    await carrier.ingest([
      event(order.tracking_number, "arrived", { occurred_at: after(-5) }),
      event(order.tracking_number, "delivered", { occurred_at: after(-4) }),
    ]);
    const change = (await business.readEvents("order", order.id)).find(
      ({ kind }) => kind === "order.status_changed",
    );
    const take_back = service.runtime.registry.get("clientOrderVoidEvent");
    const answer = await business.as("client_admin")(
      take_back as never,
      { order_id: order.id, seq: change?.seq, reason: "wrong door" } as never,
    );
    assert.equal(await business.readStatus(order.id), "IN_TRANSFER", JSON.stringify(answer).slice(0, 200));
    assert.equal((await readTimeline(order.tracking_number)).status.base, "arrived");
    await assertFoldConsistent(business);
  });

  test("a delivery from before a cancellation, sent after it, counts, and an attention item opens", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const delivered = event(order.tracking_number, "delivered", { occurred_at: after(0) });
    service.advance(10 * MINUTE);
    const cancel = service.runtime.registry.get("clientOrderCancel");
    await business.as("client_admin")(cancel as never, { order_id: order.id } as never);
    assert.equal(await business.readStatus(order.id), "CANCELLED");
    await carrier.ingest(delivered);
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    const items = (await listItems(business)).filter((item) => item.order_id === order.id);
    assert.partialDeepStrictEqual(items, [{ kind: "late_fact_conflict" }]);
    await assertFoldConsistent(business);
  });

  test("an order on hold or on a route gets the status, and an attention item opens", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const hold = service.runtime.registry.get("clientOrderHold");
    await business.as("client_admin")(hold as never, { order_id: order.id, reason: "unpaid" } as never);
    await carrier.ingest(event(order.tracking_number, "in_transit", { occurred_at: after(1) }));
    assert.equal(await business.readStatus(order.id), "IN_TRANSFER");
    const items = (await listItems(business)).filter((item) => item.order_id === order.id);
    assert.partialDeepStrictEqual(items, [{ kind: "external_fact_conflict" }]);
    await assertFoldConsistent(business);
  });

  test("withdrawing one carrier's end restores the end that another carrier sent", async () => {
    const business = await service.business();
    const [first, second] = [await createProvider(business), await createProvider(business)];
    const order = await business.order();
    const started_ms = service.now().getTime();
    const minutes = (after: number) => new Date(started_ms + after * MINUTE).toISOString();
    service.advance(10 * MINUTE);
    await business.as("client_admin")(
      service.runtime.registry.get("clientOrderCancel") as never,
      { order_id: order.id } as never,
    );
    service.advance(10 * MINUTE);
    const send = async (by: typeof first, sent_event: ReturnType<typeof event>) =>
      assert.equal((await by.ingest(sent_event)).status, 200);
    await send(second, event(order.tracking_number, "cancelled", { occurred_at: minutes(5) }));
    const wrong = event(order.tracking_number, "rejected", { occurred_at: minutes(1) });
    await send(first, wrong);
    assert.equal(await business.readStatus(order.id), "REJECTED");
    const correction = { occurred_at: minutes(1), corrects: wrong.event_id };
    await send(first, event(order.tracking_number, "note", correction));
    assert.equal(await business.readStatus(order.id), "CANCELLED");
    await assertFoldConsistent(business);
  });

  test("row, fold and timeline agree for any order of carrier events and decisions", async () => {
    const business = await service.business();
    const carriers = [await createProvider(business), await createProvider(business)];
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
    const seen_results = new Set<string>();
    for (let turn = 0; turn < 40; turn += 1) {
      const order = await business.order();
      const started_ms = service.now().getTime();
      const sent_before: { id: string; by: number }[] = [];
      for (let step = 0; step < 10; step += 1) {
        service.advance(random(600) * 1000 + 1000);
        const kind = random(10);
        if (kind >= 7) {
          const activity = activities[random(activities.length)];
          await business.as("client_admin")(
            bulk as never,
            { order_ids: [order.id], activity, reason: "x" } as never,
          );
          continue;
        }
        const by = random(2);
        const wrong = kind === 0 ? sent_before.filter((one) => one.by === by)[0] : undefined;
        const late = Math.min(
          random(3) === 0 ? random(3600) * 1000 : 0,
          service.now().getTime() - started_ms,
        );
        const one = event(
          order.tracking_number,
          wrong === undefined ? (bases[random(bases.length)] as string) : "note",
          {
            occurred_at: new Date(service.now().getTime() - late).toISOString(),
            ...(wrong === undefined ? {} : { corrects: wrong.id }),
          },
        );
        sent_before.push({ id: one.event_id, by });
        const answer = await carriers[by]?.ingest(one);
        assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
      }
      seen_results.add(await business.readStatus(order.id));
    }
    await assertFoldConsistent(business);
    assert.ok(seen_results.size >= 5, [...seen_results].join());
  });

  test("a future event is a plan: it warns, changes no status, and counts when sent again after its time", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const order = await business.order();
    const { event_id: _none, ...ahead } = event(order.tracking_number, "delivered", {
      occurred_at: after(23 * 60),
    });
    const first = await carrier.ingest([
      event(order.tracking_number, "in_transit", { occurred_at: after(14) }),
      ahead,
    ]);
    assert.deepEqual(
      first.body.results.map((one: { status: string; warnings: { code: string }[] }) => [
        one.status,
        ...one.warnings.map(({ code }) => code),
      ]),
      [["accepted"], ["accepted", "future_event"]],
    );
    assert.equal(await business.readStatus(order.id), "IN_TRANSFER", "a clock may be wrong by some minutes");
    assert.partialDeepStrictEqual(await readTimeline(order.tracking_number), {
      status: { base: "in_transit" },
      delivered: false,
      eta: ahead.occurred_at,
    });
    service.advance(60 * MINUTE);
    const attempt = await carrier.ingest(
      event(order.tracking_number, "delivery_attempted", { occurred_at: after(0) }),
    );
    assert.equal(attempt.body.warnings, 1, "no reason; but it is not after an end");
    assert.equal((await readTimeline(order.tracking_number)).status.base, "delivery_attempted");
    service.advance(26 * 60 * MINUTE);
    assert.equal((await readTimeline(order.tracking_number)).delivered, false, "no clock moves an order");
    const second = await carrier.ingest(ahead);
    assert.deepEqual([second.body.accepted, second.body.warnings], [1, 0]);
    assert.equal(await business.readStatus(order.id), "DELIVERED");
    await assertFoldConsistent(business);
  });
});

test("a report dated before the order was entered does not set it back", async () => {
  const business = await service.business();
  const carrier = await createProvider(business);
  for (const [code, status] of [
    ["picked_up", "PICKED_UP"],
    ["in_transit", "IN_TRANSFER"],
    ["out_for_delivery", "OUT_FOR_DELIVERY"],
    ["delivered", "DELIVERED"],
  ] as const) {
    const order = await business.order();
    const answer = await carrier.ingest(event(order.tracking_number, code, { occurred_at: after(-3 * 60) }));
    assert.equal(answer.body.accepted, 1, JSON.stringify(answer.body));
    assert.equal((await readTimeline(order.tracking_number)).status.base, code);
    assert.equal(await business.readStatus(order.id), status);
  }
  await assertFoldConsistent(business);
});

describe("concurrency", () => {
  test("the same events sent many times at once are stored once each, and the order is moved once", async () => {
    const business = await service.business();
    const orders = await Promise.all(Array.from({ length: 5 }, () => business.order()));
    const [one, two] = [await createProvider(business), await createProvider(business)];
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
      assert.equal(await countEvents(business, tracking_number), 6);
      assert.equal(await business.readStatus(id), "DELIVERED");
      const kinds = (await business.readEvents("order", id)).map(({ kind }) => kind);
      assert.equal(kinds.filter((kind) => kind === "order.status_changed").length, 1);
    }
    await assertFoldConsistent(business);
  });

  test("one event id sent concurrently for two subjects is stored for one of them", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    for (let round = 0; round < 10; round += 1) {
      const orders = await Promise.all([business.order(), business.order()]);
      const answers = await Promise.all(
        orders.map(({ tracking_number }) =>
          carrier.ingest([event(tracking_number, "received", { event_id: `same-${round}` })]),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 422]);
      const event_counts = await Promise.all(
        orders.map(({ tracking_number }) => countEvents(business, tracking_number)),
      );
      assert.deepEqual(event_counts.sort(), [0, 1]);
    }
  });

  test("concurrent changes by a carrier and a dispatcher leave order and timeline in agreement", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const cancel = service.runtime.registry.get("clientOrderCancel");
    for (let round = 0; round < 10; round += 1) {
      const order = await business.order();
      await Promise.allSettled([
        carrier.ingest(event(order.tracking_number, "delivered")),
        business.as("client_admin")(cancel as never, { order_id: order.id } as never),
      ]);
      assert.ok(["DELIVERED", "CANCELLED"].includes(await business.readStatus(order.id)));
    }
    await assertFoldConsistent(business);
  });
});
