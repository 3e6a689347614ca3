import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-fleet-drivers.ts";
import { createFleet } from "#domain/fleet/fleets/operations/create-fleet.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { runDue } from "#operation/due/run-due.ts";
import { readStates } from "#tests/support/attention.ts";
import { uploadPhoto } from "#tests/support/driver-app.ts";
import { followInstantOrders } from "#tests/support/instant-rider.ts";
import { catchRefusal, type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
import { acceptInstantOffer } from "./operations/accept-instant-offer.ts";
import { arriveAtDropoff } from "./operations/arrive-at-dropoff.ts";
import { arriveAtPickup } from "./operations/arrive-at-pickup.ts";
import { cancelInstantJob } from "./operations/cancel-instant-job.ts";
import { completeJob } from "./operations/complete-job.ts";
import { createInstantZone } from "./operations/create-instant-zone.ts";
import { declineInstantOffer } from "./operations/decline-instant-offer.ts";
import { deleteInstantZone } from "./operations/delete-instant-zone.ts";
import { dispatchInstantOrder } from "./operations/dispatch-instant-order.ts";
import { getHeat } from "./operations/get-heat.ts";
import { getInstantBoard } from "./operations/get-instant-board.ts";
import { getInstantJob } from "./operations/get-instant-job.ts";
import { getRider } from "./operations/get-rider.ts";
import { getRiderJob } from "./operations/get-rider-job.ts";
import { goOffline } from "./operations/go-offline.ts";
import { goOnline } from "./operations/go-online.ts";
import { listInstantFleets } from "./operations/list-instant-fleets.ts";
import { listInstantJobs } from "./operations/list-instant-jobs.ts";
import { listInstantOffers } from "./operations/list-instant-offers.ts";
import { listRiderEarnings } from "./operations/list-rider-earnings.ts";
import { listRiderJobs } from "./operations/list-rider-jobs.ts";
import { pickUp } from "./operations/pick-up.ts";
import { reassignInstantJob } from "./operations/reassign-instant-job.ts";
import { releaseJob } from "./operations/release-job.ts";
import { reportProblem } from "./operations/report-problem.ts";
import { returnGoods } from "./operations/return-goods.ts";
import { sendRiderPositions } from "./operations/send-rider-positions.ts";
import { setInstantFleet } from "./operations/set-instant-fleet.ts";
import { setInstantTip } from "./operations/set-instant-tip.ts";
import { updateInstantZone } from "./operations/update-instant-zone.ts";

const service = await testService();
service.freezeClock();
service.setNow("2026-11-23T12:00:00Z");
const SECOND = 1000;
const MINUTE = 60_000;

const PICKUP = { name: "Bakery", line1: "Rua 1", city: "Brasília", country: "BR", lat: -15.78, lng: -47.88 };
const DROPOFF = {
  name: "Clara Dias",
  line1: "Quadra 9",
  city: "Brasília",
  country: "BR",
  lat: -15.8,
  lng: -47.9,
};
const CORNERS = [
  { lat: -15.7, lng: -48 },
  { lat: -15.7, lng: -47.8 },
  { lat: -15.9, lng: -47.8 },
  { lat: -15.9, lng: -48 },
];
const RATES = { base_minor: 500, per_km_minor: 100, per_waiting_minute_minor: 30, free_waiting_minutes: 5 };

interface Rider {
  id: number;
  person: TestPerson;
}

let sequence = 0;
const send = (rider: Rider, lat: number, lng = -47.88) =>
  rider.person.call(sendRiderPositions, {
    device_id: "phone",
    positions: [{ seq: ++sequence, at: service.now().toISOString(), lat, lng }],
  });

/** A business with a fleet, a zone and riders who are online, nearest first. */
async function setUp(count = 1, more: Record<string, unknown> = {}) {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { fleet_id } = await admin(createFleet, { name: "Centre" });
  await admin(setInstantFleet, { fleet_id, ...RATES, ...more });
  await admin(createInstantZone, { fleet_id, name: "Plano Piloto", corners: CORNERS });
  const riders: Rider[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id, person } = await business.driver({ name: `Rider ${index + 1}` });
    riders.push({ id, person });
  }
  await service.system.execute("update driver set instant_deliver = true where business_id = $1", [
    business.id,
  ]);
  await admin(changeFleetDrivers, { fleet_id, add: riders.map(({ id }) => id) });
  for (const [index, rider] of riders.entries()) {
    await rider.person.call(goOnline, {});
    await send(rider, -15.78 - 0.002 * index);
  }
  return { business, admin, fleet_id, riders, rider: riders[0] as Rider };
}

