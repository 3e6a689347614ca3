/**
 * Assign orders exclusively to one contractor.
 *
 * All accepted orders are assigned in one transaction. Planning locks the same rows, so that no
 * order is assigned and planned elsewhere at the same time. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import Type from "typebox";
import { findContractorAccount } from "#domain/fleet/contractors/public.ts";
import { lockOrders, refusalToAssign } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { AccountId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { assignLockedOrders } from "../assign-locked-orders.ts";
import { messages } from "../messages.ts";
import { AssignmentError, OrderIds } from "../shapes.ts";

export const assignOrders = defineOperation({
  name: "assignOrdersToBroker",
  summary: "Assign orders to a contractor",
  description:
    "Exclusively: an earlier assignment of an order ends. broker_id is one of the contractor's accounts, as clientContractor " +
    "lists them, and not the contractor's own id. Each order is decided separately; a refused one is listed in errors " +
    "and not changed.",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  module: "contractor_assignment",
  rest: { method: "POST", path: "/api/v1/broker-order-assignments" },
  input: Type.Object({
    order_ids: OrderIds,
    broker_id: Ref("broker", AccountId),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was assigned." }),
    assigned: Type.Integer(),
    skipped: Type.Integer(),
    errors: Type.Array(AssignmentError, { description: "One entry for each order left unchanged." }),
  }),
  refusals: { unknown_contractor: "invalid" },

  async run(context, { order_ids, broker_id, note }) {
    const { db, business_id, refuse, say } = context;
    const contractor = await findContractorAccount(db, business_id, broker_id);
    if (contractor === undefined) {
      throw refuse("unknown_contractor", {
        message: messages.unknown_contractor,
        errors: [{ field: "broker_id", message: messages.no_active_contractor }],
      });
    }
    const ids = [...new Set(order_ids)];
    const orders = await lockOrders(db, business_id, ids);

    const errors = ids.flatMap((order_id) => {
      const order = orders.get(order_id);
      const refusal = refusalToAssign(order, broker_id);
      return refusal === null
        ? []
        : [{ order_id, message: say(messages[refusal], { status: order?.status ?? "" }) }];
    });
    const refused = new Set(errors.map((error) => error.order_id));
    const accepted = ids.flatMap((id) => (refused.has(id) ? [] : (orders.get(id) ?? [])));

    await assignLockedOrders(context, accepted, contractor, note ?? null);
    return { result: accepted.length > 0, assigned: accepted.length, skipped: errors.length, errors };
  },
});
