import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { revokeOtepProvider } from "#domain/integration/partners/operations/revoke-otep-provider.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { getOrderHistory } from "#domain/orders/orders/operations/get-order-history.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { runDue } from "#operation/due/run-due.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { listItems, passTime, readItem, readStates } from "#tests/support/attention.ts";
import { PNG } from "#tests/support/samples.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { createTestProvider, type TestDeliveryProvider } from "#tests/support/tenders.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { createOffer } from "./operations/create-offer.ts";
import { listOffers } from "./operations/list-offers.ts";
import { listScorecards } from "./operations/list-scorecards.ts";
import { setProviderMapping } from "./operations/set-provider-mapping.ts";
import { updateDeliveryProvider } from "./operations/update-delivery-provider.ts";
import { withdrawOffer } from "./operations/withdraw-offer.ts";

const service = await testService();
service.freezeClock();
service.setNow("2026-11-23T12:00:00Z");

const MINUTE = 60_000;
const after = (minutes: number) => new Date(service.now().getTime() + minutes * MINUTE).toISOString();

async function readConsumer(business: TestBusiness): Promise<void> {
  const name = "third-party.follow-orders";
  const consumer = service.runtime.registry.consumers.get(name);
  const kinds = consumer?.listKinds(service.runtime.registry) ?? [];
  const { events } = await readPage(service.runtime.pools.system, START_CURSOR, 1000, business.id, kinds);
  await consumer?.handle(buildConsumerContext(service.runtime, name), events);
}

const business = await service.business();
const admin = business.as("client_admin");
const [one, two, three] = [
  await createTestProvider(business),
  await createTestProvider(business),
  await createTestProvider(business),
] as [TestDeliveryProvider, TestDeliveryProvider, TestDeliveryProvider];

async function offer(
  mode: "one" | "sequence" | "all",
  providers: readonly TestDeliveryProvider[],
  more: Record<string, unknown> = {},
  draft: Record<string, unknown> = {},
) {
  const order = await business.order(draft);
  const { offers } = await admin(createOffer, {
    order_ids: [order.id],
    provider_ids: providers.map(({ id }) => id),
    mode,
    ...more,
  } as never);
  return { order, offer_id: offers[0]?.offer_id ?? 0, asked: offers[0]?.asked };
}

/** The tenders of a provider about an order, newest first. */
async function readTenders(provider: TestDeliveryProvider, order_id: number) {
  return service.system.rows<{
    id: number;
    state: string;
    reason: string | null;
    picked_up_at: string | null;
  }>(
    "select id, state, reason, picked_up_at from tender where provider_id = $1 and order_id = $2 order by id desc",
    [provider.id, order_id],
  );
}
const readTender = async (provider: TestDeliveryProvider, order_id: number) =>
  (await readTenders(provider, order_id))[0] ?? assert.fail("There is no tender.");

async function accepted(draft: Record<string, unknown> = {}, provider = one) {
  const { order, offer_id } = await offer("one", [provider], {}, draft);
  const { id } = await readTender(provider, order.id);
  const { status, body } = await provider.call("POST", `/tenders/${id}/accept`, { external_id: "X-1" });
  assert.equal(status, 200, JSON.stringify(body));
  return { order, offer_id, tender_id: id };
}

const report = (tender_id: number, status: string, more: Record<string, unknown> = {}, provider = one) =>
  provider.call("POST", `/tenders/${tender_id}/status`, { status, ...more });

const readFacet = async (order_id: number) =>
  (
    await service.system.row<{ tender_state: string | null }>(
      "select tender_state from delivery_order where id = $1",
      [order_id],
    )
  )?.tender_state;
const readOffer = async (order_id: number) =>
  (await admin(listOffers, { order_id })).offers[0] ?? assert.fail("There is no offer.");
const readReasons = async (order_id: number) =>
  (await readOffer(order_id)).explanation.map(({ what, reason }) =>
    reason === undefined ? what : `${what} ${reason}`,
  );

