/**
 * How a timeline is told on screen: newest first and by day, what is expected apart from what happened, reports of
 * one thing together, long runs of readings as one row. Pure; says nothing that the document does not.
 */
import type { PublicTimeline } from "../../../packages/otep/src/redact.ts";
import type { Timeline, TimelineEvent } from "../../../packages/otep/src/timeline.ts";
import { findIncidentReason, labelOf } from "../../../packages/otep/src/vocabulary.ts";
import { plain } from "../words.ts";

export type TimelineDocument = Timeline | PublicTimeline;
/** As the full view has it; of the public one, some members are left out. */
export type Told = TimelineEvent;
export type TimelineProof = NonNullable<TimelineEvent["proof"]>[number] & { url?: string };

export interface EventRow {
  kind: "event";
  event: Told;
  /** Other providers' reports of the same thing. */
  told_by: Told[];
}

export interface ReadingsRow {
  kind: "readings";
  /** Newest first. */
  events: Told[];
  series: Series[];
  positions: number;
}

export type Row = EventRow | ReadingsRow;

/** Numbers of one property of one device, oldest first. */
export interface Series {
  property: string;
  unit: string | undefined;
  points: { at: string; value: number }[];
}

export interface Day {
  date: string;
  rows: Row[];
  event_count: number;
}

export interface Telling {
  days: Day[];
  /** Estimates, plans and requests, the one told last first. */
  expected: Told[];
  /** Where each event stands by its id, as `corrects` and the like name it. */
  byId: ReadonlyMap<string, Told>;
}

const READINGS = new Set(["otep:sensor:reading", "otep:sensor:position"]);
/** Fewer in a row are told one by one. */
const RUN_MIN = 3;

export function tell(document: TimelineDocument, dayOf: (at: string) => string): Telling {
  const all = document.events as Told[];
  const byId = new Map<string, Told>();
  for (const event of all) if (!byId.has(event.event_id)) byId.set(event.event_id, event);
  const corroborating = Map.groupBy(
    all.filter(({ corroborates }) => {
      const first = corroborates === undefined ? undefined : byId.get(corroborates);
      return first !== undefined && first.corroborates === undefined;
    }),
    ({ corroborates }) => corroborates as string,
  );
  const folded = new Set([...corroborating.values()].flat());
  const facts = all.filter((event) => event.time_type === "actual" && !folded.has(event)).reverse();
  const days = [...Map.groupBy(facts, ({ occurred_at }) => dayOf(occurred_at))].map(
    ([date, events]): Day => ({
      date,
      event_count: events.length,
      rows: rowsOf(events, (event) =>
        byId.get(event.event_id) === event ? (corroborating.get(event.event_id) ?? []) : [],
      ),
    }),
  );
  const expected = all
    .filter(({ time_type }) => time_type !== "actual")
    .sort((one, other) => other.recorded_at.localeCompare(one.recorded_at) || other.sequence - one.sequence);
  return { days, expected, byId };
}

function rowsOf(events: readonly Told[], toldBy: (event: Told) => Told[]): Row[] {
  const rows: Row[] = [];
  let run: Told[] = [];
  const close = () => {
    if (run.length >= RUN_MIN) rows.push(readingsOf(run));
    else rows.push(...run.map((event): Row => ({ kind: "event", event, told_by: toldBy(event) })));
    run = [];
  };
  for (const event of events) {
    if (isReading(event)) run.push(event);
    else {
      close();
      rows.push({ kind: "event", event, told_by: toldBy(event) });
    }
  }
  close();
  return rows;
}

export function isReading(event: Told): boolean {
  return READINGS.has(event.status_code) && event.voided_by === undefined;
}

function readingsOf(events: Told[]): ReadingsRow {
  const series = new Map<string, Series>();
  for (const { sensor, occurred_at } of events.toReversed()) {
    if (typeof sensor?.value !== "number") continue;
    const key = `${sensor.device_id ?? ""}\n${sensor.property}\n${sensor.unit ?? ""}`;
    let one = series.get(key);
    if (one === undefined) {
      one = { property: sensor.property, unit: sensor.unit, points: [] };
      series.set(key, one);
    }
    one.points.push({ at: sensor.phenomenon_time ?? occurred_at, value: sensor.value });
  }
  const positions = events.filter(({ status_code }) => status_code === "otep:sensor:position").length;
  return { kind: "readings", events, series: [...series.values()], positions };
}

/** Which days are open at first: the newest, as far as a reader can take them in at once. */
export function openAtFirst(days: readonly Day[]): Set<string> {
  const ROWS_AT_FIRST = 30;
  const open = new Set<string>();
  let rows = 0;
  for (const day of days) {
    if (open.size > 0 && rows + day.rows.length > ROWS_AT_FIRST) break;
    open.add(day.date);
    rows += day.rows.length;
  }
  return open;
}

export function wordsOf(event: Pick<Told, "status_code" | "base">): string {
  const [, profile = "", code = ""] = event.status_code.split(":");
  // An experimental code has no label of its own: its name says more than that of its base.
  const experimental = [profile, code].find((part) => part.startsWith("x-"));
  if (experimental !== undefined) return plain(code.replace(/^x-/, ""));
  return labelOf(event.status_code, event.base);
}

export function reasonOf(reason: string): string {
  return findIncidentReason(reason)?.label ?? plain(reason.replace(/^x-/, ""));
}

const SOURCES: Record<string, string> = {
  self_delivery: "Own delivery",
  third_party: "Delivery partner",
  carrier: "Carrier",
  locker: "Locker",
  warehouse: "Warehouse",
  storage: "Storage",
  customs: "Customs",
  marketplace: "Marketplace",
  sensor: "Sensor",
  system: "System",
  other: "Other source",
};

/** "Carrier globex" */
/** The service itself: to readers the one who delivers, whose name stands above. */
const OURSELVES = "packhorse";

export function sourceOf({ type, provider }: { type: string; provider?: string | null }): string {
  const words = SOURCES[type] ?? plain(type);
  return provider && provider !== OURSELVES ? `${words} ${provider}` : words;
}

const UNITS: Record<string, string> = { Cel: "°C", "[degF]": "°F", "m/s2": "m/s²", deg: "°" };

/** "9.4 °C": UCUM is for machines. */
export function amount(value: number | string | boolean, unit: string | undefined): string {
  const text =
    typeof value === "number" ? value.toLocaleString("en-GB", { maximumFractionDigits: 3 }) : String(value);
  return unit === undefined || unit === "1" ? text : `${text} ${UNITS[unit] ?? unit}`;
}

/** The place in words, as far as it is told: its name, its town, or what it is. */
export function placeOf(location: Told["location"]): string | undefined {
  if (location === undefined) return undefined;
  const { name, address, unlocode, iata, gln, kind, id } = location;
  // A region that is a number is for forms.
  const region = /\d/.test(address?.region ?? "") ? undefined : address?.region;
  const town = [address?.city, region].filter(Boolean).join(", ");
  const country = address?.country;
  const words = [name, town || undefined, country].filter((part) => part !== undefined);
  if (words.length > 0) return words.join(", ");
  return unlocode ?? iata ?? (gln === undefined ? undefined : `GLN ${gln}`) ?? (kind ? plain(kind) : id);
}
