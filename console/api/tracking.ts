/** Public tracking; the order page shows the same timeline. */
import { queryOptions } from "@tanstack/react-query";
import { get } from "./transport.ts";

export interface TrackingEvent {
  event_id: string;
  status_code: string;
  base: string;
  phase?: string | null;
  label: string;
  occurred_at: string;
  recorded_at: string;
  incident_reason?: string;
  city?: string;
  lat?: number;
  lng?: number;
  description?: string;
}

export interface Proof {
  kind: string;
  captured_at: string;
  url: string | null;
}

export interface TrackingAnswer {
  tracking_number: string;
  redirected_from: string | null;
  carrier: string;
  status: string;
  status_code: string | null;
  phase: string | null;
  terminal: boolean;
  since: string | null;
  scheduled_date: string;
  window_start: string | null;
  window_end: string | null;
  time_zone?: string;
  eta: string | null;
  destination: { city: string; region: string; country: string } | null;
  parcels: number;
  attempts: number;
  delivered_at: string | null;
  stops_before: number | null;
  driver_position: { lat: number; lng: number; at: string } | null;
  events: TrackingEvent[];
  proofs: Proof[];
}

export const trackingQuery = (number: string) =>
  queryOptions({
    queryKey: ["tracking", number],
    queryFn: ({ signal }) => get<TrackingAnswer>("/api/v1/tracking/{number}", { number }, { anonymous: true, signal }),
    staleTime: 15_000,
  });