describe("pulling and accepting", () => {
  test("a provider sees areas, and after acceptance addresses, parcels and the label", async () => {
    const { order } = await offer("one", [one], { note: "Ring twice" });
    const listed = await one.call("GET", "/tenders?state=OFFERED&area=Bras%C3%ADlia");
    assert.equal(listed.status, 200, JSON.stringify(listed.body));
    const [tender] = listed.body.tenders;
    assert.partialDeepStrictEqual(tender, {
      state: "OFFERED",
      order: null,
      price_minor: 500,
      note: "Ring twice",
    });
    assert.doesNotMatch(JSON.stringify(tender), /Clara|Quadra|99999/);
    assert.equal((await one.call("GET", "/tenders?area=Lisboa")).body.total, 0);
    const early = await one.call("GET", `/tenders/${tender.id}/label`);
    assert.deepEqual([early.status, early.body.error_code], [409, "NOT_ACCEPTED"]);
    const { status, body } = await one.call("POST", `/tenders/${tender.id}/accept`, { external_id: "D-77" });
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body.tender, {
      state: "ACCEPTED",
      external_id: "D-77",
      order: { tracking_number: order.tracking_number, dropoff: { name: "Clara Dias" } },
    });
    assert.equal(body.tender.order.parcels.length, 1);
    const label = await one.call("GET", `/tenders/${tender.id}/label`, undefined, {
      accept: "application/pdf",
    });
    assert.equal(label.raw.subarray(0, 4).toString(), "%PDF");
    const again = await one.call("POST", `/tenders/${tender.id}/accept`, {});
    assert.deepEqual([again.status, again.body.tender.external_id], [200, "D-77"]);
  });

  test("of two providers that accept at the same time one wins, the other gets 409", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order } = await offer("all", [one, two, three]);
      const answers = await Promise.all(
        [one, two, three].map(async (provider) => {
          const { id } = await readTender(provider, order.id);
          return provider.call("POST", `/tenders/${id}/accept`, {});
        }),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
      for (const { status, body } of answers)
        if (status === 409) assert.equal(body.error_code, "ALREADY_TAKEN");
      const states = await service.system.rows<{ state: string; n: number }>(
        "select state, count(*) as n from tender where order_id = $1 group by state order by state",
        [order.id],
      );
      assert.deepEqual(states, [
        { state: "ACCEPTED", n: 1 },
        { state: "WITHDRAWN", n: 2 },
      ]);
    }
  });

  test("a tender of another provider is 403, one of another business and one that is not are 404", async () => {
    const { order } = await offer("one", [one]);
    const { id } = await readTender(one, order.id);
    const others = await createTestProvider(await service.business());
    assert.equal((await two.call("POST", `/tenders/${id}/accept`, {})).body.error_code, "NOT_OFFERED");
    const foreign = await others.call("POST", `/tenders/${id}/accept`, {});
    const none = await others.call("POST", "/tenders/999999999/accept", {});
    assert.deepEqual([foreign.status, none.status], [404, 404]);
    assert.equal(foreign.body.message, none.body.message);
    assert.equal((await readTender(one, order.id)).state, "OFFERED");
  });

  test("a price above the tender's, or above the cap, is refused; a lower one is kept", async () => {
    const { order } = await offer("one", [one]);
    const { id } = await readTender(one, order.id);
    const dear = await one.call("POST", `/tenders/${id}/accept`, { price_minor: 501 });
    assert.deepEqual([dear.status, dear.body.error_code], [409, "OVER_PRICE_CAP"]);
    assert.equal(
      (await one.call("POST", `/tenders/${id}/accept`, { price_minor: 400 })).body.tender.price_minor,
      400,
    );

    const free = await createTestProvider(business, { price_terms: null });
    const named_offer = await offer("one", [free], { price_cap_minor: 700 });
    const path = `/tenders/${(await readTender(free, named_offer.order.id)).id}/accept`;
    assert.equal((await free.call("POST", path, {})).body.error_code, "PRICE_MISSING");
    assert.equal((await free.call("POST", path, { price_minor: 701 })).status, 409);
    assert.equal((await free.call("POST", path, { price_minor: 700 })).status, 200);
  });

  test("a dry run of an acceptance changes nothing", async () => {
    const { order } = await offer("one", [one]);
    const { id } = await readTender(one, order.id);
    const { status, body } = await one.call("POST", `/tenders/${id}/accept`, {}, { "x-dry-run": "1" });
    assert.deepEqual([status, body.tender.state], [200, "ACCEPTED"]);
    assert.equal((await readTender(one, order.id)).state, "OFFERED");
  });
});

