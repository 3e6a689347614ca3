/** Checks of settings that a schema cannot express. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { isCurrency } from "#vocabulary/basics.ts";
import { isTimeZone } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

interface Facts {
  time_zone?: string | undefined;
  currency?: string | undefined;
  locale?: string | undefined;
  name?: string | undefined;
}

export function findBusinessFaults({ time_zone, currency, locale, name }: Facts): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (name !== undefined && name.trim() === "") faults.push({ field: "name", message: fields.empty });
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    faults.push({
      field: "time_zone",
      message: messages.no_time_zone,
    });
  }
  if (currency !== undefined && !isCurrency(currency)) {
    faults.push({ field: "currency", message: fields.no_currency });
  }
  if (locale !== undefined && !isLocale(locale)) {
    faults.push({ field: "locale", message: messages.no_language_tag });
  }
  return faults;
}

interface DaySettings {
  shift_start?: string | null | undefined;
  shift_end?: string | null | undefined;
  depot?: { lat?: number | null; lng?: number | null } | null | undefined;
}

/** `settings` with the change applied. */
export function findSettingsFaults({ shift_start, shift_end, depot }: DaySettings): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (shift_start && shift_start === shift_end) {
    faults.push({ field: "settings/shift_end", message: messages.differs_from_start });
  }
  if (depot && (depot.lat == null || depot.lng == null)) {
    faults.push({ field: "settings/depot", message: messages.depot_needs_coordinates });
  }
  return faults;
}
