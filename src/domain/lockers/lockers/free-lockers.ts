/** Where lockers are, and what is free there now. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import { findPlace } from "./present.ts";
import type { CompartmentRow } from "./records/compartment.ts";
import { countFreeSizes, findSizeFor, fitsInto, type Measures, type Size } from "./rules.ts";
import type { PublicLocker } from "./shapes.ts";

/** Lockers that are provisioned, by name, or the nearest first. Compartments without room for what has to fit do not count. */
export async function listFreeLockers(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { from = null, item }: { from?: { lat: number; lng: number } | null; item?: Measures } = {},
): Promise<PublicLocker[]> {
  const [devices, compartments] = await Promise.all([
    db.rows<DeviceRow>(
      `select * from locker_device where business_id = $1 and status in ('ONLINE', 'OFFLINE', 'MAINTENANCE') order by name, id`,
      [business_id],
    ),
    db.rows<CompartmentRow>("select * from locker_compartment where business_id = $1 and status = 'FREE'", [
      business_id,
    ]),
  ]);
  const fitting = compartments.filter((one) => item === undefined || fitsInto(item, one));
  const by_device = Map.groupBy(fitting, ({ device_id }) => device_id);
  const lockers = devices.map((device) => {
    const { id, kind, name, place, opening_hours, status, last_seen_at } = device;
    const at = findPlace({ place });
    const { lat, lng } = at ?? {};
    const has_distance = from !== null && typeof lat === "number" && typeof lng === "number";
    return {
      locker_id: id,
      kind,
      name,
      place: at,
      opening_hours,
      is_online: status === "ONLINE",
      last_seen_at,
      free: status === "MAINTENANCE" ? [] : countFreeSizes(device, by_device.get(id) ?? []),
      distance_m: has_distance ? Math.round(straightLineKm(from, { lat, lng }) * 1000) : null,
    };
  });
  return lockers.toSorted((one, other) => (one.distance_m ?? 0) - (other.distance_m ?? 0));
}

/** The smallest size in which something fits, free or not; null where no compartment in service has the room. */
export async function findFittingSize(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  item: Measures,
): Promise<Size | null> {
  const compartments = await db.rows<CompartmentRow>(
    "select * from locker_compartment where business_id = $1 and status <> 'OUT_OF_SERVICE'",
    [business_id],
  );
  return findSizeFor(compartments, item);
}
