/**
 * Stuck parcels: no status change for some hours although their scheduled date has come, an exception, a failed
 * attempt, or an unpaid fee.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PROBLEMS, stuckOrdersRequested } from "../topics.ts";

const STALE_HOURS = 24;

export const listTrackingProblems = defineOperation({
  name: "trackingProblems",
  summary: "List stuck parcels",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/problems" },
  input: Type.Object({
    ...PageInput,
    stale_hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2160,
        default: STALE_HOURS,
        description: "Hours without movement.",
      }),
    ),
  }),
  output: Type.Object({
    ...PageOutput,
    problems: Type.Array(
      Type.Object({
        order_id: OrderId,
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
  }),

  async run({ publish }, { page, per_page, stale_hours = STALE_HOURS }) {
    const [found] = await publish(stuckOrdersRequested, { page, per_page, stale_hours });
    if (found === undefined) throw new Error("Nobody tells which orders are stuck.");
    const { orders: problems, ...paging } = found;
    return { result: true, ...paging, problems };
  },
});