describe("an order that a provider holds", () => {
  test("is refused by planning and by assigning, and while it is only offered by neither", async () => {
    const { order } = await accepted();
    const contractor = await business.contractor();
    assert.equal(await readFacet(order.id), "held");
    const assigning = await admin(assignOrders, {
      order_ids: [order.id],
      broker_id: contractor.person.account_id,
    });
    assert.deepEqual(assigning.errors, [
      { order_id: order.id, message: "The order is held by a third-party carrier." },
    ]);
    await assert.rejects(admin(createRoute, { order_ids: [order.id] }));
    const cancelling = await catchRefusal(admin(cancelOrder, { order_id: order.id }));
    assert.equal(cancelling.error_code, "HELD_BY_CARRIER");

    const open = await offer("one", [one]);
    const { id } = await readTender(one, open.order.id);
    await admin(createRoute, { order_ids: [open.order.id] });
    const late = await one.call("POST", `/tenders/${id}/accept`, {});
    assert.deepEqual([late.status, late.body.error_code], [409, "ORDER_UNAVAILABLE"]);
    await readConsumer(business);
    assert.deepEqual(
      [
        (await readTender(one, open.order.id)).state,
        (await readOffer(open.order.id)).state,
        await readFacet(open.order.id),
      ],
      ["WITHDRAWN", "WITHDRAWN", null],
    );
  });

  test("is not offered again, nor is one that is planned, assigned or unknown; the others are", async () => {
    const held = await accepted();
    const planned = await business.order();
    await admin(createRoute, { order_ids: [planned.id] });
    const free = await business.order();
    const answer = await admin(createOffer, {
      order_ids: [held.order.id, planned.id, 2_000_000_000, free.id],
      provider_ids: [one.id],
      mode: "one",
    });
    assert.deepEqual(
      answer.offers.map(({ error_code }) => error_code),
      ["HELD_BY_CARRIER", "ON_ROUTE", "UNKNOWN_ORDER", null],
    );
    assert.deepEqual([answer.done, answer.failed], [1, 3]);
    const twice = await admin(createOffer, { order_ids: [free.id], provider_ids: [two.id], mode: "one" });
    assert.equal(twice.offers[0]?.error_code, "ALREADY_OFFERED");
  });

  test("and an acceptance and a plan at the same moment: one of them has it", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order } = await offer("one", [one]);
      const { id } = await readTender(one, order.id);
      const [acceptance, plan] = await Promise.all([
        one.call("POST", `/tenders/${id}/accept`, {}),
        admin(createRoute, { order_ids: [order.id] }).then(
          () => "planned",
          () => "refused",
        ),
      ]);
      assert.equal(
        (acceptance.status === 200) !== (plan === "planned"),
        true,
        `${acceptance.status} ${plan}`,
      );
    }
  });
});

