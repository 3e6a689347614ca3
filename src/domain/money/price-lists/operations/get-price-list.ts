/** One version of a price list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { PRICE_LIST_COLUMNS, PriceList, type PriceListRow } from "../shapes.ts";

export const getPriceList = defineOperation({
  name: "clientPriceList",
  summary: "One price list",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/price-lists/{price_list_id}" },
  input: Type.Object({ price_list_id: Id }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), price_list: PriceList }),

  async run({ db, business_id, refuse }, { price_list_id }) {
    const row = await db.row<PriceListRow>(
      `select ${PRICE_LIST_COLUMNS} from price_list where business_id = $1 and id = $2`,
      [business_id, price_list_id],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_list });
    return { result: true, version: row.list_version, price_list: row };
  },
});
