/** The shape of the rows of assignments. */
import type { OrderStatus } from "#domain/orders/public.ts";

export const ASSIGNMENT_STATUSES = ["active", "revoked", "released"] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

/** What was known of an order's plan and price when it was handed over. */
export interface Handover {
  plan: {
    status: OrderStatus;
    scheduled_date: string;
    window_start: string | null;
    window_end: string | null;
    priority: number;
    attempts: number;
  };
  price: { price_minor: number | null; currency: string; payment: string; quote_id: number | null };
}

export interface AssignmentRow {
  id: number;
  business_id: number;
  order_id: number;
  contractor_id: number;
  broker_id: number;
  status: AssignmentStatus;
  note: string | null;
  handover: Handover;
  assigned_by: number | null;
  assigned_at: string;
  ended_by: number | null;
  ended_at: string | null;
  end_reason: string | null;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    assignment: AssignmentRow;
  }
}
