/**
 * Change a price list: creates the next version, in effect from its date on.
 *
 * Versions never change, so that an order can be explained by the prices of its day. Customers and the default follow
 * the list; members left out are copied from the previous version. Only the newest version can be replaced.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getLockedPriceList, insertVersion } from "../records/price-list.ts";
import { PriceList, priceListMembers } from "../shapes.ts";

export const replacePriceList = defineOperation({
  name: "clientPriceListReplace",
  summary: "Update a price list by a new version",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/price-lists/{price_list_id}" },
  input: Type.Object({
    ...priceListMembers,
    price_list_id: Ref("price_list"),
    name: Type.Optional(priceListMembers.name),
    rules: Type.Optional(priceListMembers.rules),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    price_list_id: Ref("price_list"),
    version: Type.Integer(),
    price_list: PriceList,
  }),
  refusals: { already_replaced: "conflict" },

  async run(context, { price_list_id, ...change }) {
    const { db, business_id, refuse, expectVersion } = context;
    const old = await getLockedPriceList(context, price_list_id);
    expectVersion(old.list_version);
    const newer = await db.row<{ id: number }>(
      "select id from price_list where business_id = $1 and replaces_id = $2",
      [business_id, old.id],
    );
    if (newer !== undefined) {
      throw refuse("already_replaced", {
        message: messages.already_replaced,
        values: { list_version: old.list_version, price_list_id: newer.id },
        extra: { price_list_id: newer.id },
      });
    }
    const row = await insertVersion(
      context,
      {
        name: change.name ?? old.name,
        family: old.family,
        currency: change.currency ?? old.currency,
        tier: change.tier === undefined ? old.tier : change.tier,
        rules: change.rules ?? old.rules,
        zones: change.zones ?? old.zones,
        volumetric_divisor: change.volumetric_divisor ?? old.volumetric_divisor,
        minimum_minor: change.minimum_minor ?? old.minimum_minor,
        rounding_minor: change.rounding_minor ?? old.rounding_minor,
        tax_percent: change.tax_percent ?? old.tax_percent,
        effective_from: change.effective_from,
        effective_until: change.effective_until,
        is_default: change.is_default ?? old.is_default,
      },
      old,
    );
    return { result: true, price_list_id: row.id, version: row.list_version, price_list: row };
  },
});
