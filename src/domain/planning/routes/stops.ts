/** Stops in their new sequence, before they are written. Pure. */
import type { StopRow } from "./records/stop.ts";
import type { TaskRow } from "./records/stop-task.ts";

interface PlacedTask extends Pick<TaskRow, "order_id" | "action"> {
  /** 0 for a task not written yet. */
  id: number;
  status: TaskRow["status"];
}

/** A stop in the new sequence; `id` 0 for a new one. */
export interface PlacedStop
  extends Pick<
    StopRow,
    | "id"
    | "lat"
    | "lng"
    | "status"
    | "window_start"
    | "window_end"
    | "service_time_s"
    | "arrived_at"
    | "done_at"
    | "planned_arrival_at"
    | "planned_departure_at"
    | "leg_distance_m"
    | "leg_duration_s"
  > {
  tasks: PlacedTask[];
}

/** A new stop without planned times. */
export function buildNewStop(
  place: {
    lat: number;
    lng: number;
    window_start: string | null;
    window_end: string | null;
    service_time_s: number;
  },
  tasks: readonly Pick<TaskRow, "order_id" | "action">[],
): PlacedStop {
  const { lat, lng, window_start, window_end, service_time_s } = place;
  return {
    id: 0,
    lat,
    lng,
    window_start,
    window_end,
    service_time_s,
    status: "PENDING",
    arrived_at: null,
    done_at: null,
    planned_arrival_at: null,
    planned_departure_at: null,
    leg_distance_m: 0,
    leg_duration_s: 0,
    tasks: tasks.map((task) => ({ ...task, id: 0, status: "PENDING" })),
  };
}

export const isUnvisited = (stop: Pick<StopRow, "status">): boolean =>
  stop.status === "PENDING" || stop.status === "SKIPPED";
