/**
 * Find orders by what somebody remembers.
 *
 * Source: docs/contract/mcp.md, "find_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { searchOrders } from "../search.ts";
import { foldQuery } from "../search-text.ts";
import { OrderSummary, summaryOf } from "../shapes.ts";
import { reachOf } from "../who.ts";

export const findOrders = defineOperation({
  name: "clientOrdersSearch",
  summary: "Find orders by number, reference, name, phone or address",
  description:
    "By what somebody remembers, any part of it, with slips where nothing has the words as they were written. " +
    "Customers find their own, contractors those assigned to them.",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/search" },
  mcp: { user: "find_order" },
  input: Type.Object({
    q: Type.String({
      minLength: 2,
      maxLength: 200,
      description: "Any part of a number, reference, name, phone or address.",
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    total: Type.Integer({ description: "How many are answered." }),
    orders: Type.Array(
      Type.Object({
        score: Type.Number({ description: "0 to 1; 1 for a word that fits exactly." }),
        order: OrderSummary,
      }),
      { description: "Best first." },
    ),
  }),

  async run({ actor, db, business_id, refuse }, { q, limit }) {
    const query = foldQuery(q);
    if (query.length < 2) {
      throw refuse("invalid_request", {
        message: "The request is not valid.",
        errors: [{ field: "q", message: "must have at least 2 characters" }],
      });
    }
    const rows = await searchOrders({ db, business_id, reach: reachOf(actor), limit: limit ?? 20 }, q, query);
    return {
      result: true,
      total: rows.length,
      orders: rows.map(({ score, ...order }) => ({
        score: Math.round(score * 1000) / 1000,
        order: summaryOf(order),
      })),
    };
  },
});
