/** The shape of the rows of routes, stops and their tasks. */
import type { Place } from "#vocabulary/place.ts";
import type { RouteStatus } from "./status.ts";

/** Largest amounts on board at any moment. */
export interface RouteLoad {
  units: number;
  weight_g: number;
  volume_cm3: number;
  pallets: number;
}

export interface RouteRow {
  id: number;
  business_id: number;
  number: string;
  date: string;
  status: RouteStatus;
  driver_id: number | null;
  contractor_id: number | null;
  vehicle_id: number | null;
  plan_run_id: number | null;
  /** Null: it starts at a place that is no warehouse; the same for `end_warehouse_id`. */
  start_warehouse_id: number | null;
  end_warehouse_id: number | null;
  start_place: Place;
  /** Null: the route ends at its last stop. */
  end_place: Place | null;
  /** Whether distances and times are by road or in straight lines. `road` only when every leg is. */
  distances: "road" | "straight_line";
  planned_distance_m: number;
  planned_duration_s: number;
  /** From the last stop to the end. */
  home_leg_distance_m: number;
  /** Seconds, not rounded. */
  home_leg_duration_s: number;
  /** The start that was chosen when it was planned; null: as soon as its shift, or the time at which it is changed, allows. */
  earliest_start_at: string | null;
  planned_start_at: string | null;
  planned_end_at: string | null;
  actual_start_at: string | null;
  actual_end_at: string | null;
  paused_at: string | null;
  /** The latest pause and the latest resumption that the driver reported: the later of the two decides whether it is paused. */
  pause_reported_at: string | null;
  resume_reported_at: string | null;
  /** When the driver was back, as the driver reported. */
  returned_at: string | null;
  load: Partial<RouteLoad>;
  stops_total: number;
  stops_resolved: number;
  /** Increases with every change of stops or their sequence; the driver's phone compares it. */
  plan_version: number;
  closing: Record<string, unknown> | null;
  version: number;
  created_by: number | null;
  created_at: string;
}

export interface StopRow {
  id: number;
  business_id: number;
  route_id: number;
  seq: number;
  lat: number;
  lng: number;
  status: "PENDING" | "ARRIVED" | "DONE" | "PARTIAL" | "FAILED" | "SKIPPED";
  window_start: string | null;
  window_end: string | null;
  service_time_s: number;
  planned_arrival_at: string | null;
  planned_departure_at: string | null;
  leg_distance_m: number;
  /** Driving from the previous stop, seconds, not rounded. */
  leg_duration_s: number;
  arrived_at: string | null;
  done_at: string | null;
  /** When the latest reported arrival or skip happened: of several, the latest decides whether the stop is skipped. */
  status_at: string | null;
  note: string;
  noted_at: string | null;
  version: number;
}

export interface TaskRow {
  id: number;
  business_id: number;
  stop_id: number;
  order_id: number;
  action: "pickup" | "dropoff" | "exchange";
  status: "PENDING" | "DONE" | "FAILED" | "REMOVED";
  done_at: string | null;
}

/** A route as it was before a change: what is restored when the change is undone. */
export interface RouteImage
  extends Pick<
    RouteRow,
    | "id"
    | "status"
    | "actual_start_at"
    | "distances"
    | "home_leg_distance_m"
    | "home_leg_duration_s"
    | "planned_distance_m"
    | "planned_duration_s"
    | "planned_start_at"
    | "planned_end_at"
  > {
  stops: (Omit<
    StopRow,
    "business_id" | "route_id" | "seq" | "version" | "status_at" | "note" | "noted_at"
  > & {
    tasks: Pick<TaskRow, "id" | "order_id" | "action" | "status">[];
  })[];
}

export interface RouteChangeRow {
  id: number;
  business_id: number;
  at: string;
  before: RouteImage[];
  /** Digests of the stops and tasks after the change. */
  after: { route_id: number; digest: string }[];
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    route: RouteRow;
    stop: StopRow;
    stop_task: TaskRow;
    route_change: RouteChangeRow;
  }
}