describe("without an acceptance", () => {
  test("the next in sequence is asked, then the order goes back with an explanation and an item", async () => {
    const { order } = await offer("sequence", [one, two], { answer_s: 60 });
    await assert.rejects(readTender(two, order.id));
    const first = await readTender(one, order.id);
    assert.equal(
      (await one.call("POST", `/tenders/${first.id}/decline`, { reason: "no_capacity" })).status,
      200,
    );
    assert.equal((await readTender(two, order.id)).state, "OFFERED");
    service.advance(61_000);
    const late = await two.call("POST", `/tenders/${(await readTender(two, order.id)).id}/accept`, {});
    assert.deepEqual(
      [late.status, late.body.error_code],
      [409, "EXPIRED"],
      "before the expiry was processed",
    );
    await runDue(service.runtime);
    assert.equal((await readTender(two, order.id)).state, "EXPIRED");
    assert.deepEqual(await readReasons(order.id), [
      "asked",
      "declined no_capacity",
      "asked",
      "expired",
      "own_pool nobody_left",
    ]);
    assert.equal(await readFacet(order.id), null);
    const items = (await listItems(business)).filter((item) => item.order_id === order.id);
    assert.partialDeepStrictEqual(items.at(-1), {
      kind: "tender_exhausted",
      state: "open",
    });
    await admin(createRoute, { order_ids: [order.id] });
    assert.partialDeepStrictEqual(await readItem(business, "tender_exhausted"), { state: "cleared" });
  });

  test("those of the ranking are asked in turn, once each, and the timeline of the order says so", async () => {
    const other = await service.business();
    const [named_provider, second, third, unranked] = [
      await createTestProvider(other),
      await createTestProvider(other, { rank: 2 }),
      await createTestProvider(other, { rank: 3 }),
      await createTestProvider(other),
    ] as const;
    const dear = { base_minor: 9000, per_km_minor: 0 };
    await createTestProvider(other, { rank: 1, price_terms: dear });
    const call = other.as("client_admin");
    const order = await other.order();
    await call(createOffer, {
      order_ids: [order.id],
      provider_ids: [named_provider.id],
      mode: "one",
      price_cap_minor: 600,
      answer_s: 60,
    });
    const statesNow = async () =>
      Promise.all(
        [named_provider, second, third, unranked].map(
          async (provider) => (await readTenders(provider, order.id)).map(({ state }) => state).join() || "-",
        ),
      );
    assert.deepEqual(await statesNow(), ["OFFERED", "-", "-", "-"]);
    service.advance(61_000);
    // Two workers at the same moment.
    await Promise.all([runDue(service.runtime), runDue(service.runtime)]);
    assert.deepEqual(await statesNow(), ["EXPIRED", "OFFERED", "-", "-"]);
    const answer = async (provider: TestDeliveryProvider, what: string, body: object) =>
      provider.call("POST", `/tenders/${(await readTender(provider, order.id)).id}/${what}`, body);
    assert.equal((await answer(second, "accept", {})).status, 200);
    assert.equal((await answer(second, "handback", { reason: "vehicle_breakdown" })).status, 200);
    assert.deepEqual(await statesNow(), ["EXPIRED", "HANDED_BACK", "OFFERED", "-"]);
    assert.equal((await answer(third, "decline", { reason: "no_capacity" })).status, 200);
    assert.deepEqual(await statesNow(), ["EXPIRED", "HANDED_BACK", "DECLINED", "-"]);
    assert.equal(await readFacet(order.id), null);
    assert.partialDeepStrictEqual(await readItem(other, "tender_exhausted"), {
      order_id: order.id,
      state: "open",
    });
    const history = await call(getOrderHistory, { order_id: order.id });
    assert.deepEqual(
      history.events.flatMap(({ payload }) =>
        ((payload as { tender_steps?: { what: string; reason?: string }[] }).tender_steps ?? []).map(
          ({ what, reason }) => [what, reason ?? ""].join(" ").trim(),
        ),
      ),
      [
        "asked",
        "expired",
        "skipped over_price_cap",
        "asked next_in_ranking",
        "accepted",
        "handed_back vehicle_breakdown",
        "asked next_in_ranking",
        "declined no_capacity",
        "own_pool nobody_left",
      ],
    );
    await call(createRoute, { order_ids: [order.id] });

    const [alone] = [await other.order()];
    const kept_offer = await call(createOffer, {
      order_ids: [alone.id],
      provider_ids: [named_provider.id],
      mode: "one",
      fall_back: false,
    });
    assert.equal(kept_offer.done, 1);
    const { id } = await readTender(named_provider, alone.id);
    await named_provider.call("POST", `/tenders/${id}/decline`, {});
    assert.equal((await readTenders(second, alone.id)).length, 0);
  });

  test("providers that do not fit are passed over, and the explanation says why", async () => {
    const heavy = await createTestProvider(business, { weight_g_max: 1 });
    const far = await createTestProvider(business, { countries: ["AR"] });
    const paused = await createTestProvider(business);
    await admin(updateDeliveryProvider, { provider_id: paused.id, status: "paused" });
    const dear = await createTestProvider(business, { price_terms: { base_minor: 9000, per_km_minor: 0 } });
    const { order, asked: asked_count } = await offer(
      "all",
      [heavy, far, paused, dear, one],
      { price_cap_minor: 600 },
      { parcels: [{ weight_g: 5000 }] },
    );
    assert.equal(asked_count, 1);
    assert.deepEqual(await readReasons(order.id), [
      "skipped too_heavy",
      "skipped outside_area",
      "skipped paused",
      "skipped over_price_cap",
      "asked",
    ]);
    const none = await offer("one", [paused]);
    assert.deepEqual([none.asked, (await readOffer(none.order.id)).state], [0, "EXHAUSTED"]);
    assert.equal(await readFacet(none.order.id), null);
  });

  test("an offer is withdrawn until somebody accepts", async () => {
    const { order, offer_id } = await offer("all", [one, two]);
    const { offer: ended } = await admin(withdrawOffer, { offer_id });
    assert.deepEqual(
      [ended.state, ended.tenders.map(({ state }) => state)],
      ["WITHDRAWN", ["WITHDRAWN", "WITHDRAWN"]],
    );
    assert.equal(await readFacet(order.id), null);
    const { id } = await readTender(one, order.id);
    assert.equal((await one.call("POST", `/tenders/${id}/accept`, {})).body.error_code, "TENDER_CLOSED");
    assert.equal((await admin(withdrawOffer, { offer_id })).offer.state, "WITHDRAWN", "twice is once");
    const held = await accepted();
    const refused = await catchRefusal(admin(withdrawOffer, { offer_id: held.offer_id }));
    assert.equal(refused.error_code, "ALREADY_ACCEPTED");
  });

  test("a cancelled order is offered no more", async () => {
    const { order } = await offer("one", [one]);
    await admin(cancelOrder, { order_id: order.id });
    await readConsumer(business);
    assert.equal((await readTender(one, order.id)).state, "WITHDRAWN");
  });
});

