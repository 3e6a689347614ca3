/** One version of a price list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findPriceList } from "../records/price-list.ts";
import { PriceList } from "../shapes.ts";

export const getPriceList = defineOperation({
  name: "clientPriceList",
  summary: "Get a price list",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/price-lists/{price_list_id}" },
  input: Type.Object({ price_list_id: Ref("price_list") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), price_list: PriceList }),

  async run(context, { price_list_id }) {
    const row = await findPriceList(context, price_list_id);
    if (row === undefined) throw context.refuse("not_found", { message: messages.unknown_list });
    return { result: true, version: row.list_version, price_list: row };
  },
});
