/** Inputs that several operations of the warehouse app have. */
import Type from "typebox";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const OutboundParcel = Type.Object(
  { parcel_id: Ref("parcel"), order_id: Ref("order"), tracking_number: Type.String() },
  { $id: "OutboundParcel" },
);

export const Outbound = Type.Object({
  result: Type.Boolean(),
  route_id: Ref("route"),
  route_number: Type.String(),
  status: Type.String(),
  lane: Nullable(Type.Integer()),
  complete: Type.Boolean({ description: "True when nothing is missing." }),
  loaded: Type.Array(OutboundParcel),
  missing: Type.Array(OutboundParcel),
  seal: Nullable(Type.String()),
  sealed_at: Nullable(Timestamp),
});

export const SortLane = Type.Object(
  {
    route_id: Ref("route"),
    route_number: Type.String(),
    status: Type.String(),
    driver_name: Nullable(Type.String()),
    planned_start_at: Nullable(Timestamp),
    lane: Nullable(Type.Integer({ description: "Null until the first parcel of the day is sorted." })),
    expected: Type.Integer({ description: "Parcels of the route." }),
    here: Type.Integer({ description: "Of these, at the warehouse." }),
    sorted: Type.Integer(),
    loaded: Type.Integer(),
  },
  { $id: "SortLane" },
);
