/** Orders: what the pages read and ask for. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Previewed } from "./preview.ts";
import { call, get, post } from "./transport.ts";

export interface Place {
  name?: string;
  phone?: string;
  email?: string;
  line1: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  country?: string;
  lat?: number | null;
  lng?: number | null;
  window?: { start: string; end: string } | null;
  instructions?: string;
}

export interface OrderSummary {
  id: number;
  tracking_number: string;
  ref: string | null;
  external_tracking: string | null;
  type: "D" | "P" | "P2P";
  service: string;
  status: string;
  status_since: string;
  scheduled_date: string;
  customer_id: number | null;
  route_id: number | null;
  name: string;
  address: string;
  city: string;
  postal_code: string;
  lat: number | null;
  lng: number | null;
  window_start: string | null;
  window_end: string | null;
  weight_g: number;
  units: number;
  hold: { reason: string; by: number | null; at: string } | null;
  attempts: number;
  created_at: string;
  version: number;
  shipping_price?: number | null;
  currency?: string;
  price_hidden?: boolean;
}

export interface Parcel {
  id: number;
  tracking_number: string;
  label_code: string;
  weight_g: number;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  contents: string;
  custody: string;
  custody_since: string;
}

export interface OrderDetail extends OrderSummary {
  delivery_kind: string;
  pickup: Place | null;
  dropoff: Place | null;
  parcels: Parcel[];
  requirements: { skills?: string[]; vehicle_type?: string; pod?: string[] };
  service_time_s: number;
  priority: number;
  volume_cm3: number;
  pallets: number;
  delivery_instruction: string;
  note?: string;
  cod_minor: number;
  payment: string;
  return_reason: { code: string; version: number; note: string } | null;
  assignment_id: number | null;
  contractor_account_id: number | null;
  replaces_order_id: number | null;
  replaced_by_order_id: number | null;
  source: string;
  updated_at: string;
  delivered_at: string | null;
  can_cancel: boolean;
  can_hold: boolean;
  can_release: boolean;
  can_reroute: boolean;
  can_plan: boolean;
}

export interface OrderFilters {
  page?: number;
  per_page?: number;
  status?: string[];
  type?: string;
  date_from?: string;
  date_to?: string;
  customer_id?: number;
  route_id?: number;
  on_route?: boolean;
}

export interface OrderPage {
  total: number;
  page: number;
  per_page: number;
  orders: OrderSummary[];
}

const BASE = "/api/v1/client";

export const ordersQuery = (filters: OrderFilters) =>
  queryOptions({
    queryKey: ["orders", "list", filters],
    queryFn: ({ signal }) => get<OrderPage>(`${BASE}/orders`, { ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Every order of the filters, page after page: for maps. The planner itself reads the database. */
export const allOrdersQuery = (filters: OrderFilters, most = 4000) =>
  queryOptions({
    queryKey: ["orders", "all", filters, most],
    queryFn: async ({ signal }) => {
      const read = (page: number) => get<OrderPage>(`${BASE}/orders`, { ...filters, page, per_page: 200 }, { signal });
      const first = await read(1);
      const pages = Math.ceil(Math.min(first.total, most) / 200);
      const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
      return { total: first.total, orders: [first, ...rest].flatMap(({ orders }) => orders) };
    },
    staleTime: 30_000,
  });

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["orders", "search", q],
    queryFn: async ({ signal }) => {
      const answer = await get<{ orders: { score: number; order: OrderSummary }[] }>(`${BASE}/orders/search`, { q, limit: 50 }, { signal });
      return { orders: answer.orders.map(({ order }) => order) };
    },
    staleTime: 5000,
  });

export const orderQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "one", order_id],
    queryFn: ({ signal }) =>
      get<{ version: number; order: OrderDetail }>(`${BASE}/orders/${order_id}`, undefined, { signal }),
  });

export interface HistoryEvent {
  seq: number;
  kind: string;
  occurred_at: string;
  recorded_at: string;
  actor: { kind: string; id: number | null; name: string | null };
  surface: string;
  operation: string;
  voided: boolean;
}

export interface History {
  chain: { verified: boolean; broken_at_seq: number | null; events: number };
  events: HistoryEvent[];
}

export const historyQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "history", order_id],
    queryFn: ({ signal }) =>
      get<History>(`${BASE}/orders/${order_id}/history`, {}, { signal }),
  });

export interface CommandAnswer {
  order_id: number;
  status?: string;
  tracking_number?: string;
  version: number;
  order: OrderDetail;
}

/** A command on one order; the version seen goes along, so that nobody's change is overwritten unseen. */
export function commandOrder(
  order: { id: number; version: number },
  method: "POST" | "PATCH",
  path: string,
  body: object,
  options: { dry_run?: boolean; signal?: AbortSignal } = {},
): Promise<CommandAnswer & Previewed> {
  return call(method, `${BASE}/orders/${order.id}/${path}`, body, { ...options, if_match: order.version });
}

export interface OrderDraft {
  type?: "D" | "P" | "P2P";
  ref?: string;
  scheduled_date?: string;
  pickup?: Place;
  dropoff?: Place;
  parcels?: { weight_g?: number; length_mm?: number; width_mm?: number; height_mm?: number; contents?: string }[];
  units?: number;
  service?: "standard" | "express" | "economy";
  priority?: number;
  requirements?: { skills?: string[]; pod?: string[]; pin?: string };
  delivery_instruction?: string;
  note?: string;
  customer_id?: number;
}

export const createOrder = (draft: OrderDraft) =>
  post<{ order_id: number; tracking_number: string; order: OrderDetail }>(`${BASE}/orderCreate`, draft);

export interface BulkItem {
  order_id: number;
  result: boolean;
  status: string | null;
  message: string | null;
  error_code: string | null;
}

export const bulkOrders = (activity: string, order_ids: number[], extra: object) =>
  post<{ changed: number; refused: number; orders: BulkItem[] }>(`${BASE}/orders/bulk-activity`, { activity, order_ids, ...extra });
