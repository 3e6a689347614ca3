/**
 * Arranges a timeline for display: newest first and by day, expected events apart from actual ones, reports of
 * the same thing grouped, long runs of readings as one row. Pure; adds nothing to the document.
 */
import type { PublicTimeline } from "../../../packages/otep/src/redact.ts";
import type { Timeline, TimelineEvent } from "../../../packages/otep/src/timeline.ts";
import { number } from "../format.ts";
import { findWord, readFreeCode } from "../labels.ts";
import { labels } from "./labels.ts";
import { text } from "./text.ts";

export type TimelineDocument = Timeline | PublicTimeline;
/** The full view; the public view lacks some members. */
export type DisplayedEvent = TimelineEvent;
export type TimelineProof = NonNullable<TimelineEvent["proof"]>[number] & { url?: string };

export interface EventRow {
  kind: "event";
  event: DisplayedEvent;
  /** Reports of the same thing by other providers. */
  reported_by: DisplayedEvent[];
}

export interface ReadingsRow {
  kind: "readings";
  /** Newest first. */
  events: DisplayedEvent[];
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

export interface ArrangedTimeline {
  days: Day[];
  /** Estimates, plans and requests, the last recorded first. */
  expected: DisplayedEvent[];
  /** Each event by its id, for `corrects` and similar references. */
  byId: ReadonlyMap<string, DisplayedEvent>;
}

const READINGS = new Set(["otep:sensor:reading", "otep:sensor:position"]);
/** Shorter runs are listed one by one. */
const RUN_MIN = 3;

export function arrangeTimeline(document: TimelineDocument, toDay: (at: string) => string): ArrangedTimeline {
  const all = document.events as DisplayedEvent[];
  const byId = new Map<string, DisplayedEvent>();
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
  const days = [...Map.groupBy(facts, ({ occurred_at }) => toDay(occurred_at))].map(
    ([date, events]): Day => ({
      date,
      event_count: events.length,
      rows: buildRows(events, (event) =>
        byId.get(event.event_id) === event ? (corroborating.get(event.event_id) ?? []) : [],
      ),
    }),
  );
  const expected = all
    .filter(({ time_type }) => time_type !== "actual")
    .sort((one, other) => other.recorded_at.localeCompare(one.recorded_at) || other.sequence - one.sequence);
  return { days, expected, byId };
}

function buildRows(
  events: readonly DisplayedEvent[],
  reportedBy: (event: DisplayedEvent) => DisplayedEvent[],
): Row[] {
  const rows: Row[] = [];
  let run: DisplayedEvent[] = [];
  const close = () => {
    if (run.length >= RUN_MIN) rows.push(buildReadingsRow(run));
    else rows.push(...run.map((event): Row => ({ kind: "event", event, reported_by: reportedBy(event) })));
    run = [];
  };
  for (const event of events) {
    if (isReading(event)) run.push(event);
    else {
      close();
      rows.push({ kind: "event", event, reported_by: reportedBy(event) });
    }
  }
  close();
  return rows;
}

export function isReading(event: DisplayedEvent): boolean {
  return READINGS.has(event.status_code) && event.voided_by === undefined;
}

function buildReadingsRow(events: DisplayedEvent[]): ReadingsRow {
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

/** Days that are open at first: the newest ones, up to a readable number of rows. */
export function findOpenDays(days: readonly Day[]): Set<string> {
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

export function formatCode(event: Pick<DisplayedEvent, "status_code" | "base">): string {
  const [, profile = "", code = ""] = event.status_code.split(":");
  // An experimental code has no label of its own: its name is more specific than the label of its base.
  const experimental = [profile, code].find((part) => part.startsWith("x-"));
  if (experimental !== undefined) return readFreeCode(code.replace(/^x-/, ""));
  return labels.status(event.status_code, event.base);
}

export function formatReason(reason: string): string {
  return labels.reason(reason) ?? readFreeCode(reason.replace(/^x-/, ""));
}

/** Events of the service itself: readers see the delivering business, whose name is shown above. */
const OWN_SERVICE = "packhorse";

/** What a sensor measures; other systems have properties of their own. */
export const nameProperty = (property: string): string =>
  findWord(text.properties, property) ?? readFreeCode(property);

export const namePlaceKind = (kind: string): string => findWord(text.places, kind) ?? text.places.other;

/** "Carrier globex" */
export function formatSource({ type, provider }: { type: string; provider?: string | null }): string {
  const words = findWord(text.sources, type) ?? text.sources.other;
  return provider && provider !== OWN_SERVICE ? `${words} ${provider}` : words;
}

const UNITS: Record<string, string> = { Cel: "°C", "[degF]": "°F", "m/s2": "m/s²", deg: "°" };

/** "9.4 °C": UCUM units are not readable for people. */
export function formatQuantity(value: number | string | boolean, unit: string | undefined): string {
  const value_text = typeof value === "number" ? number(value, { maximumFractionDigits: 3 }) : String(value);
  return unit === undefined || unit === "1" ? value_text : `${value_text} ${UNITS[unit] ?? unit}`;
}

/** The place as text, as far as known: its name, its town, or its kind. */
export function formatPlace(location: DisplayedEvent["location"]): string | undefined {
  if (location === undefined) return undefined;
  const { name, address, unlocode, iata, gln, kind, id } = location;
  // A numeric region is an administrative code, not readable text.
  const region = /\d/.test(address?.region ?? "") ? undefined : address?.region;
  const town = [address?.city, region].filter(Boolean).join(", ");
  const country = address?.country;
  const words = [name, town || undefined, country].filter((part) => part !== undefined);
  if (words.length > 0) return words.join(", ");
  return (
    unlocode ?? iata ?? (gln === undefined ? undefined : `GLN ${gln}`) ?? (kind ? namePlaceKind(kind) : id)
  );
}