describe("reports", () => {
  test("move the order and the tender, in any order and twice", async () => {
    const { order, tender_id } = await accepted();
    service.advance(30 * MINUTE);
    const delivered = { occurred_at: after(-1), event_id: "e-2" };
    const first = await report(tender_id, "delivered", delivered);
    assert.partialDeepStrictEqual(first.body, {
      outcome: "accepted",
      status_code: "otep:core:delivered",
      order_status: "DELIVERED",
      tender: { state: "COMPLETED" },
    });
    const late = await report(tender_id, "Picked Up", { occurred_at: after(-20), event_id: "e-1" });
    assert.partialDeepStrictEqual(late.body, { order_status: "DELIVERED", tender: { state: "COMPLETED" } });
    assert.equal(late.body.tender.picked_up_at, after(-20));
    service.advance(1000);
    assert.equal((await report(tender_id, "delivered", delivered)).body.outcome, "duplicate");
    const other = await report(tender_id, "returned", { occurred_at: after(-3), event_id: "e-2" });
    assert.deepEqual([other.status, other.body.error_code], [409, "EVENT_ID_CONFLICT"]);
    assert.deepEqual([await business.readStatus(order.id), await readFacet(order.id)], ["DELIVERED", null]);
    const timeline = (await service.http("GET", `/api/v1/otep/trackings/${order.tracking_number}`)).body;
    assert.equal(timeline.status.code ?? timeline.status, "otep:core:delivered");
    assert.equal((await readOffer(order.id)).state, "COMPLETED");
  });

  test("a correction takes a wrong delivery back, and the provider holds the order again", async () => {
    const { order, tender_id } = await accepted();
    service.advance(30 * MINUTE);
    await report(tender_id, "picked_up", { occurred_at: after(-20) });
    await report(tender_id, "delivered", { occurred_at: after(-5), event_id: "wrong" });
    const fixed = await report(tender_id, "en_route_to_dropoff", {
      occurred_at: after(-5),
      corrects: "wrong",
    });
    assert.partialDeepStrictEqual(fixed.body, {
      order_status: "OUT_FOR_DELIVERY",
      tender: { state: "IN_PROGRESS" },
    });
    assert.deepEqual([await readFacet(order.id), (await readOffer(order.id)).state], ["held", "HELD"]);
  });

  test("unknown words and reasons are refused and change nothing; a mapping makes them known", async () => {
    const { order, tender_id } = await accepted();
    const unknown = await report(tender_id, "ABGEHOLT");
    assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, "status"]);
    assert.equal((await report(tender_id, "picked_up", { incident_reason: "aliens" })).status, 422);
    assert.equal(await business.readStatus(order.id), "NEW_ORDER");
    const bad = await catchRefusal(
      admin(setProviderMapping, { provider_id: one.id, mapping: { x: { code: "otep:core:eaten" } } }),
    );
    assert.equal(bad.errors?.[0]?.field, "mapping/x/code");
    await admin(setProviderMapping, {
      provider_id: one.id,
      mapping: { Abgeholt: { code: "otep:core:picked_up" } },
    });
    service.advance(MINUTE);
    assert.equal((await report(tender_id, "ABGEHOLT")).body.order_status, "PICKED_UP");
    const parcel = await service.system.row<{ custody: string; custody_ref: string }>(
      "select custody, custody_ref from parcel where order_id = $1",
      [order.id],
    );
    assert.deepEqual(parcel, { custody: "provider", custody_ref: one.code });
  });

  test("by the routes of tracking events count as well", async () => {
    const { order, tender_id } = await accepted();
    service.advance(10 * MINUTE);
    const url = `/tenders/${tender_id}/status`;
    assert.equal(
      (await one.call("POST", url, { status: "otep:core:picked_up" })).body.tender.state,
      "IN_PROGRESS",
    );
    service.advance(10 * MINUTE);
    const { ingestReports } = await import("#domain/integration/otep/public.ts");
    const context = buildConsumerContext(service.runtime, "third-party.follow-orders");
    await context.transaction(business.id, async (run) => {
      await ingestReports(run as never, { code: one.code, source_type: "third_party" }, [
        { subject: order.tracking_number, occurred_at: after(0), status_code: "otep:core:delivered" },
      ]);
    });
    await readConsumer(business);
    assert.equal((await readTender(one, order.id)).state, "COMPLETED");
  });

  test("positions and proofs belong to the order", async () => {
    const { order, tender_id } = await accepted();
    const at = (minutes: number, lat: number) =>
      one.call("POST", `/tenders/${tender_id}/position`, { lat, lng: -47.9, at: after(minutes) });
    service.advance(60 * MINUTE);
    assert.equal((await at(-30, -15.7)).body.newer, true);
    assert.equal((await at(-29, -15.701)).body.newer, true);
    assert.equal((await at(-40, -15.8)).body.newer, false, "an earlier one");
    assert.equal((await at(-15, -15.701)).body.newer, true);
    const { tenders } = await readOffer(order.id);
    assert.partialDeepStrictEqual(tenders[0]?.position, { lat: -15.701, at: after(-15) });
    const position_events = await service.system.rows(
      "select 1 from tracking_event where tracking_number = $1 and status_code = 'otep:sensor:position'",
      [order.tracking_number],
    );
    assert.equal(position_events.length, 2, "one in ten minutes");
    const proof = await one.call("POST", `/tenders/${tender_id}/proof`, {
      content_base64: PNG.toString("base64"),
      content_type: "image/png",
      name: "door.png",
      kind: "photo",
    });
    assert.equal(proof.status, 201, JSON.stringify(proof.body));
    const file = await business.http("employee", "GET", `/api/v1/files/${proof.body.file_id}`);
    assert.equal(file.status, 200);
    const forged = await one.call("POST", `/tenders/${tender_id}/proof`, {
      content_base64: Buffer.from("no picture").toString("base64"),
      content_type: "image/png",
      name: "door.png",
      kind: "photo",
    });
    assert.equal(forged.status >= 415, true);
  });
});

