import { ApiError, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { meQuery } from "../../../api/session.ts";
import type { FindRecords, FoundRecord } from "../../../manifest.ts";
import { fitsWords } from "../../../parts/find-words.ts";
import { createTimes, day } from "../../../parts/times.ts";
import { routesQuery } from "./queries.ts";
import { text } from "./text.ts";

/** By id, of any day; by the number or the name of the driver, of today. */
export const findRoutes: FindRecords = async (text, { signal }) => {
  if (/^\d{1,9}$/.test(text)) {
    const route_id = Number(text);
    try {
      return [toRecord((await client.clientRoute({ route_id }, { signal })).route)];
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  }
  const { business } = await queryClient.ensureQueryData(meQuery);
  const date = createTimes(business?.time_zone ?? "UTC").today();
  const { routes } = await queryClient.fetchQuery(routesQuery({ date }));
  return routes
    .filter(({ driver_name, number }) => fitsWords(text, driver_name, number))
    .slice(0, 5)
    .map(toRecord);
};

const toRecord = (route: {
  id: number;
  number: string;
  driver_name: string | null;
  date: string;
}): FoundRecord => ({
  page: ["route", route.id],
  label: route.driver_name ?? text.no_driver,
  number: route.number,
  about: day(route.date),
});
