/** A row of a file as the order that it asks for, with what cannot be read. Pure. */
import type { OrderDraft, Place } from "../../../../api/orders.ts";
import { minorUnits } from "../../../../parts/format.ts";
import { addDays, type Times } from "../../../../parts/times.ts";
import type { Field } from "./fields.ts";

export type Values = Readonly<Partial<Record<Field, string>>>;

/** Words of a fault that the browser finds; the service writes its own. */
type FaultWord =
  | "not_a_number"
  | "not_a_date"
  | "not_a_time"
  | "unknown_customer"
  | "ref_twice"
  | "not_a_country"
  | "not_a_pin";

export interface Fault {
  /** Null: of the whole row. */
  field: Field | null;
  message: string;
}

export interface DraftOptions {
  times: Pick<Times, "at" | "today">;
  currency: string;
  /** Of the business: where a row names none. */
  country: string | undefined;
  findCustomer: (words: string) => number | undefined;
  say: (word: FaultWord, value: string) => string;
}

const PLACE = [
  "name",
  "phone",
  "email",
  "line1",
  "line2",
  "city",
  "region",
  "postal_code",
  "instructions",
] as const;

/** "1.234,5" and "1,234.5" are 1234.5; "12,5" is 12.5. */
export function parseNumber(words: string): number | undefined {
  const text = words.replaceAll(/[\s'’]/g, "");
  const decimal = text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const other = decimal === "," ? "." : ",";
  const plain = text.replaceAll(other, "").replace(decimal, ".");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** 2026-11-24, 24.11.2026 and 24/11/2026; another order of day and month cannot be told apart, so it is not guessed. */
export function parseDate(words: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(words);
  const [year, month, day] = iso
    ? iso.slice(1)
    : (/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(words)?.slice(1).reverse() ?? []);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}

/** "9:30", "09:30:00" and "9h30". */
export function parseTime(words: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2})[:h](\d{2})?(?::\d{2})?$/.exec(words) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute ?? 0) > 59) return undefined;
  return `${hour.padStart(2, "0")}:${minute ?? "00"}`;
}

const isInstant = (words: string) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(words);
const splitList = (words: string) =>
  words
    .split(/[;,|]/)
    .map((word) => word.trim())
    .filter(Boolean);

export function buildDraft(
  values: Values,
  { times, currency, country, findCustomer, say }: DraftOptions,
): { draft: OrderDraft; faults: Fault[] } {
  const faults: Fault[] = [];
  const read = (field: Field) => values[field]?.trim() || undefined;
  const parse = <Value>(field: Field, word: FaultWord, how: (words: string) => Value | undefined) => {
    const words = read(field);
    if (words === undefined) return undefined;
    const value = how(words);
    if (value === undefined) faults.push({ field, message: say(word, words) });
    return value;
  };
  const number = (field: Field, factor = 1) => {
    const value = parse(field, "not_a_number", parseNumber);
    // Only what is entered in another unit is rounded: half a parcel is a fault.
    return value === undefined || factor === 1 ? value : Math.round(value * factor);
  };
  const place: Place = { line1: "" };
  for (const field of PLACE) {
    const words = read(field);
    if (words !== undefined) place[field] = words;
  }
  const own = read("country");
  const named = own === undefined ? country : own.length === 2 ? own.toUpperCase() : own;
  if (named !== undefined) place.country = named;
  const [lat, lng] = [number("lat"), number("lng")];
  if (lat !== undefined) place.lat = lat;
  if (lng !== undefined) place.lng = lng;

  const scheduled_date = parse("scheduled_date", "not_a_date", parseDate);
  const day = scheduled_date ?? times.today();
  const moment = (field: "window_start" | "window_end") =>
    parse(field, "not_a_time", (words) => {
      if (isInstant(words)) return words;
      const time = parseTime(words);
      return time === undefined ? undefined : times.at(day, time);
    });
  const [start, end] = [moment("window_start"), moment("window_end")];
  if (start !== undefined || end !== undefined)
    place.window = { start: start ?? times.at(day, "00:00"), end: end ?? times.at(addDays(day, 1), "00:00") };

  const type = (read("type")?.toUpperCase() ?? "D") as "D";
  const draft: OrderDraft = {
    type,
    ...(read("type")?.toUpperCase() === "P" ? { pickup: place } : { dropoff: place }),
  };
  for (const field of ["ref", "delivery_instruction", "note"] as const) {
    const words = read(field);
    if (words !== undefined) draft[field] = words;
  }
  const service = read("service")?.toLowerCase();
  if (service !== undefined) draft.service = service as "standard";
  if (scheduled_date !== undefined) draft.scheduled_date = scheduled_date;
  const [units, priority] = [number("units"), number("priority")];
  if (units !== undefined) draft.units = units;
  if (priority !== undefined) draft.priority = priority;
  const service_time_s = number("service_min", 60);
  if (service_time_s !== undefined) draft.service_time_s = service_time_s;
  const minor = minorUnits(currency);
  const [cod_minor, insured_value_minor] = [number("cod", minor), number("insured_value", minor)];
  if (cod_minor !== undefined) draft.cod_minor = cod_minor;
  if (insured_value_minor !== undefined) draft.insured_value_minor = insured_value_minor;
  const customer_id = parse("customer", "unknown_customer", findCustomer);
  if (customer_id !== undefined) draft.customer_id = customer_id;

  const parcel = {
    weight_g: number("weight_kg", 1000),
    length_mm: number("length_cm", 10),
    width_mm: number("width_cm", 10),
    height_mm: number("height_cm", 10),
  };
  const measures = Object.fromEntries(Object.entries(parcel).filter(([, value]) => value !== undefined));
  const parcels = parse("parcels", "not_a_number", (words) => {
    const count = parseNumber(words);
    return count !== undefined && Number.isInteger(count) && count > 0 ? count : undefined;
  });
  // One more than the service takes is enough for it to refuse them.
  if (parcels !== undefined || Object.keys(measures).length > 0)
    draft.parcels = Array.from({ length: Math.min(parcels ?? 1, 51) }, () => measures);
  const [skills, proofs, pin] = [read("skills"), read("proofs"), read("pin")];
  if (skills !== undefined || proofs !== undefined || pin !== undefined)
    draft.requirements = {
      ...(skills === undefined ? {} : { skills: splitList(skills) }),
      ...(proofs === undefined ? {} : { pod: splitList(proofs.toLowerCase()) as "photo"[] }),
      ...(pin === undefined ? {} : { pin }),
    };
  return { draft, faults };
}

const MEMBERS: Record<string, Field> = {
  weight_g: "weight_kg",
  length_mm: "length_cm",
  width_mm: "width_cm",
  height_mm: "height_cm",
  cod_minor: "cod",
  insured_value_minor: "insured_value",
  customer_id: "customer",
  service_time_s: "service_min",
  start: "window_start",
  end: "window_end",
  window: "window_start",
  pod: "proofs",
  dropoff: "line1",
  pickup: "line1",
};

/** The field of a member of the request that the service refuses: `dropoff/window/end` is the end of the window. */
export function findField(member: string, isField: (word: string) => word is Field): Field | null {
  const last = member
    .split("/")
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .at(-1);
  if (last === undefined) return null;
  const field = MEMBERS[last] ?? last;
  return isField(field) ? field : null;
}
