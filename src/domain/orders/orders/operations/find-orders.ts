/**
 * Find orders by any part of a number, reference, name, phone or address.
 *
 * Source: docs/contract/mcp.md, "find_order".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { searchOrders } from "../listing/search.ts";
import { normalizeSearchText } from "../listing/search-text.ts";
import { messages } from "../messages.ts";
import { OrderSummary, toOrderSummary } from "../shapes.ts";
import { getVisibility } from "../visibility.ts";

export const findOrders = defineOperation({
  name: "clientOrdersSearch",
  summary: "Find orders by number, reference, name, phone or address",
  description:
    "Searches any part of these texts. When no order contains all words, similar spellings are found. Customers find " +
    "their own orders, contractors those assigned to them.",
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
    total: Type.Integer({ description: "Number of orders in this response." }),
    orders: Type.Array(
      Type.Object({
        score: Type.Number({ description: "0 to 1; 1 for an exact match." }),
        order: OrderSummary,
      }),
      { description: "Best matches first." },
    ),
  }),

  async run({ actor, business, db, business_id, record_kinds, refuse }, { q, limit }) {
    const query = normalizeSearchText(q);
    if (query.length < 2) {
      throw refuse("invalid_request", {
        message: refusals.invalid_request,
        errors: [{ field: "q", message: messages.two_characters }],
      });
    }
    const rows = await searchOrders(
      {
        db,
        business_id,
        record_kinds,
        reach: getVisibility(actor),
        country: business.country,
        limit: limit ?? 20,
      },
      q,
      query,
    );
    return {
      result: true,
      total: rows.length,
      orders: rows.map(({ score, ...order }) => ({
        score: Math.round(score * 1000) / 1000,
        order: toOrderSummary(order),
      })),
    };
  },
});
