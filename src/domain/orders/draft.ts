/** What a caller says of a new order, and what is wrong with it. Pure. */
import Type from "typebox";
import type { RefusalDetail } from "#operation/refusal.ts";
import { CalendarDate, Count, Id, Minor, Nullable, Words } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { ORDER_TYPES, ParcelInput, POD_KINDS } from "./shapes.ts";

export const ORDER_SERVICES = ["standard", "express", "economy"] as const;

/** Seconds at the door where nothing else is said. */
export const SERVICE_TIME_S = 180;

const orderMembers = {
  type: Type.Optional(
    Words(ORDER_TYPES, { description: "D delivery (default), P pickup, P2P peer to peer." }),
  ),
  ref: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100, description: "Your own reference." })),
  ),
  external_tracking: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  scheduled_date: Type.Optional(CalendarDate),
  pickup: Type.Optional(Nullable(Place)),
  dropoff: Type.Optional(Nullable(Place)),
  parcels: Type.Optional(
    Type.Array(ParcelInput, {
      minItems: 1,
      maxItems: 50,
      description: "One unspecified parcel when absent.",
    }),
  ),
  units: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: "Capacity units, the number of parcels when absent.",
    }),
  ),
  volume_cm3: Type.Optional(Count),
  pallets: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  service: Type.Optional(Words(ORDER_SERVICES)),
  service_time_s: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 14_400, description: "Seconds at the stop." }),
  ),
  priority: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: "Higher goes first when not all fit." }),
  ),
  requirements: Type.Optional(
    Type.Object({
      skills: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
      vehicle_type: Type.Optional(Type.String({ maxLength: 40 })),
      pod: Type.Optional(
        Type.Array(Words(POD_KINDS), { maxItems: 5, description: "Proofs required at hand-over." }),
      ),
      pin: Type.Optional(
        Type.String({
          pattern: "^[0-9]{4,8}$",
          description: "The recipient's PIN; kept as a salted hash.",
          "x-secret": true,
        }),
      ),
    }),
  ),
  delivery_instruction: Type.Optional(Type.String({ maxLength: 500 })),
  note: Type.Optional(Type.String({ maxLength: 1000, description: "Internal: never shown to customers." })),
  cod_minor: Type.Optional(Minor),
  insured_value_minor: Type.Optional(Minor),
  customer_id: Type.Optional(Nullable(Id)),
  rate_id: Type.Optional(
    Type.String({ maxLength: 100, description: "A quote's; the order costs just that or is refused." }),
  ),
};

export const OrderDraft = Type.Object(orderMembers, { $id: "OrderDraft" });
export type OrderDraft = Type.Static<typeof OrderDraft>;

/** Faults that a schema cannot tell. Field names are those of the request. */
export function faultsOfDraft(draft: OrderDraft, has_depot: boolean): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const type = draft.type ?? "D";
  if (type !== "P" && !draft.dropoff)
    faults.push({ field: "dropoff", message: `is required for an order of type ${type}` });
  if (type === "P2P" && !draft.pickup)
    faults.push({ field: "pickup", message: "is required for an order of type P2P" });
  if (type === "P" && !draft.pickup)
    faults.push({ field: "pickup", message: "is required for an order of type P" });
  if (type === "D" && !draft.pickup && !has_depot) {
    faults.push({ field: "pickup", message: "is required while the business has no depot in its settings" });
  }
  for (const side of ["pickup", "dropoff"] as const) {
    const place = draft[side];
    if (!place) continue;
    if (place.window && Date.parse(place.window.end) <= Date.parse(place.window.start)) {
      faults.push({ field: `${side}/window/end`, message: "must be after the start" });
    }
    if (((place.lat ?? null) === null) !== ((place.lng ?? null) === null)) {
      faults.push({ field: `${side}/lng`, message: "lat and lng go together" });
    }
  }
  if (draft.scheduled_date !== undefined && !isRealDate(draft.scheduled_date)) {
    faults.push({ field: "scheduled_date", message: "is not a date of the calendar" });
  }
  return faults;
}

/** From 2000 to 2100, and no 30 February. */
export function isRealDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  const year = at.getUTCFullYear();
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) && year >= 2000 && year <= 2100;
}
