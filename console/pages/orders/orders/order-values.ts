/** The values of the form of an order, and the requests that they become. */
import type { ClientOrderUpdateInput } from "../../../../packages/client/client.gen.ts";
import { minorUnits, toMinor } from "../../../parts/format.ts";
import { addDays, type Times } from "../../../parts/times.ts";
import type { OrderDetail, OrderDraft, Place } from "./queries.ts";

type Requirements = NonNullable<OrderDraft["requirements"]>;
type Amount = number | string;

/** Weights are entered in kilograms, lengths in centimetres. */
interface ParcelValues {
  /** Null for one that does not exist yet. */
  id: number | null;
  weight_g: Amount;
  length_mm: Amount;
  width_mm: Amount;
  height_mm: Amount;
  contents: string;
}

export interface OrderValues {
  type: OrderDetail["type"];
  pickup: Place;
  dropoff: Place;
  scheduled_date: string;
  /** Empty: the depot. */
  origin_warehouse_id: string;
  ref: string;
  /** Of the stop that the driver visits; empty: any time. */
  from: string;
  until: string;
  /** Empty: none. */
  customer_id: string;
  /** How many parcels a new order has, all like the first one. */
  parcel_count: Amount;
  parcels: ParcelValues[];
  service: OrderDraft["service"];
  requirements: { pod: NonNullable<Requirements["pod"]>; pin: string; skills: string[] };
  /** The PIN that the order has is not asked for any more. */
  without_pin: boolean;
  /** Entered in major units of the order's currency, as the insured value is. */
  cod_minor: Amount;
  insured_value_minor: Amount;
  delivery_instruction: string;
  note: string;
}

const EMPTY_PARCEL: ParcelValues = {
  id: null,
  weight_g: "",
  length_mm: "",
  width_mm: "",
  height_mm: "",
  contents: "",
};

export function buildNewValues(today: string): OrderValues {
  return {
    type: "D",
    pickup: { line1: "" },
    dropoff: { line1: "" },
    scheduled_date: today,
    origin_warehouse_id: "",
    ref: "",
    from: "",
    until: "",
    customer_id: "",
    parcel_count: 1,
    parcels: [EMPTY_PARCEL],
    service: "standard",
    requirements: { pod: [], pin: "", skills: [] },
    without_pin: false,
    cod_minor: "",
    insured_value_minor: "",
    delivery_instruction: "",
    note: "",
  };
}

const toCentimetres = (millimetres: number | null): Amount => (millimetres === null ? "" : millimetres / 10);

export function buildValues(order: OrderDetail, times: Times): OrderValues {
  const { pod = [], skills = [] } = order.requirements;
  const factor = minorUnits(order.currency ?? "EUR");
  return {
    type: order.type,
    pickup: order.pickup ?? { line1: "" },
    dropoff: order.dropoff ?? { line1: "" },
    scheduled_date: order.scheduled_date,
    origin_warehouse_id: order.origin_warehouse_id === null ? "" : String(order.origin_warehouse_id),
    ref: order.ref ?? "",
    from: order.window_start === null ? "" : times.time(order.window_start),
    until: order.window_end === null ? "" : times.time(order.window_end),
    customer_id: order.customer_id === null ? "" : String(order.customer_id),
    parcel_count: order.parcels.length,
    parcels: order.parcels.map((parcel) => ({
      id: parcel.id,
      weight_g: parcel.weight_g === 0 ? "" : parcel.weight_g / 1000,
      length_mm: toCentimetres(parcel.length_mm),
      width_mm: toCentimetres(parcel.width_mm),
      height_mm: toCentimetres(parcel.height_mm),
      contents: parcel.contents,
    })),
    service: order.service as OrderDraft["service"],
    requirements: { pod, pin: "", skills },
    without_pin: false,
    cod_minor: order.cod_minor === 0 ? "" : order.cod_minor / factor,
    insured_value_minor: order.insured_value_minor === 0 ? "" : order.insured_value_minor / factor,
    delivery_instruction: order.delivery_instruction,
    note: order.note ?? "",
  };
}

