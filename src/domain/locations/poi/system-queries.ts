/** Points of interest that businesses show to everybody. */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import type { PoiRow } from "./records/poi.ts";
import type { Box } from "./rules.ts";

interface PublicSearch {
  box: Box;
  near: { lat: number; lng: number };
  kinds: readonly string[] | undefined;
  /** The business that asks knows its own. */
  but_business_id: number;
  limit: number;
}

export interface PublicPoiRow extends PoiRow {
  client_code: string;
  client_name: string;
  business_time_zone: string;
  distance_m: number;
}

interface PoiQueries {
  findPublicPoi(id: number): Promise<PublicPoiRow | undefined>;
  /** The nearest first. */
  listPublicPois(search: PublicSearch): Promise<PublicPoiRow[]>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends PoiQueries {}
}

const COLUMNS = "p.*, b.code as client_code, b.name as client_name, b.time_zone as business_time_zone";
const PUBLIC =
  "from poi p join business b on b.id = p.business_id where p.visibility = 'public' and p.merged_into is null";

export const systemQueries = defineSystemQueries<PoiQueries>(({ db }) => ({
  findPublicPoi: (id) =>
    db.row<PublicPoiRow>(`select ${COLUMNS}, 0 as distance_m ${PUBLIC} and p.id = $1`, [id]),

  listPublicPois: ({ box, near, kinds, but_business_id, limit }) =>
    db.rows<PublicPoiRow>(
      `select ${COLUMNS}, poi_distance_m(p.lat, p.lng, $5, $6) as distance_m ${PUBLIC}
          and p.south <= $4 and p.north >= $2 and p.business_id <> $7 and ($8::text[] is null or p.kind = any($8))
          and exists (select from unnest(array[0, 360, -360]) turn where p.west + turn <= $3 and p.east + turn >= $1)
        order by distance_m, p.id limit $9`,
      [box.west, box.south, box.east, box.north, near.lat, near.lng, but_business_id, kinds ?? null, limit],
    ),
}));
