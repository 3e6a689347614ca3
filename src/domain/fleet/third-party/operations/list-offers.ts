/** The offers of the business, newest first: who was asked for an order, and what they answered. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Id, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadOfferViews, OFFERS_WITH_ORDERS, type OfferWithOrderRow } from "../records/offer.ts";
import { OFFER_STATES } from "../rules.ts";
import { Offer } from "../shapes.ts";

const NEWEST_FIRST = [{ sql: "f.id", member: "id", type: "bigint", descending: true }] as const;

export const listOffers = defineOperation({
  name: "thirdpartyOffers",
  summary: "List offers to delivery providers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/thirdparty/offers" },
  input: Type.Object({
    ...CursorInput,
    order_id: Type.Optional(OrderId),
    provider_id: Type.Optional(Id),
    state: Type.Optional(StringEnum(OFFER_STATES)),
  }),
  output: Type.Object({ ...CursorOutput, offers: Type.Array(Offer) }),

  async run(context, input) {
    const { db, business_id } = context;
    const values: unknown[] = [business_id];
    const where = ["f.business_id = $1"];
    if (input.order_id !== undefined) where.push(`f.order_id = $${values.push(input.order_id)}`);
    if (input.provider_id !== undefined)
      where.push(`$${values.push(input.provider_id)} = any(f.provider_ids)`);
    if (input.state !== undefined) where.push(`f.state = $${values.push(input.state)}`);
    const condition = where.join(" and ");
    const window = buildWindow(input, NEWEST_FIRST, { condition, values });
    const { rows, paging } = await readListPage<OfferWithOrderRow>(
      db,
      window,
      `${OFFERS_WITH_ORDERS} where ${condition}${window.sql}`,
      countRows(db, `from tender_offer f where ${condition}`, values),
    );
    return { ...paging, offers: await loadOfferViews(context, rows) };
  },
});
