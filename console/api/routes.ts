/** Routes of drivers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OrderSummary, Place } from "./orders.ts";
import { get, post } from "./transport.ts";

export interface RouteLoad {
  units?: number;
  weight_g?: number;
  volume_cm3?: number;
  pallets?: number;
}

export interface RouteSummary {
  id: number;
  number: string;
  date: string;
  status: string;
  driver_id: number | null;
  driver_name: string | null;
  vehicle_id: number | null;
  orders: number;
  stops_total: number;
  stops_resolved: number;
  planned_distance_m: number;
  planned_duration_s: number;
  planned_start_at: string | null;
  planned_end_at: string | null;
  actual_start_at: string | null;
  actual_end_at: string | null;
  paused_at: string | null;
  load: RouteLoad;
  version: number;
  can_release: boolean;
  can_unrelease: boolean;
  can_reassign: boolean;
  can_edit_stops: boolean;
  can_split: boolean;
  can_cancel: boolean;
  can_close: boolean;
}

export interface RouteStop {
  id: number;
  seq: number;
  lat: number;
  lng: number;
  status: string;
  window_start: string | null;
  window_end: string | null;
  planned_arrival_at: string | null;
  arrived_at: string | null;
  done_at: string | null;
  leg_distance_m: number;
  late: boolean;
  tasks: { id: number; order_id: number; action: string; status: string; done_at: string | null; order: OrderSummary | null }[];
}

export interface RouteDetail extends RouteSummary {
  start_place: Place;
  end_place: Place | null;
  stops: RouteStop[];
  path: { lat: number; lng: number }[];
}

const BASE = "/api/v1/client/routes";

export const routesQuery = (filters: { date?: string; driver_id?: number; status?: string[]; per_page?: number }) =>
  queryOptions({
    queryKey: ["routes", "list", filters],
    queryFn: ({ signal }) => get<{ total: number; routes: RouteSummary[] }>(BASE, { per_page: 200, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const routeQuery = (route_id: number) =>
  queryOptions({
    queryKey: ["routes", "one", route_id],
    queryFn: async ({ signal }) => (await get<{ route: RouteDetail }>(`${BASE}/${route_id}`, {}, { signal })).route,
    staleTime: 15_000,
  });

interface RouteAnswer {
  route: RouteDetail;
}

const command = (route: { id: number; version: number }, path: string, body: object) =>
  post<RouteAnswer>(`${BASE}/${route.id}/${path}`, body, { if_match: route.version });

type Named = { id: number; version: number };
export const releaseRoute = (route: Named) => command(route, "release", {});
export const unreleaseRoute = (route: Named) => command(route, "unrelease", {});
export const reassignRoute = (route: Named, driver_id: number | null) => command(route, "reassign", { driver_id });
export const cancelRoute = (route: Named) => command(route, "cancel", {});
export const closeRoute = (route: Named) => command(route, "close", {});
export const resequenceRoute = (route: Named, stop_ids: number[]) => command(route, "resequence", { stop_ids });

/** Orders that are on another route leave it. */
export const addToRoute = (route_id: number, order_ids: number[], position?: number) =>
  post<RouteAnswer>(`${BASE}/${route_id}/orders`, { add: order_ids, position });
export const removeFromRoute = (route_id: number, order_ids: number[]) =>
  post<RouteAnswer>(`${BASE}/${route_id}/orders`, { remove: order_ids });

export const releaseRoutes = (body: { date?: string; route_ids?: number[] }) =>
  post<{ released: number; failed: number; routes: { route_id: number; result: boolean; message?: string }[] }>(`${BASE}/release`, body);
