/** Schemas of drivers, their documents and inspections, and vehicles. */
import Type from "typebox";
import {
  CalendarDate,
  Count,
  Latitude,
  Longitude,
  Nullable,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";

export const DRIVER_STATUSES = ["pending", "active", "suspended"] as const;
export const DOCUMENT_KINDS = ["licence", "insurance", "background_check", "identity", "other"] as const;
export const DOCUMENT_STATUSES = ["submitted", "accepted", "refused"] as const;
export const VEHICLE_STATUSES = ["active", "maintenance", "retired"] as const;

export const Contact = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    phone: Type.String({ minLength: 3, maxLength: 50 }),
  },
  { $id: "EmergencyContact" },
);

export const DriverInfo = Type.Object(
  {
    id: Ref("driver"),
    account_id: Ref("account"),
    name: Type.String(),
    email: Type.String(),
    phone_e164: Nullable(Type.String()),
    status: StringEnum(DRIVER_STATUSES),
    contractor_id: Nullable(Ref("contractor")),
    vehicle_id: Nullable(Ref("vehicle")),
    languages: Type.Array(Type.String()),
    emergency_contact: Nullable(Contact),
    skills: Type.Array(Type.String()),
    home_lat: Nullable(Latitude),
    home_lng: Nullable(Longitude),
    instant_deliver: Type.Boolean(),
    warehouse_ids: Type.Array(Ref("warehouse"), {
      description: "Where the driver starts; empty: any warehouse.",
    }),
    duty: StringEnum(["on", "break", "off"]),
    duty_since: Nullable(Timestamp),
    is_invited: Type.Boolean({ description: "The driver has not chosen a password yet." }),
    version: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "DriverInfo" },
);

export const DriverInfoAnswer = Type.Object(
  { result: Type.Boolean(), version: Type.Integer(), driver: DriverInfo },
  { $id: "DriverInfoAnswer" },
);

export const DriverDocument = Type.Object(
  {
    id: Ref("document"),
    driver_id: Ref("driver"),
    kind: StringEnum(DOCUMENT_KINDS),
    number: Type.String(),
    expires_date: Nullable(CalendarDate),
    file_id: Nullable(Ref("file")),
    status: StringEnum(DOCUMENT_STATUSES),
    review_note: Nullable(Type.String()),
    reviewed_at: Nullable(Timestamp),
    created_at: Timestamp,
    expired: Type.Boolean({
      description: "Whether it has expired, by today's date in the time zone of the business.",
    }),
  },
  { $id: "DriverDocument" },
);

export const Defect = Type.Object(
  {
    part: Type.String({ minLength: 1, maxLength: 100, description: "Tyre, light, brake." }),
    severity: StringEnum(["minor", "major", "unsafe"]),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { $id: "VehicleDefect" },
);

export const Inspection = Type.Object(
  {
    id: NoRef("an inspection of a vehicle"),
    driver_id: Ref("driver"),
    vehicle_id: Nullable(Ref("vehicle")),
    odometer_km: Nullable(Count),
    defects: Type.Array(Defect),
    file_ids: Type.Array(Ref("file")),
    passed: Type.Boolean(),
    note: Type.String(),
    inspected_at: Timestamp,
    created_at: Timestamp,
  },
  { $id: "VehicleInspection" },
);

const Side_mm = Type.Integer({ minimum: 1, maximum: 30_000 });

/** Inside measures of where the goods stand; null when unknown. */
const space = {
  load_length_mm: Nullable(Side_mm),
  load_width_mm: Nullable(Side_mm),
  load_height_mm: Nullable(Side_mm),
};

const capacity = {
  capacity_weight_g: Nullable(Count),
  capacity_volume_cm3: Nullable(Count),
  capacity_units: Nullable(Count),
  capacity_pallets: Nullable(Count),
};

export const vehicleMembers = {
  name: Type.Optional(Type.String({ maxLength: 100 })),
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: "For example van, truck, bicycle; orders may require one.",
    }),
  ),
  capacity_weight_g: Type.Optional(capacity.capacity_weight_g),
  capacity_volume_cm3: Type.Optional(capacity.capacity_volume_cm3),
  capacity_units: Type.Optional(capacity.capacity_units),
  capacity_pallets: Type.Optional(capacity.capacity_pallets),
  load_length_mm: Type.Optional(space.load_length_mm),
  load_width_mm: Type.Optional(space.load_width_mm),
  load_height_mm: Type.Optional(space.load_height_mm),
  status: Type.Optional(StringEnum(VEHICLE_STATUSES)),
};

export const Vehicle = Type.Object(
  {
    id: Ref("vehicle"),
    plate: Type.String(),
    name: Type.String(),
    type: Type.String(),
    ...capacity,
    ...space,
    skills: Type.Array(Type.String()),
    status: StringEnum(VEHICLE_STATUSES),
    version: Type.Integer(),
  },
  {
    $id: "Vehicle",
    description:
      "A capacity of null means no limit. The load space is measured inside; null when it is unknown.",
  },
);

export const VehicleAnswer = Type.Object(
  { result: Type.Boolean(), version: Type.Integer(), vehicle: Vehicle },
  { $id: "VehicleAnswer" },
);
