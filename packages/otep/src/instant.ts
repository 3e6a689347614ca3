/**
 * Instants as RFC 3339 text and as epoch milliseconds.
 *
 * Written by hand because it runs for every event and `Date.parse` accepts much that RFC 3339 does not
 * (local times without an offset, dates alone, February 30th).
 */

const ZERO = 48;
const DAY_MS = 86_400_000;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Midnight, 1 January 2000 UTC: earlier instants are treated as errors. */
export const YEAR_2000 = 946_684_800_000;
/** Midnight, 1 January 10000 UTC: the first instant that normal form cannot represent. */
export const YEAR_10000 = 253_402_300_800_000;

/** Returned by `parseInstant` for text that is not a date and time. */
export const NOT_AN_INSTANT = Number.NaN;
/** Returned by `parseInstant` for a date and time without `Z` or `±hh:mm`. */
export const NO_OFFSET = Number.NEGATIVE_INFINITY;

/**
 * Epoch milliseconds of an RFC 3339 date and time, digits beyond milliseconds cut off.
 * `NOT_AN_INSTANT` (NaN) or `NO_OFFSET` (-Infinity) when it is none. A leap second counts as the next second; it is
 * one only at the end of a day of UTC.
 */
export function parseInstant(text: string): number {
  const length = text.length;
  if (length < 19 || length > 40) return NOT_AN_INSTANT;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  if (
    year < 0 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    hour < 0 ||
    hour > 23 ||
    minute < 0 ||
    minute > 59 ||
    second < 0 ||
    second > 60 ||
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58
  ) {
    return NOT_AN_INSTANT;
  }
  const separator = text.charCodeAt(10);
  if (separator !== 84 && separator !== 116 && separator !== 32) return NOT_AN_INSTANT;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (day > (month === 2 && leap ? 29 : MONTH_DAYS[month - 1]!)) return NOT_AN_INSTANT;

  let index = 19;
  let fraction_ms = 0;
  if (text.charCodeAt(index) === 46) {
    let scale = 100;
    const first = ++index;
    for (; index < length; index++) {
      const digit = text.charCodeAt(index) - ZERO;
      if (digit < 0 || digit > 9) break;
      if (scale >= 1) fraction_ms += digit * scale;
      scale = scale === 1 ? 0 : scale / 10;
    }
    if (index === first) return NOT_AN_INSTANT;
  }
  if (index === length) return NO_OFFSET;

  let offset_minutes = 0;
  const sign = text.charCodeAt(index);
  if (sign === 90 || sign === 122) {
    if (index + 1 !== length) return NOT_AN_INSTANT;
  } else {
    if (sign !== 43 && sign !== 45) return NOT_AN_INSTANT;
    if (index + 6 !== length || text.charCodeAt(index + 3) !== 58) return NOT_AN_INSTANT;
    const hours = digits(text, index + 1, 2);
    const minutes = digits(text, index + 4, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return NOT_AN_INSTANT;
    offset_minutes = sign === 43 ? hours * 60 + minutes : -(hours * 60 + minutes);
  }
  const utc_minutes = hour * 60 + minute - offset_minutes;
  if (second === 60 && utc_minutes !== -1 && utc_minutes !== 1439) return NOT_AN_INSTANT;
  const seconds = utc_minutes * 60 + second;
  const date = year * 512 + month * 32 + day;
  if (date !== counted_date) {
    counted_days = daysFromCivil(year, month, day);
    counted_date = date;
  }
  return counted_days * DAY_MS + seconds * 1000 + fraction_ms;
}
// Events of one journey mostly share their day.
let counted_date = -1;
let counted_days = 0;

/** Epoch milliseconds as `2026-03-02T09:15:00.000Z`; years 0 to 9999. */
export function formatInstant(epoch_ms: number): string {
  if (epoch_ms === formatted_ms) return formatted;
  const days = Math.floor(epoch_ms / DAY_MS);
  const rest = epoch_ms - days * DAY_MS;
  formatted_ms = epoch_ms;
  formatted = `${civilFromDays(days)}T${two(Math.floor(rest / 3_600_000))}:${two(
    Math.floor(rest / 60_000) % 60,
  )}:${two(Math.floor(rest / 1000) % 60)}.${three(rest % 1000)}Z`;
  return formatted;
}
// Events of one batch share their time of recording.
let formatted_ms = 0;
let formatted = "1970-01-01T00:00:00.000Z";

/** The normal form of an instant already parsed from `text`; reuses the text when it is in that form. */
export function canonicalInstant(text: string, epoch_ms: number): string {
  // A leap second (`:60`) must be reformatted.
  if (
    text.charCodeAt(text.length - 1) === 90 &&
    text.charCodeAt(10) === 84 &&
    text.charCodeAt(17) !== 54 &&
    (text.length === 24 || text.length === 20)
  ) {
    return text.length === 24 ? text : `${text.slice(0, 19)}.000Z`;
  }
  return formatInstant(epoch_ms);
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let index = from; index < from + count; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years that begin in March.
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const year_of_era = shifted - era * 400;
  const day_of_year = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 +
    year_of_era * 365 +
    Math.floor(year_of_era / 4) -
    Math.floor(year_of_era / 100) +
    day_of_year -
    719_468
  );
}

function civilFromDays(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const day_of_era = shifted - era * 146_097;
  const year_of_era = Math.floor(
    (day_of_era -
      Math.floor(day_of_era / 1460) +
      Math.floor(day_of_era / 36_524) -
      Math.floor(day_of_era / 146_096)) /
      365,
  );
  const day_of_year =
    day_of_era - (365 * year_of_era + Math.floor(year_of_era / 4) - Math.floor(year_of_era / 100));
  const shifted_month = Math.floor((5 * day_of_year + 2) / 153);
  const day = day_of_year - Math.floor((153 * shifted_month + 2) / 5) + 1;
  const month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  const year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

function three(value: number): string {
  return value < 10 ? `00${value}` : value < 100 ? `0${value}` : `${value}`;
}
