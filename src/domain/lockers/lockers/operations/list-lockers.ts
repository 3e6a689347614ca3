/**
 * Where the lockers of the business are, and which sizes are free now. What is observed, nothing else: no code, no secret and
 * no forecast.
 */
import Type from "typebox";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { defineList, parameter } from "#operation/define/list.ts";
import { Latitude, Longitude, StringEnum } from "#vocabulary/basics.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { findPlace } from "../present.ts";
import type { CompartmentRow } from "../records/compartment.ts";
import { countFreeSizes, SIZES } from "../rules.ts";
import { PublicLocker } from "../shapes.ts";

export const listLockers = defineList({
  name: "lockers",
  summary: "List lockers with their free sizes",
  description: "For anybody who signed in. With `lat` and `lng` the nearest first, otherwise by name.",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/lockers" },
  localised: true,
  filters: {
    lat: parameter(Latitude),
    lng: parameter(Longitude),
    within_m: parameter(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: "At most so far away." }),
    ),
    size: parameter(StringEnum(SIZES)),
    free: parameter(
      Type.Boolean({ description: "Only lockers with a free compartment, of `size` where it is given." }),
    ),
  },
  rows: { lockers: Type.Array(PublicLocker) },
  refusals: { position_incomplete: "invalid" },

  async readAll({ db, business_id, refuse }, { lat, lng, within_m, size, free }) {
    if ((lat === undefined) !== (lng === undefined) || (within_m !== undefined && lat === undefined))
      throw refuse("position_incomplete", { message: messages.position_incomplete });
    const [devices, compartments] = await Promise.all([
      db.rows<DeviceRow>(
        `select * from locker_device where business_id = $1 and status in ('ONLINE', 'OFFLINE', 'MAINTENANCE') order by name, id`,
        [business_id],
      ),
      db.rows<CompartmentRow>("select * from locker_compartment where business_id = $1 and status = 'FREE'", [
        business_id,
      ]),
    ]);
    const by_device = Map.groupBy(compartments, ({ device_id }) => device_id);
    const from = lat === undefined || lng === undefined ? null : { lat, lng };
    const lockers = devices.map(({ id, kind, name, place, opening_hours, status, last_seen_at }) => {
      const free_sizes = status === "MAINTENANCE" ? [] : countFreeSizes(by_device.get(id) ?? []);
      const at = findPlace({ place });
      const { lat: to_lat, lng: to_lng } = at ?? {};
      const distance_m =
        from === null || typeof to_lat !== "number" || typeof to_lng !== "number"
          ? null
          : Math.round(straightLineKm(from, { lat: to_lat, lng: to_lng }) * 1000);
      return {
        locker_id: id,
        kind,
        name,
        place: at,
        opening_hours,
        is_online: status === "ONLINE",
        last_seen_at,
        free: free_sizes,
        distance_m,
      };
    });
    return lockers
      .filter((one) => within_m === undefined || (one.distance_m ?? Number.POSITIVE_INFINITY) <= within_m)
      .filter((one) => free !== true || one.free.some((of) => size === undefined || of.size === size))
      .sort((one, other) => (one.distance_m ?? 0) - (other.distance_m ?? 0));
  },
});
