/** Settings of the business. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { text } from "./text.ts";

export type { BusinessFacts, BusinessSettings } from "../../../../packages/client/client.gen.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => client.clientSettings({}, { signal }),
  staleTime: 5 * 60_000,
});

const depotQuery = queryOptions({
  ...settingsQuery,
  select: ({ settings }): { lat: number; lng: number; title: string; country: string } | null => {
    const { depot } = settings;
    if (typeof depot?.lat !== "number" || typeof depot.lng !== "number") return null;
    const { lat, lng, name, country } = depot;
    return { lat, lng, title: name ?? text.depot, country: country ?? "" };
  },
});

/** Where vehicles start; null when no depot is set, undefined until it is known, and for those who may not read the settings. */
export function useDepot() {
  const me = useMe();
  const enabled = isStaff(me) && me.permissions.includes("settings:read");
  const { data, isLoading } = useQuery({ ...depotQuery, retry: false, enabled });
  return { depot: data, is_loading: isLoading };
}
