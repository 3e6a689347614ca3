/**
 * Stuck parcels: no status change for some hours although their scheduled date has come, an exception, a failed
 * attempt, or an unpaid fee.
 */

import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { CalendarDate, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PROBLEMS, stuckOrdersRequested } from "../topics.ts";

const STALE_HOURS = 24;

export const listTrackingProblems = defineList({
  name: "trackingProblems",
  summary: "List stuck parcels",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/problems" },
  filters: {
    stale_hours: parameter(
      Type.Integer({
        minimum: 1,
        maximum: 2160,
        default: STALE_HOURS,
        description: "Hours without movement.",
      }),
    ),
  },
  rows: {
    problems: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        tracking_number: Type.String(),
        ref: Nullable(Type.String()),
        status: Type.String(),
        problem: StringEnum(PROBLEMS),
        scheduled_date: CalendarDate,
        last_movement_at: Timestamp,
        hours_still: Type.Integer({ minimum: 0 }),
        attention_items: Type.Integer({ minimum: 0, description: "Open items on the dispatch board." }),
      }),
      { description: "Longest without movement first." },
    ),
  },
  async readPage({ publish }, { page, per_page, stale_hours = STALE_HOURS }) {
    const [stuck_orders] = await publish(stuckOrdersRequested, { page, per_page, stale_hours });
    if (stuck_orders === undefined) throw new Error("Nobody tells which orders are stuck.");
    const { orders: rows, ...paging } = stuck_orders;
    return { rows, paging: { result: true, ...paging } };
  },
});
