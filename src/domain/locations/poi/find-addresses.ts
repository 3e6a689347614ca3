/** Points of interest as addresses, for those who search for one. */
import type { Context } from "#operation/define/context.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import type { Place } from "#vocabulary/place.ts";
import { type PoiRow, seesInternals } from "./records/poi.ts";
import { foldText } from "./rules.ts";

export interface PoiAddress {
  poi_id: number;
  name: string;
  place: Place;
}

const ROWS_MAX = 20;

/** Those that contain all the words, by name; of a no-go area nobody wants the address. */
export async function findPoiAddresses(
  { db, business_id, actor }: Pick<Context, "db" | "business_id" | "actor">,
  text: string,
): Promise<PoiAddress[]> {
  const folded = foldText(text);
  if (folded.length < 2) return [];
  const rows = await db.rows<PoiRow>(
    `select p.* from poi p
      where p.business_id = $1 and p.id in (select f.id from search_pois($2, 200) f) and p.kind <> 'no_go_area'
        and ($3 or p.visibility = 'public')
      order by lower(p.name), p.id limit ${ROWS_MAX}`,
    [business_id, toLikePattern(folded), seesInternals(actor.role)],
  );
  return rows.map((row) => ({ poi_id: row.id, name: row.name, place: buildStopPlace(row) }));
}

/** Where a stop goes: the address, the first entrance and what the driver should know there. */
export function buildStopPlace({ name, place, lat, lng, entrances }: PoiRow): Place {
  const [entrance] = entrances;
  const instructions = entrance?.instructions ?? place?.instructions;
  return {
    line1: name,
    name,
    ...place,
    ...(instructions === undefined ? {} : { instructions }),
    lat,
    lng,
  };
}