const createOrder = (business: TestBusiness, draft: Record<string, unknown> = {}) =>
  business.order({ type: "P2P", pickup: PICKUP, dropoff: DROPOFF, ...draft });

const follow = (business: TestBusiness) => followInstantOrders(business);
const pass = async (milliseconds: number) => {
  service.advance(milliseconds);
  await runDue(service.runtime);
};

const readOffers = async (rider: Rider) => (await rider.person.call(listInstantOffers, {})).offers;
const readOffer = async (rider: Rider) =>
  (await readOffers(rider))[0]?.id ?? assert.fail("There is no offer.");
const readJob = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(listInstantJobs, { order_id })).jobs[0] ??
  assert.fail("There is no job.");
const readStatus = async (order_id: number) =>
  (
    await service.system.row<{ status: string }>("select status from delivery_order where id = $1", [
      order_id,
    ])
  )?.status;
const catchCode = async (promise: Promise<unknown>) => {
  const { status, error_code } = await catchRefusal(promise as never);
  return [status, error_code];
};

/** An order of the service that the rider has accepted. */
async function accepted(
  setting: Awaited<ReturnType<typeof setUp>>,
  draft: Record<string, unknown> = {},
  rider = setting.rider,
) {
  const { business, admin } = setting;
  const order = await createOrder(business, draft);
  await admin(dispatchInstantOrder, { order_id: order.id, driver_id: rider.id });
  const instant_offer_id = await readOffer(rider);
  const { job } = await rider.person.call(acceptInstantOffer, { instant_offer_id });
  return { order, instant_job_id: job.id, instant_offer_id, own: { instant_job_id: job.id } };
}