const toMillimetres = (centimetres: Amount) => Math.round(Number(centimetres) * 10);
const toGrams = (kilograms: Amount) => Math.round(Number(kilograms) * 1000);

const isEmpty = (value: unknown) => value === "" || value === undefined || value === null;

/** Empty members are not sent. */
function toPlaceInput(place: Place, country: string | undefined): Place {
  const filled_members = Object.fromEntries(
    Object.entries(place).flatMap(([member, value]) => {
      const written = typeof value === "string" ? value.trim() : value;
      return isEmpty(written) ? [] : [[member, written]];
    }),
  );
  return {
    ...(country ? { country } : {}),
    ...(filled_members as Partial<Place>),
    line1: place.line1.trim(),
  };
}

/** Null: any time of the day. */
export function toWindow(
  { from, until, scheduled_date }: Pick<OrderValues, "from" | "until" | "scheduled_date">,
  times: Times,
): Place["window"] {
  if (from === "" && until === "") return null;
  const day = scheduled_date || times.today();
  const start = from || "00:00";
  // A window that ends before it starts ends on the next day.
  const is_same_day = until !== "" && until > start;
  return {
    start: times.at(day, start),
    end: times.at(is_same_day ? day : addDays(day, 1), until || "00:00"),
  };
}

/** The place that the driver visits: the pickup of an order that is collected. */
export const getVisitedSide = (type: OrderValues["type"]) => (type === "P" ? "pickup" : "dropoff");

export function toDraft(
  values: OrderValues,
  { country, currency, times }: { country: string | undefined; currency: string; times: Times },
): OrderDraft {
  const { type, scheduled_date, origin_warehouse_id, service } = values;
  const [parcel = EMPTY_PARCEL] = values.parcels;
  const measured = {
    ...(parcel.weight_g === "" ? {} : { weight_g: toGrams(parcel.weight_g) }),
    ...(parcel.length_mm === "" ? {} : { length_mm: toMillimetres(parcel.length_mm) }),
    ...(parcel.width_mm === "" ? {} : { width_mm: toMillimetres(parcel.width_mm) }),
    ...(parcel.height_mm === "" ? {} : { height_mm: toMillimetres(parcel.height_mm) }),
    ...(parcel.contents.trim() === "" ? {} : { contents: parcel.contents.trim() }),
  };
  const window = toWindow(values, times);
  const places: Pick<OrderDraft, "pickup" | "dropoff"> = {
    ...(type === "P" ? {} : { dropoff: toPlaceInput(values.dropoff, country) }),
    ...(type === "D" ? {} : { pickup: toPlaceInput(values.pickup, country) }),
  };
  const visited = places[getVisitedSide(type)];
  if (visited && window) visited.window = window;
  const { pod, skills } = values.requirements;
  const pin = values.requirements.pin.trim();
  const texts = {
    ref: values.ref.trim(),
    delivery_instruction: values.delivery_instruction.trim(),
    note: values.note.trim(),
  };
  return {
    type,
    scheduled_date,
    service,
    parcels: Array.from({ length: Math.max(1, Number(values.parcel_count) || 1) }, () => measured),
    ...places,
    ...(values.customer_id ? { customer_id: Number(values.customer_id) } : {}),
    ...(origin_warehouse_id ? { origin_warehouse_id: Number(origin_warehouse_id) } : {}),
    ...(pod.length > 0 || pin || skills.length > 0
      ? { requirements: { pod, ...(pin ? { pin } : {}), ...(skills.length > 0 ? { skills } : {}) } }
      : {}),
    ...(values.cod_minor === "" ? {} : { cod_minor: toMinor(values.cod_minor, currency) }),
    ...(values.insured_value_minor === ""
      ? {}
      : { insured_value_minor: toMinor(values.insured_value_minor, currency) }),
    ...Object.fromEntries(Object.entries(texts).filter(([, words]) => words !== "")),
  };
}

type Changes = Omit<ClientOrderUpdateInput, "order_id">;

