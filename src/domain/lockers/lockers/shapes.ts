/** Lockers, compartments and reservations as they are sent and returned. */
import Type, { type Static } from "typebox";
import { DEVICE_KINDS, DEVICE_STATUSES } from "#domain/lockers/devices/public.ts";
import { Latitude, Longitude, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import {
  COMPARTMENT_STATUSES,
  CONTENTS,
  DOORS,
  PURPOSES,
  REASONS,
  RESERVATION_STATUSES,
  SIZES,
} from "./rules.ts";

const TimeOfDay = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$", maxLength: 5 });
export const OpeningHours = Type.Record(
  Type.String({ pattern: "^[1-7]$" }),
  Type.Array(Type.Array(TimeOfDay, { minItems: 2, maxItems: 2 }), { maxItems: 4 }),
  {
    maxProperties: 7,
    description:
      "By ISO weekday, `1` Monday: pairs of `HH:MM` in the business's time zone. Days that are absent are closed.",
  },
);

export const LockerName = Type.String({ minLength: 1, maxLength: 120 });
const SizeName = StringEnum(SIZES);

/** What the free compartments of a locker are, by size: sizes without one are absent. */
export const FreeBySize = Type.Array(
  Type.Object({ size: SizeName, free: Type.Integer({ minimum: 1 }) }, { $id: "FreeCompartments" }),
);

/** What everybody may know of a locker: what is observed now. */
export const PublicLocker = Type.Object(
  {
    locker_id: Ref("locker_device"),
    kind: StringEnum(DEVICE_KINDS),
    name: Type.String(),
    place: Nullable(Place),
    opening_hours: Nullable(OpeningHours),
    is_online: Type.Boolean(),
    last_seen_at: Nullable(Timestamp),
    free: FreeBySize,
    distance_m: Nullable(Type.Integer({ minimum: 0, description: "From `lat`, `lng`, in a straight line." })),
  },
  { $id: "PublicLocker" },
);
export type PublicLocker = Static<typeof PublicLocker>;

export const Locker = Type.Object(
  {
    id: Ref("locker_device"),
    version: Type.Integer(),
    kind: StringEnum(DEVICE_KINDS),
    serial: Type.String(),
    name: Type.String(),
    place: Nullable(Place),
    opening_hours: Nullable(OpeningHours),
    status: StringEnum(DEVICE_STATUSES),
    status_since: Timestamp,
    is_provisioned: Type.Boolean(),
    model: Type.String(),
    firmware: Type.String(),
    connectivity: StringEnum(["unknown", "http", "mqtt"]),
    last_seen_at: Nullable(Timestamp),
    queued_operations: Type.Integer({ description: "Operations that the device had not sent yet." }),
    clock_offset_ms: Nullable(Type.Integer({ description: "Its clock minus the service's." })),
    battery_percent: Nullable(Type.Integer()),
    created_at: Timestamp,
  },
  { $id: "Locker" },
);
export const LockerAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  locker: Locker,
});

export const Millimetres = Type.Integer({ minimum: 1, maximum: 5000, description: "Inside, millimetres." });
export const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 });

export const Note = Type.String({ minLength: 1, maxLength: 500, description: "For the log." });
export const SeenContents = StringEnum(["EMPTY", "FULL"], { description: "What a person saw in it." });

export const Compartment = Type.Object(
  {
    id: Ref("locker_compartment"),
    version: Type.Integer(),
    code: Type.String({ description: "Written on the door." }),
    size: SizeName,
    width_mm: Millimetres,
    height_mm: Millimetres,
    depth_mm: Millimetres,
    wall_column: Type.Integer({ description: "From the left, 1 first." }),
    wall_row: Type.Integer({ description: "From above, 1 first." }),
    status: StringEnum(COMPARTMENT_STATUSES),
    status_since: Timestamp,
    reason: Nullable(StringEnum(REASONS)),
    door: StringEnum(DOORS),
    close_by: Nullable({ ...Timestamp, description: "An open door is left open from then on." }),
    contents: StringEnum(CONTENTS),
    observed_at: Nullable(Timestamp),
    temperature_c: Nullable(Type.Number()),
    fault_code: Nullable(Type.String()),
    tags: Tags,
    waits_for_device: Type.Boolean({
      description:
        "It is free, and not granted before its device has confirmed that it accepts no earlier code there.",
    }),
    reservation_id: Nullable(Ref("locker_reservation")),
    can_open: Type.Boolean(),
    can_check: Type.Boolean(),
    can_take_out: Type.Boolean(),
    can_return: Type.Boolean(),
  },
  { $id: "LockerCompartment" },
);
export const CompartmentAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  compartment: Compartment,
});

export const Reservation = Type.Object(
  {
    id: Ref("locker_reservation"),
    version: Type.Integer(),
    locker_id: Ref("locker_device"),
    locker_name: Type.String(),
    compartment_id: Ref("locker_compartment"),
    compartment_code: Type.String(),
    compartment_status: StringEnum(COMPARTMENT_STATUSES),
    size: SizeName,
    purpose: StringEnum(PURPOSES),
    subject_type: Nullable(
      Type.String({ description: "What it is for; null where the caller holds it for itself." }),
    ),
    subject_id: Nullable(NoRef("the record of `subject_type`")),
    ref: Nullable(Type.String()),
    status: StringEnum(RESERVATION_STATUSES),
    status_since: Timestamp,
    expires_at: Nullable({ ...Timestamp, description: "End of the hold, where nothing is put in before." }),
    collect_until: Nullable({ ...Timestamp, description: "What is in it is overdue from then on." }),
    customer_id: Nullable(Ref("customer")),
    in_use_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  { $id: "LockerReservation" },
);
export const ReservationAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  reservation_id: Ref("locker_reservation"),
  reservation: Reservation,
});

export const Position = Type.Object(
  { lat: Latitude, lng: Longitude, accuracy_m: Type.Number({ minimum: 0 }), at: Timestamp },
  {
    $id: "LockerPresence",
    description: "Where the person is, by the phone: within 200 m of the locker, at most 60 s ago.",
  },
);

/** What was asked of a device. */
export const OpenAnswer = Type.Object({
  result: Type.Boolean(),
  command_id: Ref("locker_command"),
  compartment_id: Ref("locker_compartment"),
  compartment_code: Type.String(),
  expires_at: { ...Timestamp, description: "The device does not open it later than this." },
});
