/** The language and the time zone of a recipient. Pure. */
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";

/** Countries in which nearly everybody reads one of our languages. Others get the language of the business. */
const LANGUAGE_OF_COUNTRY: Record<string, string> = {
  ...Object.fromEntries("US GB IE AU NZ".split(" ").map((country) => [country, "en"])),
  ...Object.fromEntries("DE AT LI".split(" ").map((country) => [country, "de"])),
  ...Object.fromEntries("FR MC".split(" ").map((country) => [country, "fr"])),
  ...Object.fromEntries(
    "ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY".split(" ").map((country) => [country, "es"]),
  ),
  ...Object.fromEntries("PT BR AO MZ CV".split(" ").map((country) => [country, "pt"])),
  CN: "zh-Hans",
  TW: "zh-Hant",
  HK: "zh-Hant",
  MO: "zh-Hant",
  JP: "ja",
  KR: "ko",
};

export function chooseRecipientLanguage(
  chosen_language: string | null | undefined,
  country: string,
  business_locale: string,
): string {
  return chosen_language ?? LANGUAGE_OF_COUNTRY[country] ?? chooseLanguage(business_locale, LANGUAGES);
}

/** That of the business, unless the recipient's country has exactly one and it is another. */
export function chooseTimeZone(country: string, business_zone: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return business_zone;
  const zones = new Intl.Locale("und", { region: country }).getTimeZones?.() ?? [];
  return zones.length === 1 ? (zones[0] as string) : business_zone;
}

const QUARTER_MS = 15 * 60_000;
/** Our choice: two hours, of which half an hour is before the planned arrival. */
const RANGE = { before_ms: 30 * 60_000, length_ms: 120 * 60_000 } as const;

export interface Arrival {
  /** Of the order. */
  window_start: string | null;
  window_end: string | null;
  /** Of its stop; null before it is on a route. */
  planned_arrival_at: string | null;
  /** By how much the route left late, milliseconds. */
  late_ms: number;
}

/** When the driver is expected, on quarters of an hour; null when nothing is known. */
export function computeTimeRange(arrival: Arrival): { start: Date; end: Date } | null {
  if (arrival.planned_arrival_at !== null) {
    const at = Date.parse(arrival.planned_arrival_at) + Math.max(0, arrival.late_ms);
    const start = Math.floor((at - RANGE.before_ms) / QUARTER_MS) * QUARTER_MS;
    return { start: new Date(start), end: new Date(start + RANGE.length_ms) };
  }
  if (arrival.window_start === null || arrival.window_end === null) return null;
  return { start: new Date(arrival.window_start), end: new Date(arrival.window_end) };
}

export function formatTime(at: Date, language: string, time_zone: string): string {
  return new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: time_zone,
  }).format(at);
}

export function formatTimeRange(
  { start, end }: { start: Date; end: Date },
  language: string,
  time_zone: string,
): string {
  const [from, to] = [start, end].map((at) => formatTime(at, language, time_zone));
  // A hyphen is in the alphabet of text messages, a dash is not.
  return `${from}-${to}`;
}

/** A date without its year, which is near. */
export function formatDate(date: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

export interface Reader {
  language: string;
  time_zone: string;
}

/** A day and its time, as its reader writes them. */
export const formatMoment = (at: string | Date, { language, time_zone }: Reader): string =>
  buildMomentFormat(language, time_zone).format(new Date(at));

/** From one moment to another: the day once where both are on it. */
export const formatWindow = (
  { start, end }: { start: string; end: string },
  { language, time_zone }: Reader,
): string => buildMomentFormat(language, time_zone).formatRange(new Date(start), new Date(end));

const buildMomentFormat = (language: string, time_zone: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: time_zone });