describe("a delivery from the order to the pay", () => {
  test("an order of the service is offered, accepted, delivered with PIN and photo, tracked and paid", async () => {
    const setting = await setUp();
    const { business, admin, rider } = setting;
    const call = rider.person.call;
    const order = await createOrder(business, {
      service: "instant",
      requirements: { pin: "4711", pod: ["photo"] },
      cod_minor: 900,
    });
    await follow(business);
    await follow(business);
    const [offer] = await readOffers(rider);
    assert.partialDeepStrictEqual(offer, { mode: "one", pickup_distance_m: 0, expires_in_ms: 30_000 });
    assert.doesNotMatch(JSON.stringify(offer), /Bakery|Clara|Rua|Quadra/);
    const km = (offer?.distance_m ?? 0) / 1000;
    assert.equal(offer?.pay_minor, 500 + Math.round(100 * km));
    const accepted_offer = await call(acceptInstantOffer, { instant_offer_id: offer?.id ?? 0 });
    assert.partialDeepStrictEqual(accepted_offer.job, { state: "ACCEPTED", dropoff: { name: "Clara Dias" } });
    assert.deepEqual(accepted_offer.job.proofs_required.toSorted(), ["photo", "pin"]);
    const again = await call(acceptInstantOffer, { instant_offer_id: offer?.id ?? 0 });
    assert.equal(again.job.id, accepted_offer.job.id);
    assert.equal(await readStatus(order.id), "DISPATCHED");

    const step = { instant_job_id: accepted_offer.job.id };
    service.advance(MINUTE);
    await call(arriveAtPickup, step);
    service.advance(8 * MINUTE);
    const once = { ...step, device_id: "phone", seq: 7 };
    assert.equal((await call(pickUp, once)).job.state, "PICKED_UP");
    assert.equal((await call(pickUp, once)).job.state, "PICKED_UP");
    assert.equal(await readStatus(order.id), "OUT_FOR_DELIVERY");
    const track = async () =>
      (await business.http("client_admin", "GET", `/api/v1/tracking/${order.tracking_number}`)).body;
    await send(rider, -15.79);
    const live_tracking = await track();
    assert.partialDeepStrictEqual(live_tracking, { stops_before: 0, driver_position: { lat: -15.79 } });
    assert.match(JSON.stringify(live_tracking), /collected/);
    service.advance(MINUTE);
    await call(arriveAtDropoff, step);
    assert.equal(await readStatus(order.id), "ARRIVED");

    const photo = { kind: "photo" as const, file_id: await uploadPhoto(rider.person) };
    const pin = (value: string) => ({ kind: "pin" as const, value });
    assert.deepEqual(await catchCode(call(completeJob, { ...step, proofs: [photo], cod_collected: 900 })), [
      422,
      "PROOF_MISSING",
    ]);
    assert.deepEqual(await catchCode(call(completeJob, { ...step, proofs: [photo, pin("0000")] })), [
      422,
      "WRONG_PIN",
    ]);
    assert.deepEqual(await catchCode(call(completeJob, { ...step, proofs: [photo, pin("4711")] })), [
      422,
      "COD_MISSING",
    ]);
    await admin(setInstantTip, { order_id: order.id, tip_minor: 200 });
    const completion = await call(completeJob, { ...step, proofs: [photo, pin("4711")], cod_collected: 900 });
    assert.partialDeepStrictEqual(completion.job, {
      state: "COMPLETED",
      dropoff: null,
      pickup: null,
      parcels: [],
    });
    assert.equal(await readStatus(order.id), "DELIVERED");
    assert.equal((await track()).driver_position, null);
    assert.deepEqual(
      completion.job.pay.map(({ kind, amount_minor }) => [kind, amount_minor]),
      [
        ["base", 500],
        ["distance", Math.round(100 * km)],
        ["waiting", 3 * 30],
        ["tip", 200],
      ],
    );
    await call(completeJob, step);
    await admin(setInstantTip, { order_id: order.id, tip_minor: 250 });
    assert.deepEqual(await catchCode(admin(setInstantTip, { order_id: order.id, tip_minor: 100 })), [
      409,
      "TIP_LOWERED",
    ]);
    const earned = await call(listRiderEarnings, { from: "2026-11-23", to: "2026-11-23" });
    assert.deepEqual(
      [earned.jobs, earned.total, earned.totals],
      [1, 5, [{ currency: "BRL", amount_minor: 500 + Math.round(100 * km) + 90 + 250 }]],
    );
    const job = await readJob(business, order.id);
    assert.partialDeepStrictEqual(job, {
      state: "COMPLETED",
      driver_position: null,
      cod_collected_minor: 900,
    });
    assert.equal((await call(listRiderJobs, { active: true })).total, 0);
    assert.equal((await call(listRiderJobs, {})).total, 1);
  });

  test("five wrong PINs lock the hand-over, and each counts although it is refused", async () => {
    const setting = await setUp();
    const { rider, business } = setting;
    const { order, instant_job_id } = await accepted(setting, { requirements: { pin: "4711" } });
    await rider.person.call(pickUp, { instant_job_id });
    const enter = (value: string) =>
      catchCode(rider.person.call(completeJob, { instant_job_id, proofs: [{ kind: "pin", value }] }));
    for (let count = 0; count < 5; count += 1) assert.deepEqual(await enter("0000"), [422, "WRONG_PIN"]);
    assert.deepEqual(await enter("4711"), [423, "PIN_LOCKED"]);
    assert.deepEqual(await readStates(business, "pin_locked"), ["open"]);
    assert.equal(await readStatus(order.id), "OUT_FOR_DELIVERY");
  });
});

