/** Warehouses, zones and bins, as responses show them. */
import Type from "typebox";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";

export const STATUSES = ["open", "closed"] as const;
export const ZONE_KINDS = ["receiving", "storage", "sorting", "staging", "returns", "quarantine"] as const;
export const BIN_KINDS = ["shelf", "pallet", "floor", "cage", "locker"] as const;

/** Printed on signs and in barcodes, so without spaces and in one case. */
export const Code = Type.String({
  pattern: "^[A-Z0-9][A-Z0-9._/-]{0,39}$",
  maxLength: 40,
  description: "Capital letters, digits and . _ / -",
});

export const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });

export const Warehouse = Type.Object(
  {
    id: Ref("warehouse"),
    code: Type.String(),
    name: Type.String(),
    place: Place,
    is_depot: Type.Boolean({ description: "Orders that name no other warehouse start here." }),
    status: StringEnum(STATUSES),
    created_at: Type.String({ format: "date-time" }),
    closed_at: Nullable(Type.String({ format: "date-time" })),
    version: Type.Integer(),
  },
  { $id: "Warehouse", "x-compact": ["warehouse_id from id", "..."] },
);

export const Zone = Type.Object(
  {
    id: Ref("zone"),
    warehouse_id: Ref("warehouse"),
    code: Type.String(),
    name: Type.String(),
    kind: StringEnum(ZONE_KINDS),
    status: StringEnum(STATUSES),
    version: Type.Integer(),
  },
  { $id: "WarehouseZone" },
);

const Limit = (unit: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: `${unit}; null for no limit.` }));

export const capacityMembers = {
  units_max: Limit("Pieces"),
  weight_g_max: Limit("Grams"),
  volume_cm3_max: Limit("Cubic centimetres"),
};

/** Where a person comes to it on the way through the warehouse. */
export const WalkOrder = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: "The order in which a person walks past the bins; the nearest bin has the nearest number.",
  }),
);

export const Bin = Type.Object(
  {
    id: Ref("bin"),
    warehouse_id: Ref("warehouse"),
    zone_id: Ref("zone"),
    code: Type.String(),
    kind: StringEnum(BIN_KINDS),
    ...capacityMembers,
    walk_order: WalkOrder,
    status: StringEnum(STATUSES),
    version: Type.Integer(),
  },
  { $id: "WarehouseBin" },
);
