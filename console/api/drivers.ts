/** Drivers of the business. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RouteDetail } from "./routes.ts";
import { get, patch, post } from "./transport.ts";

export interface DriverSummary {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  status: "pending" | "active" | "suspended";
  duty: "on" | "break" | "off";
  contractor_id: number | null;
  skills: string[];
  instant_deliver: boolean;
  position: { lat: number; lng: number; at: string | null } | null;
  vehicle: {
    id: number;
    plate: string;
    name: string;
    type: string;
    capacity_units: number | null;
    capacity_weight_g: number | null;
  } | null;
}

export const driversQuery = queryOptions({
  queryKey: ["drivers", "list"],
  queryFn: ({ signal }) =>
    get<{ total: number; drivers: DriverSummary[] }>("/api/v1/client/drivers", { per_page: 200 }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 20_000,
});

export const driverRoutesQuery = (driver_id: number, date: string) =>
  queryOptions({
    queryKey: ["drivers", "routes", driver_id, date],
    queryFn: ({ signal }) =>
      get<{ routes: RouteDetail[] }>(`/api/v1/client/drivers/${driver_id}/routes`, { date }, { signal }),
  });

export const updateDriver = (driver_id: number, body: object) => patch(`/api/v1/client/drivers/${driver_id}`, body);

export interface DriverDocument {
  id: number;
  kind: string;
  number: string;
  expires_date: string | null;
  file_id: number | null;
  status: "submitted" | "accepted" | "refused";
  expired: boolean;
}

export const documentsQuery = (driver_id: number) =>
  queryOptions({
    queryKey: ["drivers", "documents", driver_id],
    queryFn: async ({ signal }) =>
      (await get<{ documents: DriverDocument[] }>(`/api/v1/driverinfo/${driver_id}/documents`, {}, { signal })).documents,
  });

export const reviewDocument = (driver_id: number, document_id: number, status: "accepted" | "refused") =>
  patch(`/api/v1/driverinfo/${driver_id}/documents/${document_id}`, { status });

export interface LivePosition {
  driver_id: number;
  name: string;
  duty: "on" | "break";
  lat: number;
  lng: number;
  at: string;
  battery_percent: number | null;
  route_id: number | null;
  route_number: string | null;
  stops_total: number | null;
  stops_resolved: number | null;
}

/** Drivers on duty or on a break, and where they were last. */
export const positionsQuery = queryOptions({
  queryKey: ["drivers", "positions"],
  queryFn: async ({ signal }) =>
    (await get<{ drivers: LivePosition[] }>("/api/v1/client/drivers/positions", {}, { signal })).drivers,
  refetchInterval: 5000,
});

export interface Performance {
  routes: number;
  stops_done: number;
  stops_partial: number;
  stops_failed: number;
  stops_with_window: number;
  stops_on_time: number;
  deliveries: number;
  first_attempt_deliveries: number;
  deliveries_with_photo_or_signature: number;
}

export const performanceQuery = (driver_id: number, from: string, to: string) =>
  queryOptions({
    queryKey: ["drivers", "performance", driver_id, from, to],
    queryFn: ({ signal }) =>
      get<Performance>(`/api/v1/driverinfo/${driver_id}/performance`, { from, to }, { signal }),
  });

export const addDriver = (body: { name: string; email: string; phone?: string }) =>
  post<{ driver_id: number; invited: boolean }>("/api/v1/client/drivers", body);
