/**
 * Instant deliveries of the demo: a zone around the centre, two riders online, one with a job and one with an offer. Made by the
 * operations that people use.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";

const ZONE = "America/Sao_Paulo";

const CORNERS = [
  { lat: -15.72, lng: -47.95 },
  { lat: -15.72, lng: -47.83 },
  { lat: -15.86, lng: -47.83 },
  { lat: -15.86, lng: -47.95 },
];
const JOBS = [
  {
    ref: "INST-1",
    pickup: { name: "Padaria Central", line1: "CLS 104 Bloco B", lat: -15.8091, lng: -47.8893 },
    dropoff: { name: "Ana Prado", line1: "SQS 308 Bloco C", lat: -15.8195, lng: -47.9032 },
    rider: { lat: -15.8042, lng: -47.8861 },
  },
  {
    ref: "INST-2",
    pickup: { name: "Farmácia Norte", line1: "CLN 205 Bloco A", lat: -15.7712, lng: -47.8826 },
    dropoff: { name: "Rui Lima", line1: "SQN 410 Bloco F", lat: -15.7604, lng: -47.8729 },
    rider: { lat: -15.7761, lng: -47.8853 },
  },
] as const;

/** After the fleet, whose riders they are. */
export async function createInstantDeliveries(runtime: Runtime): Promise<void> {
  const db = systemDb(runtime.pools.system);
  const demo_rows = await db.row<{ id: number; admin: number; fleet_id: number | null; is_made: boolean }>(
    `select b.id, (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       (select id from fleet where business_id = b.id order by id limit 1) as fleet_id,
       exists (select from instant_fleet where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made || demo_rows.fleet_id === null) return;
  const { fleet_id } = demo_rows;
  const riders = await db.rows<{ account_id: number; driver_id: number }>(
    `select a.id as account_id, d.id as driver_id from driver d
       join fleet_driver m on m.business_id = d.business_id and m.driver_id = d.id and m.fleet_id = $2
       join account a on a.business_id = d.business_id and a.driver_id = d.id
      where d.business_id = $1 and d.instant_deliver order by d.id limit $3`,
    [demo_rows.id, fleet_id, JOBS.length],
  );
  const staff = await callAs(runtime, demo_rows.admin);
  await staff("clientInstantFleetSet", {
    fleet_id,
    base_minor: 600,
    per_km_minor: 180,
    per_waiting_minute_minor: 40,
  });
  await staff("clientInstantZoneCreate", {
    fleet_id,
    name: "Plano Piloto",
    corners: CORNERS,
  });
  // The orders of today are those of the day that is planned.
  const scheduled_date = addDays(toLocalDate(runtime.now(), ZONE), 1);
  for (const [index, job] of JOBS.entries()) {
    const rider = riders[index];
    if (rider === undefined) return;
    const callAsRider = await callAs(runtime, rider.account_id);
    await callAsRider("instantRiderOnline", {});
    await callAsRider("instantRiderPositions", {
      device_id: "demo",
      positions: [{ seq: 1, at: runtime.now().toISOString(), ...job.rider }],
    });
    const city = { city: "Brasília", country: "BR" };
    const order = await staff("clientOrderCreate", {
      type: "P2P",
      ref: job.ref,
      scheduled_date,
      pickup: { ...job.pickup, ...city },
      dropoff: { ...job.dropoff, ...city },
    });
    const dispatch = await staff("clientInstantDispatch", {
      order_id: order?.order_id,
      driver_id: rider.driver_id,
      tip_minor: 300,
    });
    // The second offer stays unanswered: in half a minute the search goes on.
    if (index > 0) continue;
    const accepted = await callAsRider("instantRiderOfferAccept", {
      instant_offer_id: dispatch?.job?.open_offers?.[0]?.id,
    });
    await callAsRider("instantRiderJobArrivedPickup", { instant_job_id: accepted?.job?.id });
  }
}
