/**
 * Where the lockers of the business are, and which sizes are free now. What is observed, nothing else: no code, no secret and
 * no forecast.
 */
import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { Latitude, Longitude, StringEnum } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { listFreeLockers } from "../free-lockers.ts";
import { messages } from "../messages.ts";
import { SIZES } from "../rules.ts";
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

  async readAll(context, { lat, lng, within_m, size, free }) {
    if ((lat === undefined) !== (lng === undefined) || (within_m !== undefined && lat === undefined))
      throw context.refuse("position_incomplete", { message: messages.position_incomplete });
    const from = lat === undefined || lng === undefined ? null : { lat, lng };
    const lockers = await listFreeLockers(context, { from });
    return lockers
      .filter((one) => within_m === undefined || (one.distance_m ?? Number.POSITIVE_INFINITY) <= within_m)
      .filter((one) => free !== true || one.free.some((of) => size === undefined || of.size === size));
  },
});