/** What differs from the values that the form was opened with; empty when nothing does. */
export function toChanges(
  before: OrderValues,
  values: OrderValues,
  { currency, times }: { currency: string; times: Times },
): Changes {
  const changes: Changes = {};
  for (const side of ["pickup", "dropoff"] as const) {
    const place = findPlaceChanges(before[side], values[side]);
    if (Object.keys(place).length > 0) changes[side] = place;
  }
  if (values.from !== before.from || values.until !== before.until) {
    const side = getVisitedSide(values.type);
    changes[side] = { ...changes[side], window: toWindow(values, times) };
  }
  if (values.scheduled_date !== before.scheduled_date) changes.scheduled_date = values.scheduled_date;
  if (values.customer_id !== before.customer_id)
    changes.customer_id = values.customer_id === "" ? null : Number(values.customer_id);
  if (values.ref.trim() !== before.ref) changes.ref = values.ref.trim() || null;
  const parcels = values.parcels.flatMap((parcel, index) => {
    const former = before.parcels[index];
    return former === undefined || parcel.id === null ? [] : findParcelChanges(parcel.id, former, parcel);
  });
  if (parcels.length > 0) changes.parcels = parcels;
  const { pod, skills, pin } = values.requirements;
  const requirements = {
    ...(isSame(pod.toSorted(), before.requirements.pod.toSorted()) ? {} : { pod }),
    ...(isSame(skills.toSorted(), before.requirements.skills.toSorted()) ? {} : { skills }),
    ...(values.without_pin ? { pin: null } : pin.trim() === "" ? {} : { pin: pin.trim() }),
  };
  if (Object.keys(requirements).length > 0) changes.requirements = requirements;
  if (values.cod_minor !== before.cod_minor) changes.cod_minor = toMinor(values.cod_minor || 0, currency);
  if (values.insured_value_minor !== before.insured_value_minor)
    changes.insured_value_minor = toMinor(values.insured_value_minor || 0, currency);
  for (const member of ["delivery_instruction", "note"] as const)
    if (values[member].trim() !== before[member]) changes[member] = values[member].trim();
  return changes;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function findPlaceChanges(before: Place, after: Place): NonNullable<Changes["dropoff"]> {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Place>;
  members.delete("window");
  const changes: Record<string, unknown> = {};
  for (const member of members) {
    const [old, now] = [before[member], after[member]];
    if ((isEmpty(old) && isEmpty(now)) || old === now) continue;
    // A position that was taken away is looked up again.
    if (member === "lat" || member === "lng") {
      if (now !== undefined) changes[member] = now;
    } else changes[member] = typeof now === "string" ? now.trim() : (now ?? "");
  }
  return changes as NonNullable<Changes["dropoff"]>;
}

function findParcelChanges(
  id: number,
  before: ParcelValues,
  after: ParcelValues,
): NonNullable<Changes["parcels"]> {
  const size = (amount: Amount) => (amount === "" ? null : toMillimetres(amount));
  const changes = {
    ...(after.weight_g === before.weight_g
      ? {}
      : { weight_g: after.weight_g === "" ? 0 : toGrams(after.weight_g) }),
    ...(after.length_mm === before.length_mm ? {} : { length_mm: size(after.length_mm) }),
    ...(after.width_mm === before.width_mm ? {} : { width_mm: size(after.width_mm) }),
    ...(after.height_mm === before.height_mm ? {} : { height_mm: size(after.height_mm) }),
    ...(after.contents.trim() === before.contents ? {} : { contents: after.contents.trim() }),
  };
  return Object.keys(changes).length === 0 ? [] : [{ id, ...changes }];
}

/** The path of the value that a member of the request comes from. `parcels` are those of the request, by their index. */
export function toPath(path: string, parcels: readonly (number | null)[] = []): string {
  if (/^(dropoff|pickup)\.window\.start$/.test(path)) return "from";
  if (/^(dropoff|pickup)\.window(\.end)?$/.test(path)) return "until";
  const parcel = /^parcels\.(\d+)(?:\.(\w+))?$/.exec(path);
  if (parcel === null) return path;
  const index = parcels[Number(parcel[1])] ?? Number(parcel[1]);
  return `parcels.${index}.${parcel[2] ?? "weight_g"}`;
}
