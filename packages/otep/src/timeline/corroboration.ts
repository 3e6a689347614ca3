/** Reports of one thing by several providers. */
import type { CoreCode } from "../codes.gen.ts";
import type { Location } from "../event.ts";
import type { Entry } from "./entry.ts";

const CORROBORATION_MS = 120_000;

/**
 * Two providers reporting the same thing: same base, at most two minutes apart, the same place or one without.
 * Of each provider the latest first-hand report counts, of several providers' the earliest.
 */
export class Corroboration {
  /** Per base, the latest first-hand report of each provider. */
  readonly #latest = new Map<CoreCode, Map<string, Entry>>();

  /** The `event_id` that this status event corroborates, if any. Call in the order of the timeline. */
  find(entry: Entry): string | undefined {
    const { base } = entry.code;
    const provider = entry.event.source.provider ?? "";
    let reports = this.#latest.get(base);
    if (reports === undefined) {
      reports = new Map();
      this.#latest.set(base, reports);
    }
    for (const [other, report] of reports) {
      if (entry.occurred_ms - report.occurred_ms > CORROBORATION_MS) reports.delete(other);
      else if (other !== provider && mayBeSamePlace(entry.event.location, report.event.location)) {
        return report.event.event_id;
      }
    }
    // Last in the map, so that of several reports the earliest is found.
    reports.delete(provider);
    reports.set(provider, entry);
    return undefined;
  }
}

function mayBeSamePlace(one: Location | undefined, other: Location | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (one.gln !== undefined && other.gln !== undefined) return one.gln === other.gln;
  if (one.unlocode !== undefined && other.unlocode !== undefined) return one.unlocode === other.unlocode;
  if (one.iata !== undefined && other.iata !== undefined) return one.iata === other.iata;
  if (one.geo !== undefined && other.geo !== undefined) {
    // Some 500 m: two devices at one site, not two streets of a town.
    const lon_scale = Math.cos((one.geo.lat * Math.PI) / 180);
    return (
      Math.hypot(one.geo.lat - other.geo.lat, (one.geo.lon - other.geo.lon) * lon_scale) * 111_195 <= 500
    );
  }
  const one_city = one.address?.city;
  const other_city = other.address?.city;
  if (one_city !== undefined && other_city !== undefined) {
    return (
      one_city.toLowerCase() === other_city.toLowerCase() &&
      (one.address?.country === undefined ||
        other.address?.country === undefined ||
        one.address.country === other.address.country)
    );
  }
  return one.name !== undefined && one.name === other.name;
}
