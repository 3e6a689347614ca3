/** Settings of the business. */
import { queryOptions } from "@tanstack/react-query";
import type { Place } from "./orders.ts";
import { get } from "./transport.ts";

export interface BusinessFacts {
  id: number;
  code: string;
  name: string;
  time_zone: string;
  currency: string;
  country: string;
  locale: string;
}

/** Null stands for the default. */
export interface BusinessSettings {
  [member: string]: unknown;
  depot?: Place | null;
  shift_start?: string | null;
  shift_end?: string | null;
  speed_kmh?: number | null;
  road_factor?: number | null;
  public_proof?: boolean | null;
  require_load_check?: boolean | null;
  required_proofs?: string[] | null;
  approval_separation?: string | null;
  price_hiding_defaults?: string[] | null;
}

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) =>
    get<{ version: number; settings: BusinessSettings; business: BusinessFacts }>("/api/v1/client/settings", {}, { signal }),
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
