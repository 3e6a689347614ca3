import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-drivers.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { defineSamples, type World } from "#tests/support/samples.ts";
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

const DATE = "2027-02-01";
const OFFER_DATE = "2027-01-20";
let last = 0;
/** Days of claimed routes: one driver has one at a time. */
function nextDay(): string {
  last += 2;
  return new Date(Date.parse(`${DATE}T00:00:00Z`) + last * 86_400_000).toISOString().slice(0, 10);
}

async function planned(world: World, date: string): Promise<number> {
  const order_ids = [await world.another("order")];
  return (await world.people.client_admin.call(createRoute, { order_ids, date })).route.id;
}

async function offered(world: World, date: string): Promise<number> {
  const route_id = await planned(world, date);
  const fleet_id = await world.id("fleet");
  await world.people.client_admin.call(publishBoard, {
    fleet_id,
    date,
    route_ids: [route_id],
    note: world.unique_word,
  });
  return route_id;
}

export const samples = defineSamples({
  records: {
    route_planned: (world) => planned(world, DATE),
    route_offer: (world) => offered(world, OFFER_DATE),
    route_offer_held: async (world) => {
      const route_id = await offered(world, nextDay());
      await world.people.driver.call(claimOffer, { route_id });
      return route_id;
    },
    route_offer_taken: async (world) => {
      const route_id = await offered(world, nextDay());
      const { id, person } = await world.t.driver({ name: world.unique_word });
      await world.people.client_admin.call(changeFleetDrivers, {
        fleet_id: await world.id("fleet"),
        add: [id],
      });
      await person.call(claimOffer, { route_id });
      return route_id;
    },
  },
  operations: {
    driverRouteOfferClaim: { inputs: [(i) => ({ route_id: i.route_offer })] },
    driverRouteOfferStandby: { inputs: [(i) => ({ route_id: i.route_offer_taken })] },
    driverRouteOfferStandbyLeave: { inputs: [(i) => ({ route_id: i.route_offer_taken })] },
    driverRouteOfferWithdraw: { inputs: [(i) => ({ route_id: i.route_offer_held })] },
    driverRouteOfferConfirm: { inputs: [(i) => ({ route_id: i.route_offer_held })] },
    driverRouteClaims: { needs: ["route_offer_held"] },
    clientRouteBoard: { inputs: [(i) => ({ fleet_id: i.fleet, date: DATE })], needs: ["route_planned"] },
    clientRouteBoardPublish: {
      inputs: [(i) => ({ fleet_id: i.fleet, date: DATE, route_ids: [i.route_planned] })],
    },
    clientRouteBoardClose: {
      inputs: [
        (i) => ({ fleet_id: i.fleet, date: OFFER_DATE, route_ids: [i.route_offer], reason: "Weather" }),
      ],
    },
    clientRouteBoardOverride: {
      inputs: [
        (i) => ({
          fleet_id: i.fleet,
          route_id: i.route_offer,
          driver_id: i.driver,
          reason: "Knows the area",
        }),
      ],
    },
  },
});
