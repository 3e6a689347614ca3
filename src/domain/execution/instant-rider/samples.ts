import { defineSamples, type Fixture, PLACE, type RecordIds } from "#tests/support/samples.ts";
import { acceptInstantOffer } from "./operations/accept-instant-offer.ts";
import { createInstantZone } from "./operations/create-instant-zone.ts";
import { dispatchInstantOrder } from "./operations/dispatch-instant-order.ts";
import { getRiderJob } from "./operations/get-rider-job.ts";
import { goOnline } from "./operations/go-online.ts";
import { pickUp } from "./operations/pick-up.ts";
import { reportProblem } from "./operations/report-problem.ts";
import { setInstantFleet } from "./operations/set-instant-fleet.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** With a pay list and a zone; the driver of the fixture is online. */
    instant_fleet: number;
    /** An order from place to place, without a job. */
    instant_order: number;
    /** The driver has the goods. */
    instant_job_with_goods: number;
    /** The driver takes the goods back. */
    instant_job_returning: number;
    /** The orders of these jobs. */
    instant_order_held: number;
    instant_order_with_goods: number;
    instant_order_returning: number;
    /** The order of another job that the driver has. */
    instant_order_under_way: number;
  }
}

const NEAR = 0.02;
const CORNERS = [
  { lat: PLACE.lat + NEAR, lng: PLACE.lng - NEAR },
  { lat: PLACE.lat + NEAR, lng: PLACE.lng + NEAR },
  { lat: PLACE.lat - NEAR, lng: PLACE.lng + NEAR },
  { lat: PLACE.lat - NEAR, lng: PLACE.lng - NEAR },
];
let sequence = 0;

const createOrder = async ({ business, place }: Fixture) =>
  (await business.order({ type: "P2P", pickup: place, dropoff: place })).id;

/** An offer to the driver that ends in no test. */
async function offer(fixture: Fixture, order_id: number): Promise<number> {
  await fixture.id("instant_fleet");
  const driver_id = fixture.people.driver.actor.driver_id ?? 0;
  const { job } = await fixture.people.client_admin.call(dispatchInstantOrder, { order_id, driver_id });
  const row = await fixture.service.system.row<{ id: number }>(
    "update instant_offer set mode = 'all', expires_at = now() + interval '300 days' where job_id = $1 returning id",
    [job.id],
  );
  return row?.id ?? 0;
}

async function take(fixture: Fixture, order_id: number): Promise<number> {
  const instant_offer_id = await offer(fixture, order_id);
  const { job } = await fixture.people.driver.call(acceptInstantOffer, { instant_offer_id });
  return job.id;
}

async function readOrderId({ people }: Fixture, instant_job_id: number): Promise<number> {
  return (await people.driver.call(getRiderJob, { instant_job_id })).job.order_id;
}

const photo = (i: RecordIds, order_id: number) => ({
  proofs: [{ kind: "photo", order_id, file_id: i.file_of_driver }],
});

