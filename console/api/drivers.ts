/** Drivers of the business. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RouteDetail } from "./routes.ts";
import { get, patch } from "./transport.ts";

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

export const updateDriver = (driver_id: number, body: object) => patch(`/api/v1/driverinfo/${driver_id}`, body);

export interface DriverDocument {
  id: number;
  kind: string;
  number: string;
  expires_date: string | null;
  file_id: number | null;
  status: "submitted" | "accepted" | "refused";
}

export const documentsQuery = (driver_id: number) =>
  queryOptions({
    queryKey: ["drivers", "documents", driver_id],
    queryFn: async ({ signal }) =>
      (await get<{ documents: DriverDocument[] }>(`/api/v1/driverinfo/${driver_id}/documents`, {}, { signal })).documents,
  });

export const reviewDocument = (driver_id: number, document_id: number, status: "accepted" | "refused") =>
  patch(`/api/v1/driverinfo/${driver_id}/documents/${document_id}`, { status });

/** Figures only; texts and lists are left to other pages. */
export const performanceQuery = (driver_id: number) =>
  queryOptions({
    queryKey: ["drivers", "performance", driver_id],
    queryFn: async ({ signal }) => {
      const answer = await get<Record<string, unknown>>(`/api/v1/driverinfo/${driver_id}/performance`, {}, { signal });
      const facts = (answer["performance"] ?? answer) as Record<string, unknown>;
      return Object.fromEntries(
        Object.entries(facts).filter(([name, value]) => name !== "driver_id" && (typeof value === "number" || value === null)),
      ) as Record<string, number | null>;
    },
  });
