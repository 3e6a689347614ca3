/** Events about orders of several parcels. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listItems } from "#tests/support/attention.ts";
import { assertFoldConsistent } from "#tests/support/orders.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { after, event, readTimeline } = createEventTools(service);
describe("an order of several parcels", () => {
  test("one of several parcels has its own timeline; the order is delivered with the last of them", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const order = await business.order({ parcels: [{}, {}, {}] });
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
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    assert.equal((await readTimeline(order.tracking_number)).status.base, "created");
    assert.equal((await readTimeline(second)).status.base, "delivered");
    await assertFoldConsistent(business);
    const judged = await service.http("POST", "/api/v1/otep/validate", await readTimeline(second));
    assert.deepEqual(judged.body.errors, []);
    await carrier.ingest(event(third, "delivered", { occurred_at: after(2) }));
    await assertFoldConsistent(business);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER", "the first parcel is still on its way");
    await service.system.execute("update parcel set custody = 'missing' where order_id = $1 and seq = 1", [
      order.id,
    ]);
    await carrier.ingest(event(third, "delivered", { occurred_at: after(3) }));
    assert.equal(await business.readStatus(order.id), "NEW_ORDER", "a repeated event changes nothing");
    const more = await business.order({ parcels: [{}, {}] });
    const rows = await service.system.rows<{ id: number; tracking_number: string }>(
      "select id, tracking_number from parcel where order_id = $1 order by seq",
      [more.id],
    );
    await service.system.execute("update parcel set custody = 'missing' where id = $1", [rows[0]?.id]);
    await carrier.ingest(event(rows[1]?.tracking_number ?? "", "delivered", { occurred_at: after(4) }));
    assert.equal(await business.readStatus(more.id), "DELIVERED");
    assert.equal((await readTimeline(more.tracking_number)).status.base, "delivered");
    await assertFoldConsistent(business);
  });

  describe("under the number of an order of several parcels", () => {
    const readCustodies = async (order_id: number) =>
      (
        await service.system.rows<{ custody: string }>(
          "select custody from parcel where order_id = $1 order by seq",
          [order_id],
        )
      ).map(({ custody }) => custody);
    const readNumbers = async (order_id: number) =>
      (
        await service.system.rows<{ tracking_number: string }>(
          "select tracking_number from parcel where order_id = $1 order by seq",
          [order_id],
        )
      ).map(({ tracking_number }) => tracking_number);

    test("progress changes the order's status; an end counts for the first parcel, which bears the number", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const order = await business.order({ parcels: [{}, {}] });
      const [first = "", second = ""] = await readNumbers(order.id);
      await carrier.ingest(event(first, "out_for_delivery", { occurred_at: after(1) }));
      assert.equal(await business.readStatus(order.id), "OUT_FOR_DELIVERY");
      const answer = await carrier.ingest(event(first, "delivered", { occurred_at: after(2) }));
      assert.deepEqual(
        [answer.body.accepted, answer.body.results[0].warnings.map(({ code }: { code: string }) => code)],
        [1, ["counts_for_one_parcel"]],
      );
      assert.equal(await business.readStatus(order.id), "OUT_FOR_DELIVERY");
      assert.deepEqual(await readCustodies(order.id), ["recipient", "provider"]);
      const timeline = await readTimeline(first);
      assert.partialDeepStrictEqual(timeline, { delivered: false, status: { base: "out_for_delivery" } });
      assert.partialDeepStrictEqual(timeline.events.at(-1), {
        status_code: "otep:core:note",
        quantity: { pieces: 1, of: 2 },
      });
      assert.equal(timeline.events.at(-1).extensions, undefined, "for the owner only");
      const judged = await service.http("POST", "/api/v1/otep/validate", timeline);
      assert.deepEqual(judged.body.errors, []);
      await assertFoldConsistent(business);
      await carrier.ingest(event(second, "delivered", { occurred_at: after(3) }));
      assert.equal(await business.readStatus(order.id), "DELIVERED");
      assert.equal((await readTimeline(first)).delivered, true);
      await assertFoldConsistent(business);
    });

    test("the parcels in any order of arrival, one by one or together, deliver the order with the last of them", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const ingestAll = async (shuffle: (list: object[]) => object[], together: boolean) => {
        const order = await business.order({ parcels: [{}, {}, {}] });
        const list = (await readNumbers(order.id)).map((number, index) =>
          event(number, "delivered", { occurred_at: after(index + 1) }),
        );
        const batches = together ? [shuffle(list)] : shuffle(list).map((one) => [one]);
        for (const [index, events] of batches.entries()) {
          assert.equal(await business.readStatus(order.id), "NEW_ORDER", `before part ${index}`);
          assert.equal((await carrier.ingest({ events })).status, 200);
        }
        return business.readStatus(order.id);
      };
      for (const together of [true, false])
        for (const shuffle of [(list: object[]) => list, (list: object[]) => list.toReversed()])
          assert.equal(await ingestAll(shuffle, together), "DELIVERED");
      await assertFoldConsistent(business);
    });

    test("an end counts for the whole order if sent by order id, the carrier's own number, or for all pieces", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const wholes: ((order: { id: number; tracking_number: string }, own_number: string) => object)[] = [
        ({ id }) => ({ subject: { scheme: "order_id", id: String(id) } }),
        (_order, own_number) => ({ subject: own_number }),
        ({ tracking_number }) => ({ subject: tracking_number, quantity: { pieces: 2, of: 2 } }),
        ({ tracking_number }) => ({ subject: { id: tracking_number, type: "order" } }),
      ];
      for (const [index, buildOrderEvent] of wholes.entries()) {
        const own_number = `ACME-${business.id}-${index}`;
        const order = await business.order({ parcels: [{}, {}], external_tracking: own_number });
        const answer = await carrier.ingest({
          ...event("", "delivered", { occurred_at: after(1) }),
          ...buildOrderEvent(order, own_number),
        });
        assert.deepEqual([answer.body.accepted, answer.body.warnings], [1, 0], JSON.stringify(answer.body));
        assert.equal(await business.readStatus(order.id), "DELIVERED", `way ${index}`);
        assert.deepEqual(await readCustodies(order.id), ["recipient", "recipient"]);
      }
      const order = await business.order({ parcels: [{}, {}] });
      const [parcel] = await service.system.rows<{ id: number; label_code: string }>(
        "select id, label_code from parcel where order_id = $1 order by seq",
        [order.id],
      );
      await carrier.ingest(
        event("", "delivered", { subject: { scheme: "package_id", id: String(parcel?.id) } }),
      );
      assert.equal(await business.readStatus(order.id), "NEW_ORDER", "a parcel's id names that parcel");
      assert.deepEqual((await readCustodies(order.id))[0], "recipient");
      const one = await business.order();
      await carrier.ingest(event(one.tracking_number, "delivered", { occurred_at: after(1) }));
      assert.equal(await business.readStatus(one.id), "DELIVERED", "of one parcel the number is the whole");
      await assertFoldConsistent(business);
    });

    test("a parcel whose delivery is withdrawn returns to its carrier's custody, and an attention item opens", async () => {
      const business = await service.business();
      const carrier = await createProvider(business);
      const order = await business.order({ parcels: [{}, {}] });
      const numbers = await readNumbers(order.id);
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
      assert.equal((await readCustodies(order.id))[0], "provider");
      await carrier.ingest(ends[1]);
      assert.equal(
        await business.readStatus(order.id),
        "NEW_ORDER",
        "the first parcel was not delivered after all",
      );
      await takeBack(1, 6);
      assert.deepEqual(await readCustodies(order.id), ["provider", "provider"]);
      await carrier.ingest(numbers.map((number) => event(number, "delivered", { occurred_at: after(7) })));
      assert.equal(await business.readStatus(order.id), "DELIVERED");
      await assertFoldConsistent(business);
      const again = event(numbers[1] ?? "", "note", { occurred_at: after(9) });
      const { events } = await readTimeline(numbers[1] ?? "");
      const last = events.findLast(
        (one: { base: string; voided_by?: string }) => one.base === "delivered" && !one.voided_by,
      );
      await carrier.ingest({ ...again, corrects: last.event_id });
      const items = (await listItems(business)).filter((item) => item.order_id === order.id);
      assert.partialDeepStrictEqual(items, [{ kind: "late_fact_conflict" }]);
      await assertFoldConsistent(business);
    });
  });
});
