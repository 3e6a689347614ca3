/**
 * Assignments of orders to contractors, newest first.
 *
 * A contractor's account sees only its own, regardless of `broker_id`. Source: docs/contract/rest.md, "Contractor order
 * assignment".
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
import { defineList, indexed } from "#operation/define/list.ts";
import { AccountId, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

export const listAssignments = defineList({
  name: "brokerOrderAssignments",
  summary: "List assignments of orders to contractors",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read"] },
  module: "contractor_assignment",
  rest: { method: "GET", path: "/api/v1/broker-order-assignments" },
  filters: {
    broker_id: indexed(Ref("broker", AccountId)),
    status: indexed(StringEnum(ASSIGNMENT_STATUSES)),
    order_id: indexed(Ref("order", OrderId)),
  },
  rows: { assignments: Type.Array(Assignment) },
  from: "assignment",
  extend: buildAssignmentQuery,
  order: BY_ID,
  values: ({ actor }) => (actor.role === "broker_employee" ? { broker_id: actor.account_id ?? -1 } : {}),
  build: (row: AssignmentWithOrderRow) => toAssignmentView(row, ORDER_STATUS_IDS[row.order_status]),
});
