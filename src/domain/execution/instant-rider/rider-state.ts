/** The state of a rider, as the rider app shows it. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Count, Currency, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findRider } from "./records/rider.ts";
import { ACTIVE_STATES } from "./rules.ts";
import { EXPIRED_DOCUMENTS } from "./search.ts";
import { RiderPosition } from "./shapes.ts";

export const RiderState = Type.Object(
  {
    driver_id: Ref("driver"),
    granted: Type.Boolean({ description: "Instant Deliver is granted, and you are active." }),
    online: Type.Boolean(),
    online_since: Nullable(Timestamp),
    position: Nullable(RiderPosition),
    fleet_id: Nullable(Ref("fleet")),
    zones: Type.Array(Type.Object({ id: Ref("instant_zone"), name: Type.String() })),
    capacity: Count,
    active_jobs: Count,
    open_offers: Count,
    expired_documents: Type.Array(Type.String(), { description: "Kinds of documents that have expired." }),
    currency: Currency,
  },
  { $id: "InstantRiderState" },
);

interface StateRow {
  instant_deliver: boolean;
  status: string;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
  fleet_id: number | null;
  capacity: number | null;
  active_jobs: number;
  open_offers: number;
  expired_documents: string[];
}

export async function loadRiderState(
  context: Pick<Context, "db" | "business_id" | "business" | "now">,
  driver_id: number,
): Promise<Type.Static<typeof RiderState>> {
  const { db, business_id, business, now } = context;
  const today = toLocalDate(now, business.time_zone);
  const [rider, row, zones] = await Promise.all([
    findRider(context, driver_id),
    db.row<StateRow>(
      `select d.instant_deliver, d.status, d.lat, d.lng, d.position_at, i.fleet_id, i.capacity,
         (select count(*) from instant_job j where j.business_id = $1 and j.driver_id = d.id and j.state = any($3::text[])) as active_jobs,
         (select count(*) from instant_offer o where o.business_id = $1 and o.driver_id = d.id and o.state = 'OFFERED'
            and o.expires_at > $5) as open_offers,
         array(${EXPIRED_DOCUMENTS} < $4::date order by e.kind) as expired_documents
       from driver d left join fleet_driver m on m.business_id = $1 and m.driver_id = d.id
         left join fleet f on f.business_id = $1 and f.id = m.fleet_id and f.status = 'active'
         left join instant_fleet i on i.business_id = $1 and i.fleet_id = f.id
        where d.business_id = $1 and d.id = $2`,
      [business_id, driver_id, ACTIVE_STATES, today, now],
    ),
    db.rows<{ id: number; name: string }>(
      `select z.id, z.name from fleet_driver m join instant_zone z on z.business_id = $1 and z.fleet_id = m.fleet_id
        where m.business_id = $1 and m.driver_id = $2 order by z.name, z.id`,
      [business_id, driver_id],
    ),
  ]);
  if (row === undefined) throw new Error("A caller's profile has its row.");
  const { lat, lng, position_at: at } = row;
  return {
    driver_id,
    granted: row.instant_deliver && row.status === "active",
    online: rider?.is_online ?? false,
    online_since: rider?.is_online ? rider.online_since : null,
    position: lat !== null && lng !== null && at !== null ? { lat, lng, at } : null,
    fleet_id: row.fleet_id,
    zones: row.fleet_id === null ? [] : zones,
    capacity: row.capacity ?? 0,
    active_jobs: row.active_jobs,
    open_offers: row.open_offers,
    expired_documents: row.expired_documents,
    currency: business.currency,
  };
}