test("a report of tomorrow, or without a time zone, is refused by its member", async () => {
  const { tender_id } = await accepted();
  const { status, body } = await report(tender_id, "delivered", { event_id: "\u00e9" });
  assert.deepEqual([status, body.errors[0].field], [422, "event_id"]);
  assert.equal((await report(tender_id, "delivered", { occurred_at: "2026-11-23T12:00:00" })).status, 422);
  const planned = await report(tender_id, "delivered", { occurred_at: after(48 * 60) });
  assert.partialDeepStrictEqual(planned.body, { order_status: "NEW_ORDER", tender: { state: "ACCEPTED" } });
});

describe("handing back", () => {
  test("before the pickup the order is offered on", async () => {
    const { order } = await offer("all", [one, two]);
    const first = await readTender(one, order.id);
    await one.call("POST", `/tenders/${first.id}/accept`, {});
    const path = `/tenders/${first.id}/handback`;
    const handed = await one.call("POST", path, { reason: "no_courier" });
    assert.deepEqual(
      [handed.status, handed.body.tender.state, handed.body.tender.order],
      [200, "HANDED_BACK", null],
    );
    service.advance(1000);
    assert.equal((await one.call("POST", path, { reason: "no_courier" })).status, 200, "twice is once");
    const again = await readTenders(two, order.id);
    assert.deepEqual(
      again.map(({ state }) => state),
      ["OFFERED", "WITHDRAWN"],
    );
    assert.equal(await readFacet(order.id), "offered");
    assert.equal((await two.call("POST", `/tenders/${again[0]?.id}/accept`, {})).status, 200);
    assert.equal((await report(first.id, "picked_up")).body.error_code, "TENDER_CLOSED");
    assert.equal((await readOffer(order.id)).state, "HELD");
  });

  test("after the pickup the order is an exception until somebody has the goods", async () => {
    const { order, tender_id } = await accepted();
    await report(tender_id, "picked_up");
    service.advance(MINUTE);
    await one.call("POST", `/tenders/${tender_id}/handback`, { reason: "damaged" });
    assert.deepEqual([await business.readStatus(order.id), await readFacet(order.id)], ["EXCEPTION", null]);
    assert.deepEqual((await readReasons(order.id)).slice(-2), [
      "handed_back damaged",
      "own_pool goods_with_provider",
    ]);
    assert.partialDeepStrictEqual(await readItem(business, "tender_exhausted"), {
      order_id: order.id,
      state: "open",
      facts: { reason: "goods_with_provider" },
    });
    const [event] = (await business.readEvents("tender", tender_id)).slice(-1);
    assert.partialDeepStrictEqual(event, { kind: "tender.handed_back", payload: { with_goods: true } });
  });

  test("a provider that cancels gives the order back and does not cancel it", async () => {
    const { order, tender_id } = await accepted();
    const { body } = await report(tender_id, "cancelled");
    assert.deepEqual(
      [body.outcome, body.order_status, body.tender.state],
      ["handed_back", "NEW_ORDER", "HANDED_BACK"],
    );
    assert.deepEqual([await readFacet(order.id), (await readOffer(order.id)).state], [null, "EXHAUSTED"]);
  });
});

