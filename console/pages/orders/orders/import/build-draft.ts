/** A row of a file as the order that it asks for, with what cannot be read. Pure. */
import type { OrderDoubt } from "../../../../../packages/client/client.gen.ts";
import {
  type CellFault,
  type DateOrder,
  type Doubt,
  findDigitsDoubt,
  findTextDoubt,
  type Reading,
  readDate,
  readDegrees,
  readMeasure,
  readMoney,
  readNumber,
  readPostalCode,
  unwrap,
} from "../../../../../packages/spreadsheet/read-cell.ts";
import { addDays, type Times } from "../../../../parts/times.ts";
import type { OrderDraft, Place } from "../queries.ts";
import type { Field } from "./fields.ts";

export type Values = Readonly<Partial<Record<Field, string>>>;

/** Words of a fault that the browser finds; the service writes its own. */
type FaultWord = CellFault | "not_a_time" | "unknown_customer" | "ref_twice" | "not_a_country" | "not_a_pin";

export interface Fault {
  /** Null: of the whole row. */
  field: Field | null;
  message: string;
}

/** Why a value is asked for, although the service would take it. */
type DoubtCode = Doubt["kind"] | OrderDoubt["code"] | "unknown_skill";

export interface CellDoubt {
  field: Field;
  code: DoubtCode;
  /** As the file has it. */
  value: string;
  /** Texts that say it without a doubt, the one that was read first. None: it is kept, or changed by hand. */
  choices: readonly string[];
  /** Of `ref_exists`. */
  order_id?: number;
}

export interface DraftOptions {
  times: Pick<Times, "at" | "today">;
  currency: string;
  /** Of the business: where a row names none. */
  country: string | undefined;
  findCustomer: (words: string) => number | undefined;
  /** The code of a skill by its code or name; null when the skills of the business are not known here. */
  findSkill: ((words: string) => string | undefined) | null;
  /** What the column of days shows about their order. */
  date_order: DateOrder | null;
  say: (word: FaultWord, value: string) => string;
}

const PLACE = ["name", "phone", "email", "line1", "line2", "city", "region", "instructions"] as const;

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

/** Fields whose digits are a name. */
const DIGITS: ReadonlySet<Field> = new Set(["ref", "phone", "pin"]);

export function buildDraft(
  values: Values,
  { times, currency, country, findCustomer, findSkill, date_order, say }: DraftOptions,
): { draft: OrderDraft; faults: Fault[]; doubts: CellDoubt[] } {
  const faults: Fault[] = [];
  const doubts: CellDoubt[] = [];
  const home = country ?? "";
  const doubt = (field: Field, value: string, details: Pick<CellDoubt, "choices"> & { kind: DoubtCode }) =>
    doubts.push({ field, code: details.kind, value, choices: details.choices });
  /** A text, without the wrapping that keeps a spreadsheet from reading it as a number. */
  const read = (field: Field) => {
    const written = values[field]?.trim() ?? "";
    const words = unwrap(written);
    const cell_doubt = DIGITS.has(field) ? findDigitsDoubt(written) : findTextDoubt(written);
    if (cell_doubt !== null && !doubts.some((one) => one.field === field)) doubt(field, written, cell_doubt);
    return cell_doubt?.kind === "added_decimal" ? cell_doubt.choices[0] : words || undefined;
  };
  const parse = <Value>(field: Field, word: FaultWord, how: (words: string) => Value | undefined) => {
    const words = unwrap(values[field] ?? "");
    if (words === "") return undefined;
    const value = how(words);
    if (value === undefined) faults.push({ field, message: say(word, words) });
    return value;
  };
  const cell = <Value>(field: Field, how: (words: string) => Reading<Value>) => {
    const words = values[field]?.trim() ?? "";
    if (words === "") return undefined;
    const reading = how(words);
    if ("fault" in reading) {
      faults.push({ field, message: say(reading.fault, words) });
      return undefined;
    }
    if (reading.doubt !== null) doubt(field, words, reading.doubt);
    return reading.value;
  };
  const number = (field: Field) => cell(field, (words) => readNumber(words, { country: home }));
  /** Only what is entered in another unit is rounded: half a parcel is a fault. */
  const measure = (field: Field, factor: number) => {
    const value = cell(field, (words) => readMeasure(words, { country: home }));
    return value === undefined ? undefined : Math.round(value * factor);
  };
  const place: Place = { line1: "" };
  for (const field of PLACE) {
    const words = read(field);
    if (words !== undefined) place[field] = words;
  }
  const country_text = read("country");
  const country_code =
    country_text === undefined
      ? country
      : country_text.length === 2
        ? country_text.toUpperCase()
        : country_text;
  if (country_code !== undefined) place.country = country_code;
  const postal_code = cell("postal_code", (words) => readPostalCode(words, country_code ?? ""));
  if (postal_code !== undefined) place.postal_code = postal_code;
  const [lat, lng] = [cell("lat", readDegrees), cell("lng", readDegrees)];
  if (lat !== undefined) place.lat = lat;
  if (lng !== undefined) place.lng = lng;

  const scheduled_date = cell("scheduled_date", (words) =>
    readDate(words, { country: home, today: times.today() }, date_order),
  );
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
  const service_time_s = measure("service_min", 60);
  if (service_time_s !== undefined) draft.service_time_s = service_time_s;
  const money = (field: Field) => cell(field, (words) => readMoney(words, { country: home, currency }));
  const [cod_minor, insured_value_minor] = [money("cod"), money("insured_value")];
  if (cod_minor !== undefined) draft.cod_minor = cod_minor;
  if (insured_value_minor !== undefined) draft.insured_value_minor = insured_value_minor;
  const customer_id = parse("customer", "unknown_customer", findCustomer);
  if (customer_id !== undefined) draft.customer_id = customer_id;

  const parcel = {
    weight_g: measure("weight_kg", 1000),
    length_mm: measure("length_cm", 10),
    width_mm: measure("width_cm", 10),
    height_mm: measure("height_cm", 10),
  };
  const measures = Object.fromEntries(Object.entries(parcel).filter(([, value]) => value !== undefined));
  const parcels = parse("parcels", "not_a_number", (words) => {
    const count = readNumber(words, { country: home });
    return "value" in count && Number.isInteger(count.value) && count.value > 0 ? count.value : undefined;
  });
  // One more than the service takes is enough for it to refuse them.
  if (parcels !== undefined || Object.keys(measures).length > 0)
    draft.parcels = Array.from({ length: Math.min(parcels ?? 1, 51) }, () => measures);
  const findSkills = (words: string[]) =>
    words.map((word) => {
      const code = findSkill === null ? word : findSkill(word);
      if (code === undefined) doubt("skills", values.skills ?? "", { kind: "unknown_skill", choices: [] });
      return code ?? word;
    });
  const [skills, proofs, pin] = [read("skills"), read("proofs"), read("pin")];
  if (skills !== undefined || proofs !== undefined || pin !== undefined)
    draft.requirements = {
      ...(skills === undefined ? {} : { skills: findSkills(splitList(skills)) }),
      ...(proofs === undefined ? {} : { pod: splitList(proofs.toLowerCase()) as "photo"[] }),
      ...(pin === undefined ? {} : { pin }),
    };
  return { draft, faults, doubts };
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