describe("who may", () => {
  test("grant, documents, fleet and zone are checked; others' jobs do not exist for a rider", async () => {
    const setting = await setUp(2);
    const { business, admin, fleet_id, riders } = setting;
    const [one, two] = riders as [Rider, Rider];
    const { instant_job_id, instant_offer_id } = await accepted(setting);
    assert.deepEqual(await catchCode(two.person.call(acceptInstantOffer, { instant_offer_id })), [
      404,
      "NOT_FOUND",
    ]);
    assert.deepEqual(await catchCode(two.person.call(getRiderJob, { instant_job_id })), [404, "NOT_FOUND"]);
    assert.deepEqual(await catchCode(two.person.call(pickUp, { instant_job_id })), [404, "NOT_FOUND"]);
    assert.equal((await one.person.call(getRiderJob, { instant_job_id })).job.state, "ACCEPTED");
    const plain = await business.driver({ name: "Plain" });
    assert.deepEqual(await catchCode(plain.person.call(goOnline, {})), [403, "NOT_GRANTED"]);
    await service.system.execute("update driver set instant_deliver = true where id = $1", [plain.id]);
    assert.deepEqual(await catchCode(plain.person.call(goOnline, {})), [409, "NO_ZONE"]);
    await service.system.execute("update driver set instant_deliver = false where id = $1", [two.id]);
    assert.deepEqual(await catchCode(two.person.call(listInstantOffers, {})), [403, "NOT_GRANTED"]);
    assert.equal((await two.person.call(getRider, {})).rider.granted, false);
    const { zones } = (await admin(listInstantFleets, {})).fleets[0] ?? assert.fail();
    const [zone] = zones;
    const crossed = [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]] as typeof CORNERS;
    const wrong = admin(updateInstantZone, { instant_zone_id: zone?.id ?? 0, corners: crossed });
    assert.deepEqual(await catchCode(wrong), [422, "WRONG_CORNERS"]);
    const same = admin(createInstantZone, { fleet_id, name: "PLANO PILOTO", corners: CORNERS });
    assert.deepEqual(await catchCode(same), [409, "NAME_TAKEN"]);
    assert.equal((await one.person.call(getHeat, {})).zones[0]?.last_hour, 1);
    await admin(deleteInstantZone, { instant_zone_id: zone?.id ?? 0 });
    const order = await createOrder(business);
    assert.deepEqual(await catchCode(admin(dispatchInstantOrder, { order_id: order.id })), [
      409,
      "OUTSIDE_ZONES",
    ]);
  });

  test("while the family is off every endpoint answers 409", async () => {
    const business = await service.business({ features: { instant_deliver: false } });
    const { body, status } = await business.http("client_admin", "GET", "/api/v1/client/instant/board");
    assert.deepEqual([status, body], [409, { result: false, feature_enabled: false }]);
    const order = await createOrder(business, { service: "instant" });
    await follow(business);
    const row = await service.system.row("select 1 from instant_job where order_id = $1", [order.id]);
    assert.equal(row, undefined);
  });
});

