import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-fleet-drivers.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { claimOffer } from "./operations/claim-offer.ts";
import { publishBoard } from "./operations/publish-board.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Planned, with an order and without a driver. */
    route_planned: number;
    /** Offered, and nobody has it. */
    route_offer: number;
    /** Claimed by the driver. */
    route_offer_held: number;
    /** Claimed by another driver of the fleet. */
    route_offer_taken: number;
  }
}

// Later than the shifts of the same driver, which are some weeks from now.
const DATE = "2028-02-01";
const OFFER_DATE = "2028-01-20";
let last = 0;
/** Days of claimed routes: one driver has one at a time. */
function nextDay(): string {
  last += 2;
  return new Date(Date.parse(`${DATE}T00:00:00Z`) + last * 86_400_000).toISOString().slice(0, 10);
}

async function planned(fixture: Fixture, date: string): Promise<number> {
  const order_ids = [await fixture.another("order")];
  return (await fixture.people.client_admin.call(createRoute, { order_ids, date })).route.id;
}

async function offered(fixture: Fixture, date: string): Promise<number> {
  const route_id = await planned(fixture, date);
  const fleet_id = await fixture.id("fleet");
  await fixture.people.client_admin.call(publishBoard, {
    fleet_id,
    date,
    route_ids: [route_id],
    note: fixture.unique_word,
  });
  return route_id;
}

export const samples = defineSamples({
  own_texts: ["ineligible_message"],
  records: {
    route_planned: (fixture) => planned(fixture, DATE),
    route_offer: (fixture) => offered(fixture, OFFER_DATE),
    route_offer_held: async (fixture) => {
      const route_id = await offered(fixture, nextDay());
      await fixture.people.driver.call(claimOffer, { route_id });
      return route_id;
    },
    route_offer_taken: async (fixture) => {
      const route_id = await offered(fixture, nextDay());
      const { id, person } = await fixture.business.driver({ name: fixture.unique_word });
      await fixture.people.client_admin.call(changeFleetDrivers, {
        fleet_id: await fixture.id("fleet"),
        add: [id],
      });
      await person.call(claimOffer, { route_id });
      return route_id;
    },
  },
  operations: {
    driverRouteOfferClaim: { member_kinds: { route_id: "route_offer" } },
    driverRouteOfferStandby: { member_kinds: { route_id: "route_offer_taken" } },
    driverRouteOfferStandbyLeave: { member_kinds: { route_id: "route_offer_taken" } },
    driverRouteOfferWithdraw: { member_kinds: { route_id: "route_offer_held" } },
    driverRouteOfferConfirm: { member_kinds: { route_id: "route_offer_held" } },
    driverRouteClaims: { needs: ["route_offer_held"] },
    clientRouteBoard: { inputs: [() => ({ date: DATE })], needs: ["route_planned"] },
    clientRouteBoardPublish: {
      inputs: [(i) => ({ date: DATE, route_ids: [i.route_planned] })],
    },
    clientRouteBoardClose: {
      inputs: [(i) => ({ date: OFFER_DATE, route_ids: [i.route_offer], reason: "Weather" })],
    },
    clientRouteBoardOverride: {
      inputs: [(i) => ({ route_id: i.route_offer, reason: "Knows the area" })],
    },
  },
});
