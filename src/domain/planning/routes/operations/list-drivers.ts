/** Drivers of the business with their vehicles. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

const DRIVER_STATUSES = ["pending", "active", "suspended"] as const;

const DriverSummary = Type.Object(
  {
    id: Ref("driver"),
    name: Type.String(),
    email: Type.String(),
    phone: Nullable(Type.String()),
    status: StringEnum(DRIVER_STATUSES),
    duty: StringEnum(["on", "break", "off"] as const),
    contractor_id: Nullable(Ref("contractor")),
    skills: Type.Array(Type.String()),
    instant_deliver: Type.Boolean(),
    position: Nullable(Type.Object({ lat: Type.Number(), lng: Type.Number(), at: Nullable(Timestamp) })),
    vehicle: Nullable(
      Type.Object({
        id: Ref("vehicle"),
        plate: Type.String(),
        name: Type.String(),
        type: Type.String(),
        status: Type.String(),
        capacity_units: Nullable(Count),
        capacity_weight_g: Nullable(Count),
        capacity_volume_cm3: Nullable(Count),
        capacity_pallets: Nullable(Count),
      }),
    ),
  },
  {
    $id: "DriverSummary",
    "x-compact": [
      "driver_id from id",
      "name",
      "phone",
      "status",
      "duty",
      "contractor_id",
      "skills",
      "position",
      "vehicle",
    ],
  },
);

interface Row {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  status: (typeof DRIVER_STATUSES)[number];
  duty: "on" | "break" | "off";
  contractor_id: number | null;
  skills: string[];
  instant_deliver: boolean;
  lat: number | null;
  lng: number | null;
  position_at: string | null;
  vehicle: Record<string, never> | null;
}

export const listDrivers = defineList({
  name: "clientDrivers",
  summary: "List drivers",
  description: "With their vehicle, duty and last position. A contractor sees only its own drivers.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/drivers" },
  mcp: { user: "get_drivers" },
  filters: {
    status: filter(StringEnum(DRIVER_STATUSES)),
    name: filter(Type.String({ minLength: 1, maxLength: 100, description: "Part of the name." }), {
      where: "strpos(lower(d.name), $name) > 0",
      value: (name) => name.toLowerCase(),
    }),
  },
  rows: { drivers: Type.Array(DriverSummary) },
  from: "driver d",
  select: `select d.id, d.name, d.email, d.phone_e164 as phone, d.status, d.duty, d.contractor_id, d.skills, d.instant_deliver,
      d.lat, d.lng, d.position_at,
      case when v.id is null then null else json_build_object('id', v.id, 'plate', v.plate, 'name', v.name, 'type', v.type,
        'status', v.status, 'capacity_units', v.capacity_units, 'capacity_weight_g', v.capacity_weight_g,
        'capacity_volume_cm3', v.capacity_volume_cm3, 'capacity_pallets', v.capacity_pallets) end as vehicle
    from driver d left join vehicle v on v.business_id = d.business_id and v.id = d.vehicle_id`,
  where: "$contractor_id::bigint is null or d.contractor_id = $contractor_id",
  order: "d.name, d.id",
  values: ({ actor }) => ({
    contractor_id: actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null,
  }),
  build: ({ lat, lng, position_at, ...driver }: Row) => ({
    ...driver,
    vehicle: driver.vehicle as never,
    position: lat === null || lng === null ? null : { lat, lng, at: position_at },
  }),
});
