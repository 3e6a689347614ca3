/** What tracking requests of the family whose records have timelines. */
import { defineTopic } from "#operation/define/topic.ts";
import type { EventFilter, OperationEventPage } from "./operation-events.ts";

/** Events of orders and of their parcels, oldest first unless `latest_first` is set. */
export const operationEventsRequested = defineTopic<EventFilter, OperationEventPage>(
  "tracking.operation_events_requested",
);

export const PROBLEMS = ["exception", "failed", "held", "unpaid", "stalled"] as const;

export interface StuckOrder {
  order_id: number;
  tracking_number: string;
  ref: string | null;
  status: string;
  problem: (typeof PROBLEMS)[number];
  scheduled_date: string;
  last_movement_at: string;
  hours_still: number;
  /** Open items on the dispatch board. */
  attention_items: number;
}

/** A page of the orders that are stuck, those first that have not moved for longest: see `listTrackingProblems`. */
export const stuckOrdersRequested = defineTopic<
  { stale_hours: number; page?: number | undefined; per_page?: number | undefined },
  { total: number; page: number; per_page: number; orders: StuckOrder[] }
>("tracking.stuck_orders_requested");
