/** The events of the warehouse app. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";

const scope = "wms:read";
const parcel = groupEvents({ record_kinds: ["parcel"], scope });
const route = groupEvents({ record_kinds: ["route"], scope });

export const events = defineEvents(
  {
    "wms.parcel_sorted": parcel(
      "A parcel was put into the lane of its route.",
      { order_id: Id, route_id: Id, warehouse_id: Id, lane: Type.Integer() },
      { public_types: ["wms.sorted"] },
    ),
    "wms.parcel_misplaced": parcel(
      "A parcel was scanned where it does not belong.",
      {
        order_id: Id,
        warehouse_id: Nullable(Id),
        route_id: Nullable(Id),
        problem: StringEnum(["no_route", "wrong_warehouse", "not_here", "wrong_lane", "set_aside"]),
      },
      { public_types: ["wms.misplaced"] },
    ),
    "wms.lane_changed": route("A route got a lane in the sorting of its warehouse.", {
      warehouse_id: Id,
      lane: Type.Integer(),
    }),
    "wms.parcels_loaded": route(
      "Parcels were loaded onto their route at the warehouse.",
      { parcel_ids: Type.Array(Id) },
      { public_types: ["wms.loaded"] },
    ),
    "wms.parcel_refused": route(
      "A parcel of another route was scanned while a route was loaded.",
      { parcel_id: Id, order_id: Id, belongs_route_id: Nullable(Id) },
      { public_types: ["wms.misplaced"] },
    ),
    "wms.route_sealed": route(
      "The load of a route was checked at the warehouse and sealed.",
      { missing: Type.Integer() },
      { public_types: ["wms.sealed"] },
    ),
  },
  {
    "wms.sorted": "A parcel was put into the lane of its route.",
    "wms.misplaced": "A parcel was scanned where it does not belong.",
    "wms.loaded": "Parcels were loaded onto their route at the warehouse.",
    "wms.sealed": "The load of a route was checked at the warehouse and sealed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
