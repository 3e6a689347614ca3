/** The day in figures, and what went wrong on it. */
import { queryOptions } from "@tanstack/react-query";
import type { OrderSummary } from "./orders.ts";
import { get } from "./transport.ts";

export interface Digest {
  date: string;
  orders: Record<string, number>;
  by_status: Record<string, number>;
  created: number;
  late: number;
  routes: {
    total: number;
    planned: number;
    released: number;
    in_progress: number;
    finished: number;
    stops: number;
    stops_resolved: number;
  };
  drivers_on_duty: number;
  attention_open: number;
  headline: string;
}

export const digestQuery = (date: string) =>
  queryOptions({
    queryKey: ["orders", "digest", date],
    queryFn: ({ signal }) => get<Digest>("/api/v1/client/digest", { date }, { signal }),
    refetchInterval: 20_000,
  });

export const exceptionsQuery = (date: string) =>
  queryOptions({
    queryKey: ["orders", "exceptions", date],
    queryFn: ({ signal }) =>
      get<{ total: number; exceptions: { why: string; order: OrderSummary }[] }>(
        "/api/v1/client/exceptions",
        { date, per_page: 20 },
        { signal },
      ),
    refetchInterval: 20_000,
  });
