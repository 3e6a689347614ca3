/** Input of a new order and its validation. Pure. */
import Type from "typebox";
import { getItemLabel, validateItems } from "#operation/define/items.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { describePositionFault, fields } from "#operation/response/platform-messages.ts";
import { findPositionFault } from "#platform/geography/position.ts";
import { CalendarDate, Count, Id, INT32_MAX, Minor, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { PerItem } from "#vocabulary/bulk.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref, ToolWords } from "#vocabulary/ref.ts";
import { computeVolume } from "../lifecycle/merge-order.ts";
import { getDayOfWindow, isWindowOnDay, type WorkingDay } from "../lifecycle/window-day.ts";
import { messages } from "../messages.ts";
import { ORDER_TYPES, ParcelInput, POD_KINDS } from "../shapes.ts";

const ORDER_SERVICES = ["standard", "express", "economy", "instant"] as const;

/** Default service time at the stop, seconds. */
export const SERVICE_TIME_S = 180;

const REF_MAX = 100;

const orderMembers = {
  type: Type.Optional(
    StringEnum(ORDER_TYPES, { description: "D delivery (default), P pickup, P2P peer to peer." }),
  ),
  ref: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: REF_MAX, description: "Your own reference.", "x-tool": "" }),
    ),
  ),
  external_tracking: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  scheduled_date: Type.Optional({
    ...CalendarDate,
    description:
      "Day in the business's time zone. The windows of the places that a driver visits must be on it. By default that of the " +
      "first window, else today.",
  }),
  pickup: Type.Optional(ToolWords("Where it is collected.", Nullable(Place))),
  dropoff: Type.Optional(ToolWords("Where it goes.", Nullable(Place))),
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
  service: Type.Optional(StringEnum(ORDER_SERVICES)),
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
        Type.Array(StringEnum(POD_KINDS), { maxItems: 5, description: "Proofs required at hand-over." }),
      ),
      pin: Type.Optional(
        Type.String({
          pattern: "^[0-9]{4,8}$",
          description: "The recipient's PIN; stored as a salted hash.",
          "x-secret": true,
        }),
      ),
    }),
  ),
  delivery_instruction: Type.Optional(Type.String({ maxLength: 500 })),
  note: Type.Optional(Type.String({ maxLength: 1000, description: "Internal: never shown to customers." })),
  cod_minor: Type.Optional(Minor),
  insured_value_minor: Type.Optional(Minor),
  customer_id: Type.Optional(Nullable(Ref("customer"))),
  origin_warehouse_id: Type.Optional(
    Ref("warehouse", {
      ...Id,
      description: "The open warehouse where the goods start, by default the depot. Customers name none.",
    }),
  ),
  rate_id: Type.Optional(
    Ref(
      "rate",
      Type.String({
        maxLength: 100,
        description: "From a quote; the order gets its price and service, or is refused.",
      }),
    ),
  ),
};

export const OrderDraft = Type.Object(orderMembers, { $id: "OrderDraft" });
export type OrderDraft = Type.Static<typeof OrderDraft>;

/** Settings that the validity of a draft depends on. */
export interface DraftContext {
  has_depot: boolean;
  /** Warehouses that a draft may name; unchecked when absent. */
  origins?: ReadonlyMap<number, unknown>;
  /** Proofs that the business and the customer require, in addition to those of the draft. */
  proofs?: readonly string[];
  /** The draft had a PIN, which was removed before the draft was stored. */
  has_pin?: boolean;
  /** Country of the business, where an address without a country probably is. */
  home?: string;
  /** Windows and date of the draft must agree; unchecked when absent. */
  day?: WorkingDay & { now: Date };
}

/** Places that a driver visits, and whose windows therefore are on the day of the order. */
function listVisitedSides({ type = "D", pickup, dropoff }: Pick<OrderDraft, "type" | "pickup" | "dropoff">) {
  if (type === "P2P") return ["pickup", "dropoff"] as const;
  if (type === "P") return pickup ? (["pickup"] as const) : (["dropoff"] as const);
  return dropoff ? (["dropoff"] as const) : (["pickup"] as const);
}

/** The day of a draft: as it says, else that of its first window, else today. */
export function getScheduledDate(draft: OrderDraft, { now, ...day }: WorkingDay & { now: Date }): string {
  if (draft.scheduled_date !== undefined) return draft.scheduled_date;
  const [window] = listVisitedSides(draft).flatMap((side) => draft[side]?.window ?? []);
  return window === undefined ? toLocalDate(now, day.time_zone) : getDayOfWindow(window, now, day);
}