test("a provider that is silent past the time of pickup opens an item, which the pickup ends", async () => {
  const other = await service.business();
  const provider = await createTestProvider(other);
  const order = await other.order();
  await other.as("client_admin")(createOffer, {
    order_ids: [order.id],
    provider_ids: [provider.id],
    mode: "one",
    pickup_by: after(60),
  });
  const { id } = await readTender(provider, order.id);
  await provider.call("POST", `/tenders/${id}/accept`, {});
  assert.deepEqual(await readStates(other, "tender_pickup_late"), []);
  await passTime(service, 61 * MINUTE);
  const item = await readItem(other, "tender_pickup_late");
  assert.partialDeepStrictEqual(item, { state: "open", order_id: order.id, severity: "critical" });
  await provider.call("POST", `/tenders/${id}/status`, { status: "picked_up" });
  assert.partialDeepStrictEqual(await readItem(other, "tender_pickup_late"), { state: "cleared" });
});

test("an order is taken back from a provider that has not picked it up in time, and not before", async () => {
  const { order, offer_id } = await offer("one", [one], { pickup_by: after(60) });
  const { id } = await readTender(one, order.id);
  await one.call("POST", `/tenders/${id}/accept`, {});
  assert.equal((await readOffer(order.id)).can_withdraw, false);
  assert.equal((await catchRefusal(admin(withdrawOffer, { offer_id }))).error_code, "ALREADY_ACCEPTED");
  service.advance(61 * MINUTE);
  assert.equal((await readOffer(order.id)).can_withdraw, true);
  await admin(withdrawOffer, { offer_id });
  assert.equal(await readFacet(order.id), null);
  assert.deepEqual((await readReasons(order.id)).at(-1), "withdrawn not_picked_up");
  assert.equal((await report(id, "picked_up")).body.error_code, "TENDER_CLOSED");
  await readConsumer(business);
  assert.partialDeepStrictEqual(await readTender(one, order.id), {
    state: "FAILED",
    reason: "not_picked_up",
  });
  await admin(createRoute, { order_ids: [order.id] });
});