describe("offers", () => {
  test("one by one by score; a refusal or 30 s without an answer asks the next", async () => {
    const { business, admin, riders } = await setUp(3);
    const [one, two, three] = riders as [Rider, Rider, Rider];
    const order = await createOrder(business);
    await admin(dispatchInstantOrder, { order_id: order.id });
    assert.deepEqual([(await readOffers(one)).length, (await readOffers(two)).length], [1, 0]);
    const first = await readOffer(one);
    await one.person.call(declineInstantOffer, { instant_offer_id: first, reason: "too far" });
    await one.person.call(declineInstantOffer, { instant_offer_id: first });
    assert.deepEqual(await catchCode(one.person.call(acceptInstantOffer, { instant_offer_id: first })), [
      409,
      "OFFER_DECLINED",
    ]);
    const second = await readOffer(two);
    await pass(30 * SECOND);
    assert.deepEqual(await catchCode(two.person.call(acceptInstantOffer, { instant_offer_id: second })), [
      409,
      "OFFER_EXPIRED",
    ]);
    const third = await readOffer(three);
    // Late by the clock, before the expiry was processed.
    service.advance(30 * SECOND);
    assert.deepEqual(await catchCode(three.person.call(acceptInstantOffer, { instant_offer_id: third })), [
      409,
      "OFFER_EXPIRED",
    ]);
    await runDue(service.runtime);
    const job = await readJob(business, order.id);
    assert.partialDeepStrictEqual(job, { state: "SEARCHING", refusals: 3 });
    const { explanation, riders: now } = await admin(getInstantJob, { instant_job_id: job.id });
    assert.deepEqual(
      explanation.map(({ what, driver_id }) => [what, driver_id]),
      [
        ["searching", undefined],
        ["asked", one.id],
        ["declined", one.id],
        ["asked", two.id],
        ["expired", two.id],
        ["asked", three.id],
        ["expired", three.id],
        ["nobody", undefined],
      ],
    );
    assert.deepEqual(
      now.unavailable.map(({ reason }) => reason),
      ["asked_before", "asked_before", "asked_before"],
    );
  });

  test("after ten refusals all of the zone are asked, once each, and the first has it", async () => {
    const { business, admin, riders } = await setUp(11);
    const order = await createOrder(business);
    await admin(dispatchInstantOrder, { order_id: order.id });
    for (const rider of riders.slice(0, 10))
      await rider.person.call(declineInstantOffer, { instant_offer_id: await readOffer(rider) });
    const offers = await Promise.all(riders.map(readOffer));
    assert.equal((await readJob(business, order.id)).open_offers.length, 11);
    // Who declines then is not asked again.
    await riders[0]?.person.call(declineInstantOffer, { instant_offer_id: offers[0] ?? 0 });
    await pass(15 * SECOND);
    assert.equal((await readJob(business, order.id)).open_offers.length, 10);
    const results = await Promise.allSettled(
      riders.map(({ person }, index) =>
        person.call(acceptInstantOffer, { instant_offer_id: offers[index] ?? 0 }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason.error_code] : []));
    assert.deepEqual(new Set(refused), new Set(["OFFER_DECLINED", "OFFER_TAKEN"]));
    const held = await service.system.rows(
      "select 1 from instant_offer where state = 'ACCEPTED' and job_id = $1",
      [(await readJob(business, order.id)).id],
    );
    assert.equal(held.length, 1);
  });

  test("ten minutes without a rider open an item for the dispatcher, which a new search clears", async () => {
    const { business, admin, rider } = await setUp();
    await rider.person.call(goOffline, {});
    const order = await createOrder(business, { service: "instant" });
    await follow(business);
    assert.equal((await readJob(business, order.id)).state, "SEARCHING");
    await pass(10 * MINUTE);
    assert.partialDeepStrictEqual(await readJob(business, order.id), {
      state: "NO_RIDER",
      can_dispatch: true,
    });
    assert.deepEqual(await readStates(business, "no_rider"), ["open"]);
    await rider.person.call(goOnline, {});
    await send(rider, -15.78);
    await follow(business);
    assert.equal((await readOffers(rider)).length, 0);
    await admin(dispatchInstantOrder, { order_id: order.id, tip_minor: 300 });
    assert.deepEqual(await readStates(business, "no_rider"), ["cleared"]);
    assert.equal((await readOffers(rider)).length, 1);
  });

  test("of two switches the later one counts, whichever arrives first", async () => {
    const { riders } = await setUp(1);
    const { person } = riders[0] as Rider;
    const now = service.now().getTime();
    const at = (seconds: number) => ({ at: new Date(now + seconds * SECOND).toISOString() });
    const cases: [typeof goOnline | typeof goOffline, { at?: string }, boolean, boolean][] = [
      [goOffline, at(-3600), false, true], // before the rider came online
      [goOffline, at(60), true, false], // a clock that is ahead counts as now
      [goOnline, at(-1), false, false],
      [goOnline, at(-3600), false, false],
      [goOnline, at(0), true, true], // of one moment, the one that arrives later
      [goOffline, at(0), true, false],
      [goOnline, {}, true, true], // as it is said now
      [goOnline, at(-60), false, true],
      [goOffline, {}, true, false],
    ];
    for (const [operation, input, result, online] of cases) {
      const answer = await person.call(operation, input);
      assert.deepEqual([answer.result, answer.rider.online], [result, online], JSON.stringify(input));
    }
    service.advance(SECOND);
    assert.equal((await person.call(goOnline, at(0.5))).rider.online, true, "later than the latest");
    assert.equal((await person.call(goOffline, at(0.4))).result, false, "a repeat in the wrong sequence");
  });

  test("a rider who comes online is asked for what waits; going offline gives an open offer to the next", async () => {
    const setting = await setUp(2);
    const { business, admin, riders } = setting;
    const [one, two] = riders as [Rider, Rider];
    await one.person.call(goOffline, {});
    await two.person.call(goOffline, {});
    const order = await createOrder(business);
    await admin(dispatchInstantOrder, { order_id: order.id });
    await one.person.call(goOnline, {});
    await follow(business);
    assert.equal((await readOffers(one)).length, 1);
    await two.person.call(goOnline, {});
    const { rider } = await one.person.call(goOffline, {});
    assert.deepEqual([rider.online, rider.open_offers], [false, 0]);
    assert.equal((await readOffers(two)).length, 1);
    // With a job, going offline stops offers and not the job.
    await two.person.call(acceptInstantOffer, { instant_offer_id: await readOffer(two) });
    const gone = await two.person.call(goOffline, {});
    assert.deepEqual([gone.rider.online, gone.rider.active_jobs], [false, 1]);
    assert.equal((await send(two, -15.785)).recorded, true);
    const board = await admin(getInstantBoard, {});
    assert.deepEqual(
      board.riders.map(({ driver_id, online }) => [driver_id, online]),
      [[two.id, false]],
    );
    service.advance(90 * SECOND);
    assert.equal((await admin(getInstantBoard, {})).riders[0]?.position_age_s, 90);
    assert.equal((await send(one, -15.7)).recorded, false);
  });
});

