/** Settings of the business. */
import { queryOptions } from "@tanstack/react-query";
import { get } from "./transport.ts";

export interface BusinessSettings {
  [member: string]: unknown;
  depot?: { name?: string; line1?: string; city?: string; lat?: number; lng?: number } | null;
}

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) =>
    get<{ version: number; settings: BusinessSettings; business?: Record<string, unknown> }>("/api/v1/client/settings", {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Where the vans start; null where none is set. */
export const depotQuery = queryOptions({
  ...settingsQuery,
  select: ({ settings }): { lat: number; lng: number; title: string } | null => {
    const { depot } = settings;
    if (typeof depot?.lat !== "number" || typeof depot.lng !== "number") return null;
    return { lat: depot.lat, lng: depot.lng, title: depot.name ?? "Depot" };
  },
});