test("a revoked key is asked nothing, and its requests are refused", async () => {
  const provider = await createTestProvider(business);
  const row = await service.system.row<{ partner_id: number }>(
    "select partner_id from thirdparty_provider where id = $1",
    [provider.id],
  );
  await admin(revokeOtepProvider, { provider_id: row?.partner_id ?? 0 });
  const { order } = await offer("one", [provider]);
  assert.deepEqual(await readReasons(order.id), ["skipped key_not_valid", "own_pool nobody_left"]);
  assert.equal((await provider.call("GET", "/tenders")).status, 401);
});

test("scorecards count what was offered, and what came of it", async () => {
  const provider = await createTestProvider(business);
  const idle = await createTestProvider(business);
  const readScorecard = async ({ id }: TestDeliveryProvider, period = {}) => {
    const { scorecards, step } = await admin(listScorecards, period);
    const card = scorecards.find(({ provider_id }) => provider_id === id) ?? assert.fail("No scorecard.");
    return { ...card, step, steps: card.steps.filter(({ offered }) => offered > 0) };
  };
  const declineAfter = async (minutes: number, answer: object) => {
    const { order } = await offer("one", [provider]);
    service.advance(minutes * MINUTE);
    await provider.call("POST", `/tenders/${(await readTender(provider, order.id)).id}/decline`, answer);
  };
  const acceptance = await accepted({ scheduled_date: after(0).slice(0, 10) }, provider);
  const day = toLocalDate(service.now(), "America/Sao_Paulo");
  service.advance(MINUTE);
  await report(acceptance.tender_id, "picked_up", {}, provider);
  service.advance(MINUTE);
  await report(acceptance.tender_id, "delivered", {}, provider);
  await declineAfter(4, { reason: "no_capacity" });
  await declineAfter(2, {});
  const returned = await accepted({}, provider);
  service.advance(3 * MINUTE);
  await report(returned.tender_id, "picked_up", {}, provider);
  service.advance(MINUTE);
  await report(returned.tender_id, "delivery_attempted", { incident_reason: "recipient_absent" }, provider);
  service.advance(MINUTE);
  await report(returned.tender_id, "returned", {}, provider);
  const card = await readScorecard(provider);
  assert.partialDeepStrictEqual(card, {
    offered: 4,
    accepted: 2,
    declined: 2,
    expired: 0,
    completed: 1,
    failed: 1,
    delivered_on_time: 1,
    acceptance_rate: 0.5,
    pickup_on_time_rate: 1,
    accept_s_median: 0,
    answer_s_median: 60,
    first_report_s_median: 120,
    cost_minor: 500,
    claims: 0,
    step: "day",
    steps: [{ from: day, offered: 4, accepted: 2, delivered: 1, delivered_on_time: 1 }],
  });
  assert.deepEqual(
    new Set(card.reasons),
    new Set([
      { state: "DECLINED", reason: "no_capacity", count: 1 },
      { state: "DECLINED", reason: null, count: 1 },
      { state: "FAILED", reason: "recipient_absent", count: 1 },
    ]),
  );
  assert.partialDeepStrictEqual(await readScorecard(idle), {
    offered: 0,
    acceptance_rate: null,
    accept_s_median: null,
    reasons: [],
    steps: [],
  });
  const weeks = await readScorecard(provider, { from: addDays(day, -40), to: day });
  assert.deepEqual([weeks.step, weeks.steps.map(({ from }) => from)], ["week", [addDays(day, -5)]]);
  assert.equal((await readScorecard(provider, { to: addDays(day, -1) })).offered, 0);
  const reversed = await catchRefusal(admin(listScorecards, { from: day, to: addDays(day, -1) }));
  assert.deepEqual([reversed.status, reversed.errors?.[0]?.field], [422, "from"]);
  const long = await catchRefusal(admin(listScorecards, { from: addDays(day, -366), to: day }));
  assert.deepEqual([long.status, long.errors?.[0]?.field], [422, "from"]);
  assert.equal((await catchRefusal(business.as("employee")(listScorecards, {}))).status, 403);
  const foreign = await (await service.business()).as("client_admin")(listScorecards, {});
  assert.deepEqual(foreign.scorecards, []);
});
