/** Create a price list. It is in effect from today in the business's time zone unless another date is given. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { insertVersion } from "../records/price-list.ts";
import { LIST_DEFAULTS, PriceList, priceListMembers } from "../shapes.ts";

export const createPriceList = defineOperation({
  name: "clientPriceListCreate",
  summary: "Create a price list",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/price-lists" },
  input: Type.Object({
    ...priceListMembers,
    family: Type.Optional(StringEnum(PRICE_FAMILIES, { description: "local_delivery by default." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    price_list_id: Ref("price_list"),
    version: Type.Integer(),
    price_list: PriceList,
  }),

  async run(context, input) {
    const row = await insertVersion(
      context,
      {
        ...LIST_DEFAULTS,
        ...input,
        family: input.family ?? "local_delivery",
        currency: input.currency ?? context.business.currency,
        tier: input.tier ?? null,
        is_default: input.is_default ?? false,
      },
      null,
    );
    return { result: true, price_list_id: row.id, version: row.list_version, price_list: row };
  },
});
