/** Reports of one thing by several providers. */
import type { CoreCode } from "../codes.gen.ts";
import type { Geo } from "../event.ts";
import type { CodeEntry } from "../vocabulary.ts";

const CORROBORATION_MS = 120_000;
/** Two devices at one site, not two streets of a town. */
const SAME_PLACE_M = 500;
/** The mean radius of the Earth, IUGG. */
const EARTH_RADIUS_M = 6_371_008.8;

/** What is compared of a place; the public view has fewer of these members. */
interface ComparedPlace {
  gln?: string;
  unlocode?: string;
  iata?: string;
  geo?: Geo;
  address?: { city?: string; country?: string };
  name?: string;
}

/** What is compared of a report. */
interface Report {
  event: { event_id: string; source: { provider?: string }; location?: ComparedPlace };
  code: Pick<CodeEntry, "base">;
  occurred_ms: number;
}

/**
 * Two providers reporting the same thing: same base, at most two minutes apart, the same place or one without.
 * Of each provider the latest first-hand report counts, of several providers' the earliest.
 */
export class Corroboration {
  /** Per base, the latest first-hand report of each provider. */
  readonly #latest = new Map<CoreCode, Map<string, Report>>();

  /** The `event_id` that this status event corroborates, if any. Call in the order of the timeline. */
  find(entry: Report): string | undefined {
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

function mayBeSamePlace(one: ComparedPlace | undefined, other: ComparedPlace | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (one.gln !== undefined && other.gln !== undefined) return one.gln === other.gln;
  if (one.unlocode !== undefined && other.unlocode !== undefined) return one.unlocode === other.unlocode;
  if (one.iata !== undefined && other.iata !== undefined) return one.iata === other.iata;
  if (one.geo !== undefined && other.geo !== undefined)
    return computeDistance(one.geo, other.geo) <= SAME_PLACE_M;
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

/** Metres on the sphere, by the haversine formula: exact at the poles and over the 180th meridian. */
function computeDistance(one: Geo, other: Geo): number {
  const radians = Math.PI / 180;
  const lat = Math.sin(((other.lat - one.lat) * radians) / 2);
  const lon = Math.sin(((other.lon - one.lon) * radians) / 2);
  const h = lat * lat + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * lon * lon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
