/** Transfers, their parcels and steps, as they are returned. */
import Type from "typebox";
import { SetAside } from "#domain/orders/orders/public.ts";
import { Id, Latitude, Longitude, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { ITEM_STATES, LEFT_REASONS, REASONS, STEP_KINDS, TRANSFER_STATES, WHY } from "./rules.ts";

/** The most parcels of one transfer. */
export const ITEMS_MAX = 1000;

const Warehouse = Type.Object(
  { id: Ref("warehouse"), code: Type.String(), name: Type.String() },
  { $id: "TransferWarehouse" },
);
const Person = Type.Object({ account_id: Ref("account"), name: Type.String() }, { $id: "TransferPerson" });

export const TransferCandidate = Type.Object(
  {
    parcel_id: Ref("parcel"),
    order_id: Ref("order"),
    tracking_number: Type.String(),
    label_code: Type.String(),
    order_status: Type.String(),
    city: Type.String({ description: "Where it goes." }),
    since: Type.String({ ...Timestamp, description: "When it was received here." }),
    found_warehouse: Warehouse,
    expected_warehouse: Warehouse,
    why: StringEnum(WHY, {
      description: "route: its route starts at the expected warehouse; origin: its order does.",
    }),
    route_id: Nullable(Ref("route")),
    route_number: Nullable(Type.String()),
    route_date: Nullable(Type.String()),
  },
  { $id: "TransferCandidate" },
);
export type TransferCandidate = Type.Static<typeof TransferCandidate>;

const counts = Object.fromEntries(ITEM_STATES.map((state) => [state, Type.Integer()])) as Record<
  (typeof ITEM_STATES)[number],
  Type.TInteger
>;

export const Transfer = Type.Object(
  {
    id: Ref("transfer"),
    code: Type.String({ description: "Printed on the cage or pallet." }),
    from_warehouse: Warehouse,
    to_warehouse: Warehouse,
    reason: StringEnum(REASONS),
    state: StringEnum(TRANSFER_STATES),
    vehicle: Nullable(Type.Object({ id: Ref("vehicle"), plate: Type.String() }, { $id: "TransferVehicle" })),
    note: Type.String(),
    counts: Type.Object(counts, {
      $id: "TransferCounts",
      description: "Parcels by state. listed: to be scanned out; over: came without having been listed.",
    }),
    created_by: Nullable(Person),
    created_at: Timestamp,
    departed_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    version: Type.Integer(),
  },
  { $id: "WarehouseTransfer" },
);
export type Transfer = Type.Static<typeof Transfer>;

export const TransferItem = Type.Object(
  {
    id: NoRef("a parcel of a transfer"),
    parcel_id: Ref("parcel"),
    order_id: Ref("order"),
    tracking_number: Type.String(),
    label_code: Type.String(),
    state: StringEnum(ITEM_STATES),
    is_listed: Type.Boolean({ description: "It was named before it was scanned." }),
    expected_warehouse: Warehouse,
    found_warehouse: { ...Warehouse, description: "Where it was scanned last." } as typeof Warehouse,
    order_status: Type.String(),
    city: Type.String(),
    route_number: Nullable(Type.String()),
    custody: Type.String({ description: "Who has it now." }),
    bin_code: Nullable(Type.String({ description: "Where its package lies in stock." })),
    out_at: Nullable(Timestamp),
    out_by: Nullable(Person),
    in_at: Nullable(Timestamp),
    in_by: Nullable(Person),
  },
  { $id: "TransferItem" },
);
export type TransferItem = Type.Static<typeof TransferItem>;

export const TransferAnswer = Type.Object({
  result: Type.Boolean(),
  transfer_id: Ref("transfer"),
  version: Type.Integer(),
  transfer: Transfer,
  items: Type.Array(TransferItem, { description: "Those that need something first, then the last scanned." }),
});

export const TransferStep = Type.Object(
  {
    id: NoRef("a step of a transfer"),
    kind: StringEnum(STEP_KINDS),
    parcel_id: Nullable(Ref("parcel")),
    tracking_number: Nullable(Type.String()),
    scanned: Nullable(Type.String({ description: "As scanned." })),
    warehouse: Nullable(Warehouse),
    detail: Nullable(Type.String({ description: "Why, where it needs a reason." })),
    device_id: Nullable(Type.String()),
    position: Nullable(
      Type.Object(
        { lat: Latitude, lng: Longitude, accuracy_m: Nullable(Type.Number()) },
        { $id: "TransferPosition" },
      ),
    ),
    at: Timestamp,
    by: Nullable(Person),
    surface: Type.String({ description: "How it came in: rest, graphql, mcp." }),
  },
  { $id: "TransferStep" },
);
export type TransferStep = Type.Static<typeof TransferStep>;

/** What is scanned, and where: a label, or a parcel chosen from a list because its label cannot be read. */
export const scanMembers = {
  code: Type.Optional({
    ...ScannedCode,
    description: "A label, a tracking number, or a number that others gave to the order; as scanned.",
  }),
  parcel_id: Type.Optional(
    Ref("parcel", {
      ...Id,
      description: "Instead of a code that cannot be read, or which of several parcels that have it.",
    }),
  ),
  device_id: Type.Optional(
    NoRef(
      "a device's own word",
      Type.String({ minLength: 1, maxLength: 100, description: "Which device scanned, for the audit." }),
    ),
  ),
  position: Type.Optional(
    Type.Object({
      lat: Latitude,
      lng: Longitude,
      accuracy_m: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
    }),
  ),
};

const SCAN_OUTCOMES = ["out", "in", "over", "duplicate", "came_back", "elsewhere"] as const;

export const ScanAnswer = Type.Object({
  result: Type.Boolean(),
  outcome: StringEnum(SCAN_OUTCOMES, {
    description:
      "duplicate: it was scanned before, and nothing changed; elsewhere: this is not where the transfer leads.",
  }),
  items: Type.Array(TransferItem, { description: "The parcels of the scan." }),
  is_surplus: Type.Boolean({ description: "It was not on the list." }),
  set_aside: SetAside,
  transfer: Transfer,
});

export const RollbackItem = Type.Object(
  {
    parcel_id: Ref("parcel"),
    tracking_number: Type.String(),
    outcome: StringEnum(["restored", "taken_off", "left"]),
    why_left: Nullable(
      StringEnum(LEFT_REASONS, {
        description:
          "ended: its order has; moved_on: somebody else has had it; no_origin: no warehouse had it.",
      }),
    ),
    warehouse: Nullable({ ...Warehouse, description: "Where it is again." } as typeof Warehouse),
    bin_code: Nullable(Type.String({ description: "The bin where its package is again." })),
    order_status: Type.String(),
  },
  { $id: "TransferRollbackItem" },
);
export type RollbackItem = Type.Static<typeof RollbackItem>;
