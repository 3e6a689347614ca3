/** Points of interest, their visits and imports. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PoiHoliday, PoisInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type {
  Poi,
  PoiGeometry,
  PoiHoliday,
  PoiHours,
  PoiImportRow,
  PoiVisit,
} from "../../../../packages/client/client.gen.ts";

export const POIS_KEY = ["pois"];
export const PER_PAGE = 100;

export const poisQuery = (filters: PoisInput) =>
  queryOptions({
    queryKey: [...POIS_KEY, "list", filters],
    meta: { live: ["poi"] },
    queryFn: ({ signal }) => client.pois({ per_page: PER_PAGE, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const poiQuery = (poi_id: number) =>
  queryOptions({
    queryKey: [...POIS_KEY, "one", poi_id],
    meta: { live: [{ poi: poi_id }] },
    queryFn: ({ signal }) => client.poi({ poi_id }, { signal }),
  });

export const visitsQuery = (poi_id: number) =>
  queryOptions({
    queryKey: [...POIS_KEY, "visits", poi_id],
    meta: { live: [{ poi: poi_id }] },
    queryFn: ({ signal }) => client.poiVisits({ poi_id, per_page: 50 }, { signal }),
  });

export const importQuery = (import_id: string) =>
  queryOptions({
    queryKey: [...POIS_KEY, "import", import_id],
    queryFn: ({ signal }) => client.poiImportResult({ import_id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === "QUEUED" || state.data?.state === "RUNNING" ? 1000 : false,
  });

/** Under that of points of interest: whether they are open depends on it. */
export const HOLIDAYS_KEY = [...POIS_KEY, "holidays"];
const HOLIDAYS_PER_PAGE = 200;

/** All of them: a calendar is saved as a whole, so that a day which was not loaded would be removed. */
export const holidaysQuery = queryOptions({
  queryKey: HOLIDAYS_KEY,
  meta: { live: ["poi_calendar"] },
  async queryFn({ signal }) {
    const holidays: PoiHoliday[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await client.poiHolidays({ page, per_page: HOLIDAYS_PER_PAGE }, { signal });
      holidays.push(...answer.holidays);
      if (answer.holidays.length === 0 || holidays.length >= answer.total) return { holidays };
    }
  },
});