function findDayFaults(draft: OrderDraft, day: WorkingDay & { now: Date }): RefusalDetail[] {
  const date = getScheduledDate(draft, day);
  return listVisitedSides(draft).flatMap((side): RefusalDetail[] => {
    const window = draft[side]?.window;
    if (!window) return [];
    if (!isWindowOnDay(window, date, day))
      return [{ field: `${side}/window/start`, message: messages.other_day_than_order.with({ date }) }];
    return draft.scheduled_date === undefined && date < toLocalDate(day.now, day.time_zone)
      ? [{ field: `${side}/window/end`, message: messages.has_passed }]
      : [];
  });
}

/** A list of drafts: each is validated on its own, and an invalid one is listed in the answer. */
export const OrderDrafts = (maxItems: number) =>
  PerItem(OrderDraft, {
    minItems: 1,
    maxItems,
    description: "Each is validated on its own; an invalid one is listed in the answer.",
  });

/** An item of a batch: the faults of a malformed one, or a well-formed draft, which may still have other faults. */
export interface BatchItem {
  draft: OrderDraft | null;
  ref: string | null;
  faults: RefusalDetail[];
}

export function parseBatchItems(orders: readonly unknown[]): BatchItem[] {
  return validateItems(OrderDraft, orders).map(({ item, faults }, index) => ({
    draft: item,
    ref: item === null ? getItemLabel(orders[index], "ref", REF_MAX) : (item.ref ?? null),
    faults,
  }));
}

/** Faults that the schema cannot detect. Field names are those of the request. */
export function findDraftFaults(
  draft: OrderDraft,
  { has_depot, origins, proofs = [], has_pin = false, day, home }: DraftContext,
): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const { pod = [], pin } = draft.requirements ?? {};
  if (pin === undefined && !has_pin && [...pod, ...proofs].includes("pin"))
    faults.push({ field: "requirements/pin", message: messages.required_for_pin });
  const type = draft.type ?? "D";
  if (type !== "P" && !draft.dropoff)
    faults.push({ field: "dropoff", message: messages.required_for_type.with({ type }) });
  if (type === "P2P" && !draft.pickup)
    faults.push({ field: "pickup", message: messages.required_for_type.with({ type }) });
  if (type === "P" && !draft.pickup)
    faults.push({ field: "pickup", message: messages.required_for_type.with({ type }) });
  const { origin_warehouse_id } = draft;
  const is_unknown_origin =
    origin_warehouse_id !== undefined && origins !== undefined && !origins.has(origin_warehouse_id);
  if (is_unknown_origin) faults.push({ field: "origin_warehouse_id", message: fields.no_open_warehouse });
  if (type === "D" && !draft.pickup && !has_depot && origin_warehouse_id === undefined) {
    faults.push({ field: "pickup", message: messages.required_without_depot });
  }
  for (const side of ["pickup", "dropoff"] as const) {
    const place = draft[side];
    if (!place) continue;
    if (place.window && Date.parse(place.window.end) <= Date.parse(place.window.start)) {
      faults.push({ field: `${side}/window/end`, message: messages.after_start });
    }
    const misplaced = findPositionFault(place, home);
    if (misplaced !== null) faults.push({ field: `${side}/lat`, message: describePositionFault(misplaced) });
    if (((place.lat ?? null) === null) !== ((place.lng ?? null) === null)) {
      faults.push({ field: `${side}/lng`, message: fields.coordinates_together });
    }
  }
  if (draft.scheduled_date !== undefined && !isRealDate(draft.scheduled_date)) {
    faults.push({ field: "scheduled_date", message: messages.no_calendar_date });
  }
  if (faults.length === 0 && day !== undefined) faults.push(...findDayFaults(draft, day));
  faults.push(...findAmountFaults(draft.parcels ?? [], draft.volume_cm3));
  return faults;
}

/** Weight and volume of an order are the sums of its parcels, unless a volume is given. */
export function findAmountFaults(
  parcels: readonly {
    weight_g?: number;
    length_mm?: number | null;
    width_mm?: number | null;
    height_mm?: number | null;
  }[],
  volume_cm3?: number,
): RefusalDetail[] {
  const weight_g = parcels.reduce((sum, parcel) => sum + (parcel.weight_g ?? 0), 0);
  if (weight_g > INT32_MAX) return [{ field: "parcels", message: messages.too_heavy_together }];
  return volume_cm3 === undefined && computeVolume(parcels) > INT32_MAX
    ? [{ field: "parcels", message: messages.too_large_together }]
    : [];
}

/** Whether a date exists in the calendar (no 30 February) and is in the years 2000 to 2100. */
export function isRealDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  const year = at.getUTCFullYear();
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) && year >= 2000 && year <= 2100;
}