describe("races", () => {
  test("one rider accepts two offers at once and has one job; capacity two allows stacked jobs", async () => {
    const setting = await setUp(1, { capacity: 1 });
    const { business, admin, fleet_id, rider } = setting;
    const orders = [await createOrder(business), await createOrder(business)];
    const ids: number[] = [];
    for (const { id } of orders) {
      await admin(dispatchInstantOrder, { order_id: id });
      await service.system.execute("update instant_offer set mode = 'all' where driver_id = $1", [rider.id]);
    }
    ids.push(...(await readOffers(rider)).map(({ id }) => id));
    assert.equal(ids.length, 2);
    const accept = () =>
      Promise.allSettled(
        ids.map((instant_offer_id) => rider.person.call(acceptInstantOffer, { instant_offer_id })),
      );
    assert.deepEqual((await accept()).map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    await admin(setInstantFleet, { fleet_id, ...RATES, capacity: 2 });
    assert.deepEqual(
      (await accept()).map(({ status }) => status),
      ["fulfilled", "fulfilled"],
    );
    assert.equal((await rider.person.call(listRiderJobs, { active: true })).total, 2);
  });

  test("an acceptance and a cancellation, and an acceptance and an expiry, at once: one of them", async () => {
    const setting = await setUp();
    const { business, admin, rider } = setting;
    for (let round = 0; round < 3; round += 1) {
      const order = await createOrder(business);
      await admin(dispatchInstantOrder, { order_id: order.id, driver_id: rider.id });
      const instant_offer_id = await readOffer(rider);
      await Promise.allSettled([
        rider.person.call(acceptInstantOffer, { instant_offer_id }),
        admin(cancelOrder, { order_id: order.id }),
      ]);
      await follow(business);
      assert.deepEqual(
        [await readStatus(order.id), (await readJob(business, order.id)).state],
        ["CANCELLED", "CANCELLED"],
      );
    }
    const order = await createOrder(business);
    await admin(dispatchInstantOrder, { order_id: order.id, driver_id: rider.id });
    const instant_offer_id = await readOffer(rider);
    service.advance(30 * SECOND);
    const [late] = await Promise.allSettled([
      rider.person.call(acceptInstantOffer, { instant_offer_id }),
      runDue(service.runtime),
    ]);
    assert.equal(late.status, "rejected");
    assert.equal((await readJob(business, order.id)).driver_id, null);
    // Steps sent twice at once: the goods are handed over and paid once.
    const { instant_job_id } = await accepted(setting);
    await Promise.all([1, 2, 3].map(() => rider.person.call(pickUp, { instant_job_id })));
    await Promise.all([1, 2, 3].map(() => rider.person.call(completeJob, { instant_job_id })));
    const earned = await rider.person.call(listRiderEarnings, { from: "2026-11-23", to: "2026-11-24" });
    assert.equal(
      earned.entries.filter((entry) => entry.job_id === instant_job_id && entry.kind === "base").length,
      1,
    );
  });
});

describe("when it goes otherwise", () => {
  test("cancelled at each step: the job ends, or the goods go back and the way is paid", async () => {
    const setting = await setUp();
    const { business, admin, rider } = setting;
    const call = rider.person.call;
    const cancel = async (order_id: number) => {
      await admin(cancelOrder, { order_id });
      await follow(business);
      return (await readJob(business, order_id)).state;
    };
    const offered = await createOrder(business);
    await admin(dispatchInstantOrder, { order_id: offered.id });
    const instant_offer_id = await readOffer(rider);
    assert.equal(await cancel(offered.id), "CANCELLED");
    const gone = await catchRefusal(call(acceptInstantOffer, { instant_offer_id }));
    assert.deepEqual([gone.error_code, /order_cancelled/.test(gone.message)], ["OFFER_WITHDRAWN", true]);

    const early = await accepted(setting);
    await admin(cancelOrder, { order_id: early.order.id });
    // Before the consumer has read it, the rider is notified too.
    assert.deepEqual(await catchCode(call(arriveAtPickup, early.own)), [409, "JOB_ENDED"]);
    await follow(business);
    assert.deepEqual((await call(getRiderJob, early.own)).job.pay, []);

    const waiting = await accepted(setting);
    await call(arriveAtPickup, waiting.own);
    service.advance(10 * MINUTE);
    assert.equal(await cancel(waiting.order.id), "CANCELLED");
    assert.deepEqual(
      (await call(getRiderJob, waiting.own)).job.pay.map(({ kind, amount_minor }) => [kind, amount_minor]),
      [
        ["base", 500],
        ["waiting", 5 * 30],
      ],
    );

    await send(rider, -15.78);
    const at_door = await accepted(setting);
    await call(pickUp, at_door.own);
    await call(arriveAtDropoff, at_door.own);
    assert.deepEqual(await catchCode(admin(cancelInstantJob, { order_id: at_door.order.id, reason: "x" })), [
      409,
      "GOODS_WITH_RIDER",
    ]);
    assert.equal(await cancel(at_door.order.id), "RETURN_REQUIRED");
    assert.deepEqual(await catchCode(call(completeJob, at_door.own)), [409, "GOODS_MUST_RETURN"]);
    const back = await call(returnGoods, at_door.own);
    assert.equal(back.job.state, "RETURNED");
    assert.equal(await readStatus(at_door.order.id), "RETURNED");
    const paid = Object.fromEntries(back.job.pay.map(({ kind, quantity }) => [kind, quantity]));
    assert.equal(paid["distance"], 2 * back.job.distance_m);
  });

  test("handed over while the network was lost and the customer cancelled: the delivery counts", async () => {
    const setting = await setUp();
    const { business, admin, rider } = setting;
    const { order, instant_job_id } = await accepted(setting);
    await rider.person.call(pickUp, { instant_job_id });
    service.advance(MINUTE);
    const occurred_at = service.now().toISOString();
    service.advance(MINUTE);
    await admin(cancelOrder, { order_id: order.id });
    await follow(business);
    const late = { instant_job_id, occurred_at, device_id: "phone", seq: 3 };
    assert.equal((await rider.person.call(completeJob, late)).job.state, "COMPLETED");
    assert.equal((await rider.person.call(completeJob, late)).job.state, "COMPLETED");
    assert.equal(await readStatus(order.id), "DELIVERED");
    assert.deepEqual(await readStates(business, "late_fact_conflict"), ["open"]);
  });

  test("a failed pickup ends the job, a failed delivery takes the goods back to the sender", async () => {
    const setting = await setUp();
    const { rider } = setting;
    const call = rider.person.call;
    const closed = await accepted(setting);
    assert.deepEqual(await catchCode(call(reportProblem, { ...closed.own, return_reason: "nonsense" })), [
      422,
      "UNKNOWN_REASON",
    ]);
    assert.deepEqual(
      await catchCode(call(reportProblem, { ...closed.own, return_reason: "recipient_refused" })),
      [422, "REASON_NOT_APPLICABLE"],
    );
    const other = await createOrder(setting.business);
    const dispatching = setting.admin(dispatchInstantOrder, { order_id: other.id, driver_id: rider.id });
    const busy = await catchRefusal(dispatching);
    assert.deepEqual([busy.error_code, /busy/.test(busy.message)], ["RIDER_UNAVAILABLE", true]);
    const failed = await call(reportProblem, {
      ...closed.own,
      return_reason: "address_incorrect",
      note: "shut",
    });
    assert.equal(failed.job.state, "CANCELLED");
    assert.equal(await readStatus(closed.order.id), "FAILED_ATTEMPT");

    const nobody = await accepted(setting);
    await call(pickUp, nobody.own);
    const turned = await call(reportProblem, {
      ...nobody.own,
      return_reason: "recipient_refused",
      note: "refused",
    });
    assert.equal(turned.job.state, "RETURN_REQUIRED");
    assert.equal(await readStatus(nobody.order.id), "RETURNING");
    assert.equal((await call(returnGoods, nobody.own)).job.state, "RETURNED");
    assert.equal(await readStatus(nobody.order.id), "RETURNED");
  });

  test("a job is given back, taken away, named to a rider and stopped; held orders are searched for again", async () => {
    const setting = await setUp(2);
    const { business, admin, riders } = setting;
    const [one, two] = riders as [Rider, Rider];
    const { order, instant_job_id } = await accepted(setting);
    await one.person.call(releaseJob, { instant_job_id, reason: "flat tyre" });
    assert.equal(await readStatus(order.id), "NEW_ORDER");
    assert.deepEqual([(await readOffers(one)).length, (await readOffers(two)).length], [0, 1]);
    await two.person.call(acceptInstantOffer, { instant_offer_id: await readOffer(two) });
    assert.deepEqual(await catchCode(admin(dispatchInstantOrder, { order_id: order.id })), [
      409,
      "JOB_UNDER_WAY",
    ]);
    await admin(reassignInstantJob, { order_id: order.id, driver_id: one.id, reason: "nearer" });
    assert.deepEqual(await catchCode(two.person.call(arriveAtPickup, { instant_job_id })), [
      404,
      "NOT_FOUND",
    ]);
    await one.person.call(acceptInstantOffer, { instant_offer_id: await readOffer(one) });
    await admin(cancelInstantJob, { order_id: order.id, reason: "van instead" });
    assert.deepEqual(
      [await readStatus(order.id), (await readJob(business, order.id)).state],
      ["NEW_ORDER", "CANCELLED"],
    );
    assert.deepEqual(await catchCode(admin(cancelInstantJob, { order_id: order.id, reason: "x" })), [
      409,
      "NO_JOB",
    ]);

    const held = await createOrder(business, { service: "instant" });
    await follow(business);
    await admin(holdOrder, { order_id: held.id, reason: "unpaid" });
    await follow(business);
    assert.partialDeepStrictEqual(await readJob(business, held.id), {
      state: "CANCELLED",
      reason: "order_unavailable",
    });
    await admin(releaseOrder, { order_id: held.id });
    await follow(business);
    assert.equal((await readJob(business, held.id)).state, "OFFERED");
  });
});

describe("Amounts at their bound", () => {
  const MOST = 2_147_483_647;
  for (const [name, rates, tip_minor] of [
    ["a tip", {}, MOST],
    ["a base", { base_minor: MOST }, 0],
    ["a rate per kilometre", { per_km_minor: MOST }, 0],
    ["a rate per minute of waiting", { per_waiting_minute_minor: MOST, free_waiting_minutes: 0 }, 0],
    ["all together", { base_minor: MOST, per_km_minor: MOST, per_waiting_minute_minor: MOST }, MOST],
  ] as const)
    test(`${name}: riders are asked, and the pay is added up`, async () => {
      const setting = await setUp(1, rates);
      const { business, admin, rider } = setting;
      const order = await createOrder(business);
      await admin(dispatchInstantOrder, { order_id: order.id, tip_minor });
      const [offer] = await readOffers(rider);
      assert.ok((offer?.pay_minor ?? 0) >= Math.max(500, tip_minor));
      const { job } = await rider.person.call(acceptInstantOffer, { instant_offer_id: offer?.id ?? 0 });
      const step = { instant_job_id: job.id };
      await rider.person.call(arriveAtPickup, step);
      service.advance(10 * MINUTE);
      await rider.person.call(pickUp, step);
      await rider.person.call(completeJob, step);
      const { totals } = await rider.person.call(listRiderEarnings, {
        from: "2026-11-01",
        to: "2026-11-30",
      });
      assert.ok((totals[0]?.amount_minor ?? 0) >= (offer?.pay_minor ?? 0));
      const stuck = await service.system.rows(
        "select kind, last_error from due where business_id = $1 and attempts > 0",
        [business.id],
      );
      assert.deepEqual(stuck, []);
    });
  for (const tip_minor of [MOST + 1, 1e12, Number.MAX_SAFE_INTEGER, -1, 0.5])
    test(`a tip of ${tip_minor} is refused, and changes nothing`, async () => {
      const { business, admin } = await setUp(1);
      const order = await createOrder(business);
      await admin(dispatchInstantOrder, { order_id: order.id });
      assert.deepEqual((await catchCode(admin(setInstantTip, { order_id: order.id, tip_minor })))[0], 422);
      assert.equal((await readJob(business, order.id)).tip_minor, 0);
    });
});
