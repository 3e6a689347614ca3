/** Schemas of drivers, their documents and inspections, and vehicles. */
import Type from "typebox";
import {
  CalendarDate,
  Count,
  Id,
  Latitude,
  Longitude,
  Nullable,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import type { DriverRow } from "./tables.ts";

const DRIVER_STATUSES = ["pending", "active", "suspended"] as const;
export const DOCUMENT_KINDS = ["licence", "insurance", "background_check", "identity", "other"] as const;
const DOCUMENT_STATUSES = ["submitted", "accepted", "refused"] as const;
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
    id: Id,
    account_id: Id,
    name: Type.String(),
    email: Type.String(),
    phone_e164: Nullable(Type.String()),
    status: StringEnum(DRIVER_STATUSES),
    contractor_id: Nullable(Id),
    vehicle_id: Nullable(Id),
    languages: Type.Array(Type.String()),
    emergency_contact: Nullable(Contact),
    skills: Type.Array(Type.String()),
    home_lat: Nullable(Latitude),
    home_lng: Nullable(Longitude),
    instant_deliver: Type.Boolean(),
    warehouse_ids: Type.Array(Id, { description: "Where the driver starts; empty: any warehouse." }),
    duty: StringEnum(["on", "break", "off"]),
    duty_since: Nullable(Timestamp),
    version: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "DriverInfo" },
);

export const DriverInfoAnswer = Type.Object(
  { result: Type.Boolean(), version: Type.Integer(), driver: DriverInfo },
  { $id: "DriverInfoAnswer" },
);

export function buildDriverInfoResponse(driver: DriverRow) {
  return { result: true, version: driver.version, driver };
}

export const DriverDocument = Type.Object(
  {
    id: Id,
    driver_id: Id,
    kind: StringEnum(DOCUMENT_KINDS),
    number: Type.String(),
    expires_date: Nullable(CalendarDate),
    file_id: Nullable(Id),
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

export interface DocumentRow {
  id: number;
  business_id: number;
  driver_id: number;
  kind: (typeof DOCUMENT_KINDS)[number];
  number: string;
  expires_date: string | null;
  file_id: number | null;
  status: (typeof DOCUMENT_STATUSES)[number];
  review_note: string | null;
  reviewed_by: number | null;
  reviewed_at: string | null;
  created_at: string;
}

export const DOCUMENT_COLUMNS = `id, business_id, driver_id, kind, number, expires_date, file_id, status, review_note, reviewed_by,
  reviewed_at, created_at`;

export function buildDocumentView(document: DocumentRow, today: string) {
  return { ...document, expired: document.expires_date !== null && document.expires_date < today };
}

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
    id: Id,
    driver_id: Id,
    vehicle_id: Nullable(Id),
    odometer_km: Nullable(Count),
    defects: Type.Array(Defect),
    file_ids: Type.Array(Id),
    passed: Type.Boolean(),
    note: Type.String(),
    inspected_at: Timestamp,
    created_at: Timestamp,
  },
  { $id: "VehicleInspection" },
);

export interface InspectionRow {
  id: number;
  driver_id: number;
  vehicle_id: number | null;
  odometer_km: number | null;
  defects: { part: string; severity: "minor" | "major" | "unsafe"; note?: string }[];
  file_ids: number[];
  passed: boolean;
  note: string;
  inspected_at: string;
  created_at: string;
}

export const INSPECTION_COLUMNS =
  "id, driver_id, vehicle_id, odometer_km, defects, file_ids, passed, note, inspected_at, created_at";

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
    id: Id,
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

export interface VehicleRow {
  id: number;
  business_id: number;
  plate: string;
  name: string;
  type: string;
  capacity_weight_g: number | null;
  capacity_volume_cm3: number | null;
  capacity_units: number | null;
  capacity_pallets: number | null;
  load_length_mm: number | null;
  load_width_mm: number | null;
  load_height_mm: number | null;
  skills: string[];
  status: (typeof VEHICLE_STATUSES)[number];
  version: number;
}

export const VEHICLE_COLUMNS = `id, business_id, plate, name, type, capacity_weight_g, capacity_volume_cm3, capacity_units,
  capacity_pallets, load_length_mm, load_width_mm, load_height_mm, skills, status, version`;

export const VehicleAnswer = Type.Object(
  { result: Type.Boolean(), version: Type.Integer(), vehicle: Vehicle },
  { $id: "VehicleAnswer" },
);

declare module "#platform/db/tables.ts" {
  interface Tables {
    driver_document: DocumentRow;
    driver_inspection: InspectionRow;
    vehicle: VehicleRow;
  }
}
