/** Riders who are online in a zone, and jobs that they have accepted. */
import { acceptInstantOffer } from "#domain/execution/instant-rider/operations/accept-instant-offer.ts";
import { createInstantZone } from "#domain/execution/instant-rider/operations/create-instant-zone.ts";
import { dispatchInstantOrder } from "#domain/execution/instant-rider/operations/dispatch-instant-order.ts";
import { goOnline } from "#domain/execution/instant-rider/operations/go-online.ts";
import { listInstantOffers } from "#domain/execution/instant-rider/operations/list-instant-offers.ts";
import { sendRiderPositions } from "#domain/execution/instant-rider/operations/send-rider-positions.ts";
import { setInstantFleet } from "#domain/execution/instant-rider/operations/set-instant-fleet.ts";
import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-fleet-drivers.ts";
import { createFleet } from "#domain/fleet/fleets/operations/create-fleet.ts";
import { runConsumer } from "./consumers.ts";
import type { TestBusiness, testService } from "./service.ts";

type Service = Awaited<ReturnType<typeof testService>>;
export type Rider = Awaited<ReturnType<TestBusiness["driver"]>>;

export const PICKUP = {
  ...{ name: "Padaria Central", line1: "CLS 104 Bloco B", city: "Brasília", country: "BR" },
  ...{ lat: -15.78, lng: -47.88, phone: "+5561999990001", instructions: "Ask at the counter" },
};
export const DROPOFF = {
  ...{ name: "Clara Dias", line1: "Quadra 9 Casa 3", city: "Brasília", country: "BR" },
  ...{ lat: -15.8, lng: -47.9, phone: "+5561999990002", instructions: "Second gate, dog in the yard" },
};
/** Of the zone. */
export const CORNERS = [
  { lat: -15.7, lng: -48 },
  { lat: -15.7, lng: -47.8 },
  { lat: -15.9, lng: -47.8 },
  { lat: -15.9, lng: -48 },
];
const RATES = { base_minor: 500, per_km_minor: 100, per_waiting_minute_minor: 30, free_waiting_minutes: 5 };

/** Granted riders of a fleet with a zone. */
export async function createRiders(service: Service, business: TestBusiness, count: number) {
  const admin = business.as("client_admin");
  const { fleet_id } = await admin(createFleet, { name: "Centre" });
  await admin(setInstantFleet, { fleet_id, ...RATES, capacity: 5 });
  await admin(createInstantZone, { fleet_id, name: "Plano Piloto", corners: CORNERS });
  const riders: Rider[] = [];
  for (let index = 0; index < count; index += 1)
    riders.push(await business.driver({ name: `Rider ${index + 1}` }));
  await service.system.execute("update driver set instant_deliver = true where business_id = $1", [
    business.id,
  ]);
  await admin(changeFleetDrivers, { fleet_id, add: riders.map(({ id }) => id) });
  for (const { person } of riders) {
    await person.call(goOnline, {});
    await person.call(sendRiderPositions, {
      device_id: "setting",
      positions: [{ seq: 1, at: service.now().toISOString(), lat: PICKUP.lat, lng: PICKUP.lng }],
    });
  }
  return riders;
}

/** An order that was offered to a rider by name. */
export async function offerTo(business: TestBusiness, { id }: Rider, draft: Record<string, unknown> = {}) {
  const order = await business.order({ type: "P2P", pickup: PICKUP, dropoff: DROPOFF, ...draft });
  await business.as("client_admin")(dispatchInstantOrder, { order_id: order.id, driver_id: id });
  return order;
}

/** The rider takes what is offered. */
export async function acceptOffer({ person }: Rider): Promise<number> {
  const [offer] = (await person.call(listInstantOffers, {})).offers;
  if (offer === undefined) throw new Error("Nothing is offered.");
  return (await person.call(acceptInstantOffer, { instant_offer_id: offer.id })).job.id;
}

export async function createJob(business: TestBusiness, rider: Rider, draft: Record<string, unknown> = {}) {
  const order = await offerTo(business, rider, draft);
  return { order, instant_job_id: await acceptOffer(rider) };
}

/** The consumers of the family read the events of a business, as they do behind the service. */
export async function followInstantOrders(business: TestBusiness): Promise<void> {
  for (const name of ["instant-rider.follow-orders", "instant-rider.search-again"])
    await runConsumer(business, name);
}
