/**
 * Assignments of orders to contractors, newest first.
 *
 * A contractor's person sees its own, whatever `broker_id` says. Each combination of filters is a statement of
 * its own, so that PostgreSQL plans each well. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import Type from "typebox";
import { ORDER_STATUS_IDS } from "#domain/orders/public.ts";
import { defineOperation } from "#operation/define.ts";
import { AccountId, OrderId, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { Assignment, assignmentView, type ShownRow, shownRows } from "../shapes.ts";
import { ASSIGNMENT_STATUSES } from "../tables.ts";

export const listAssignments = defineOperation({
  name: "brokerOrderAssignments",
  summary: "List assignments of orders to contractors",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read"] },
  module: "contractor_assignment",
  rest: { method: "GET", path: "/api/v1/broker-order-assignments" },
  input: Type.Object({
    ...PageInput,
    broker_id: Type.Optional(AccountId),
    status: Type.Optional(Words(ASSIGNMENT_STATUSES)),
    order_id: Type.Optional(OrderId),
  }),
  output: Type.Object({ ...PageOutput, assignments: Type.Array(Assignment) }),

  async run({ actor, db, business_id }, input) {
    const { page, per_page, offset } = pageOf(input);
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
    const [rows, counted] = await Promise.all([
      db.rows<ShownRow>(
        shownRows(
          `select * from assignment where ${condition} order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
        ),
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from assignment where ${condition}`, values),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      assignments: rows.map((row) => assignmentView(row, ORDER_STATUS_IDS[row.order_status])),
    };
  },
});
