/** The driver's day: fetched when there is a connection, kept on the device, with what is not sent yet applied to it. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import type { Database } from "../../../offline/database.ts";
import { fetchWithFallback } from "../../../offline/fetch-with-fallback.ts";
import type { QueuedItem } from "../../../offline/items.ts";
import type { Queue } from "../../../offline/queue.ts";
import { useQueue, useQueueState } from "../../../offline/use-queue.ts";
import { applyCommands, type Day } from "./overlay.ts";

const FETCH_MS = 20_000;
async function fetchDay(): Promise<Day> {
  const call = { signal: AbortSignal.timeout(FETCH_MS) };
  const [{ routes, duty }, { reasons }] = await Promise.all([
    client.driverRoutes({ per_page: 20 }, call),
    client.returnReasons({}, call),
  ]);
  const full = await Promise.all(
    routes.map(({ id }) =>
      client.driverRoute({ route_id: id }, call).catch((error: unknown) => {
        // It went to somebody else in between.
        if (error instanceof ApiError && [404, 409].includes(error.status)) return undefined;
        throw error;
      }),
    ),
  );
  return {
    fetched_at: Date.now(),
    duty,
    routes: full.filter((one) => one !== undefined),
    reasons: reasons.filter(({ active }) => active),
  };
}

const readDay = (database: Database) =>
  database("readonly", (transaction) => transaction.get("values", "day") as Promise<Day | undefined>);
const saveDay = (database: Database, day: Day) =>
  database("readwrite", async (transaction) => transaction.put("values", day, "day"));

const dayQuery = (account_id: number, { database }: Queue) =>
  queryOptions({
    queryKey: ["driver-day", account_id],
    meta: { live: ["route", "order", "stop"] },
    networkMode: "always",
    retry: false,
    refetchOnReconnect: "always",
    queryFn: (): Promise<Day> => fetchWithFallback(database, "day", fetchDay),
  });

/** The day as the driver left it, whatever of it has been sent. */
export function useDay() {
  const queue = useQueue();
  const queries = useQueryClient();
  const { items } = useQueueState();
  const options = dayQuery(useMe().user.id, queue);
  const query = useQuery(options);
  const [, account_id] = options.queryKey;
  useEffect(() => {
    const queryKey = ["driver-day", account_id];
    // What is on the device is shown while the service is asked.
    if (queries.getQueryData(queryKey) === undefined)
      void readDay(queue.database).then((day) => {
        if (day !== undefined && queries.getQueryData(queryKey) === undefined)
          queries.setQueryData(queryKey, day, { updatedAt: day.fetched_at });
      });
    return queue.onSettled(({ item, outcome }) => {
      if (item.channel !== "driver") return;
      if (outcome.result)
        queries.setQueryData<Day>(queryKey, (day) => {
          if (day === undefined) return day;
          const after = applyCommands(day, [item]);
          void saveDay(queue.database, after);
          return after;
        });
      void queries.invalidateQueries({ queryKey });
    });
  }, [queries, queue, account_id]);
  const data = useMemo(
    () =>
      query.data === undefined
        ? undefined
        : applyCommands(
            query.data,
            items.filter(({ state }) => state === "waiting"),
          ),
    [query.data, items],
  );
  return { data, error: query.error, refetch: query.refetch };
}

/** Items of a stop that are not sent, not accepted, or to be read. */
export const listStopItems = (items: readonly QueuedItem[], stop_id: number): readonly QueuedItem[] =>
  items.filter(({ channel, body }) => channel === "driver" && body["stop_id"] === stop_id);
