/** One version of a price list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getPriceListRow } from "../records/price-list.ts";
import { PriceList } from "../shapes.ts";

export const getPriceList = defineOperation({
  name: "clientPriceList",
  summary: "Get a price list",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/price-lists/{price_list_id}" },
  input: Type.Object({ price_list_id: Ref("price_list") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), price_list: PriceList }),

  async run(context, { price_list_id }) {
    const row = await getPriceListRow(context, price_list_id);
    return { result: true, version: row.list_version, price_list: row };
  },
});
