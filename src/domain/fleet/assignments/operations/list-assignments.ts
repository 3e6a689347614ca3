/**
 * Assignments of orders to contractors, newest first.
 *
 * A contractor's account sees only its own, regardless of `broker_id`. Each combination of filters is a separate
 * statement, so that PostgreSQL plans each well. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import Type from "typebox";
import {
  ASSIGNMENT_STATUSES,
  Assignment,
  type AssignmentWithOrderRow,
  buildAssignmentQuery,
  ORDER_STATUS_IDS,
  toAssignmentView,
} from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { AccountId, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

export const listAssignments = defineOperation({
  name: "brokerOrderAssignments",
  summary: "List assignments of orders to contractors",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read"] },
  module: "contractor_assignment",
  rest: { method: "GET", path: "/api/v1/broker-order-assignments" },
  input: Type.Object({
    ...CursorInput,
    broker_id: Type.Optional(AccountId),
    status: Type.Optional(StringEnum(ASSIGNMENT_STATUSES)),
    order_id: Type.Optional(OrderId),
  }),
  output: Type.Object({ ...CursorOutput, assignments: Type.Array(Assignment) }),

  async run({ actor, db, business_id }, input) {
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    const filter = (column: string, value: unknown) => {
      if (value === undefined) return;
      values.push(value);
      where.push(`${column} = $${values.length}`);
    };
    filter("broker_id", actor.role === "broker_employee" ? (actor.account_id ?? -1) : input.broker_id);
    filter("status", input.status);
    filter("order_id", input.order_id);
    const condition = where.join(" and ");
    const window = buildWindow(input, BY_ID, { condition, values });
    const { rows, paging } = await readListPage<AssignmentWithOrderRow>(
      db,
      window,
      buildAssignmentQuery(`select * from assignment where ${condition}${window.sql}`),
      countRows(db, `from assignment where ${condition}`, values),
    );
    return {
      ...paging,
      assignments: rows.map((row) => toAssignmentView(row, ORDER_STATUS_IDS[row.order_status])),
    };
  },
});