export const samples = defineSamples({
  own_texts: ["expired_documents"],
  records: {
    async instant_fleet(fixture) {
      const { people, service } = fixture;
      const fleet_id = await fixture.id("fleet");
      const { call } = people.client_admin;
      await call(setInstantFleet, {
        fleet_id,
        base_minor: 500,
        per_km_minor: 100,
        per_waiting_minute_minor: 30,
        capacity: 10,
      });
      await call(createInstantZone, { fleet_id, name: fixture.unique_word, corners: CORNERS });
      await service.system.execute(
        `update driver set instant_deliver = true, lat = $2, lng = $3, position_at = now() + interval '300 days' where id = $1`,
        [people.driver.actor.driver_id, PLACE.lat, PLACE.lng],
      );
      await people.driver.call(goOnline, {});
      return fleet_id;
    },
    async instant_zone(fixture) {
      const fleet_id = await fixture.id("instant_fleet");
      sequence += 1;
      const name = `${fixture.unique_word} ${sequence}`;
      const { zone } = await fixture.people.client_admin.call(createInstantZone, {
        fleet_id,
        name,
        corners: CORNERS,
      });
      return zone.id;
    },
    async instant_order(fixture) {
      await fixture.id("instant_fleet");
      return createOrder(fixture);
    },
    // Open, to the driver.
    instant_offer: async (fixture) => offer(fixture, await createOrder(fixture)),
    // The driver has it.
    instant_job: async (fixture) => take(fixture, await createOrder(fixture)),
    instant_job_with_goods: async (fixture) => {
      const instant_job_id = await take(fixture, await createOrder(fixture));
      await fixture.people.driver.call(pickUp, { instant_job_id });
      return instant_job_id;
    },
    async instant_job_returning(fixture) {
      const instant_job_id = await take(fixture, await createOrder(fixture));
      await fixture.people.driver.call(pickUp, { instant_job_id });
      const return_reason = "recipient_refused";
      await fixture.people.driver.call(reportProblem, { instant_job_id, return_reason, note: "refused" });
      return instant_job_id;
    },
    instant_order_held: async (fixture) => readOrderId(fixture, await fixture.id("instant_job")),
    instant_order_with_goods: async (fixture) =>
      readOrderId(fixture, await fixture.id("instant_job_with_goods")),
    instant_order_returning: async (fixture) =>
      readOrderId(fixture, await fixture.id("instant_job_returning")),
    async instant_order_under_way(fixture) {
      const order_id = await createOrder(fixture);
      await take(fixture, order_id);
      return order_id;
    },
  },
  operations: {
    instantRiderOnline: { needs: ["instant_fleet"] },
    instantRiderOffers: { needs: ["instant_offer"] },
    instantRiderJobs: { needs: ["instant_job"] },
    instantRiderJobArrivedDropoff: {
      member_kinds: { instant_job_id: "instant_job_with_goods" },
    },
    instantRiderJobPickedUp: {
      inputs: [(i) => ({ ...photo(i, i.instant_order_held) })],
    },
    instantRiderJobComplete: {
      inputs: [
        (i) => ({ instant_job_id: i.instant_job_with_goods, ...photo(i, i.instant_order_with_goods) }),
      ],
    },
    instantRiderJobReturned: {
      inputs: [(i) => ({ instant_job_id: i.instant_job_returning, ...photo(i, i.instant_order_returning) })],
    },
    instantRiderJobProblem: {
      inputs: [
        (i) => ({
          instant_job_id: i.instant_job_with_goods,
          return_reason: "recipient_refused",
          note: "refused",
          ...photo(i, i.instant_order_with_goods),
        }),
      ],
    },
    instantRiderPositions: {
      needs: ["instant_fleet"],
      bulk_members: "a stream, of which nothing fails: accepted, duplicates",
    },
    clientInstantDispatch: {
      member_kinds: { order_id: "instant_order" },
    },
    clientInstantCancel: { inputs: [(i) => ({ order_id: i.instant_order_under_way, reason: "a van" })] },
    clientInstantReassign: {
      inputs: [
        (i) => ({ order_id: i.instant_order_under_way, reason: "nearer" }),
        (i) => ({ order_id: i.instant_order_under_way, driver_id: i.driver, reason: "nearer" }),
      ],
    },
    clientInstantTip: {
      inputs: [(i) => ({ order_id: i.instant_order_under_way, tip_minor: 200 })],
    },
    clientInstantJobs: {
      member_kinds: { order_id: "instant_order_under_way" },
    },
    clientInstantBoard: { needs: ["instant_job", "instant_offer"] },
    clientInstantFleets: { needs: ["instant_zone"] },
    clientInstantFleetSet: {
      inputs: [
        (i) => ({
          fleet_id: i.instant_fleet,
          base_minor: 500,
          per_km_minor: 100,
          per_waiting_minute_minor: 30,
          capacity: 10,
        }),
      ],
    },
    clientInstantZoneCreate: {
      inputs: [(i) => ({ fleet_id: i.instant_fleet, name: "Another zone", corners: CORNERS })],
    },
  },
});
