/**
 * Every assignment of the order that an assignment belongs to, newest first, with plan and price as of the time of
 * each assignment. Source: our choice.
 */
import Type from "typebox";
import {
  type AssignmentWithOrderRow,
  assignmentMembers,
  buildAssignmentQuery,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  toAssignmentView,
} from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Nullable, OrderId, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

/** Maximum number of assignments of one order in the response. */
const ASSIGNMENTS_MAX = 1000;

export const getAssignmentHistory = defineOperation({
  name: "brokerOrderAssignmentHistory",
  summary: "List the assignments of an order",
  access: { scopes: ["orders:read"] },
  module: "contractor_assignment",
  rest: { method: "GET", path: "/api/v1/broker-order-assignments/{assignment_id}/history" },
  input: Type.Object({ assignment_id: Ref("assignment") }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", OrderId),
    assignments: Type.Array(
      Type.Object({
        ...assignmentMembers,
        plan_at_handover: Type.Object({
          status: StringEnum(ORDER_STATUSES),
          order_status_id: Type.Integer(),
          scheduled_date: CalendarDate,
          window_start: Nullable(Timestamp),
          window_end: Nullable(Timestamp),
          priority: Type.Integer(),
          attempts: Count,
        }),
        price_at_handover: Type.Object({
          shipping_price: Price("local_delivery"),
          currency: PriceCurrency("local_delivery"),
          price_hidden: PriceHidden,
          payment: Type.String(),
          quote_id: Nullable(NoRef("a quote of a local delivery")),
        }),
      }),
    ),
  }),

  async run({ db, business_id, refuse }, { assignment_id }) {
    const rows = await db.rows<AssignmentWithOrderRow>(
      buildAssignmentQuery(
        `select h.* from assignment one join assignment h on h.business_id = one.business_id and h.order_id = one.order_id
          where one.business_id = $1 and one.id = $2 order by h.id desc limit $3`,
      ),
      [business_id, assignment_id, ASSIGNMENTS_MAX],
    );
    const [first] = rows;
    if (first === undefined) throw refuse("not_found", { message: messages.unknown_assignment });
    return {
      result: true,
      order_id: first.order_id,
      assignments: rows.map((row) => {
        const { plan, price } = row.handover;
        const { price_minor, ...rest } = price;
        return {
          ...toAssignmentView(row, ORDER_STATUS_IDS[row.order_status]),
          plan_at_handover: { ...plan, order_status_id: ORDER_STATUS_IDS[plan.status] },
          price_at_handover: { shipping_price: price_minor, ...rest },
        };
      }),
    };
  },
});
