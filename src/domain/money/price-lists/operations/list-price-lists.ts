/** Price lists in their newest versions, or all versions of one list. */

import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PRICE_LIST_COLUMNS, type PriceListRow } from "../records/price-list.ts";
import { PriceList } from "../shapes.ts";

export const listPriceLists = defineList({
  name: "clientPriceLists",
  summary: "List price lists",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/price-lists" },
  filters: {
    family: indexed(StringEnum(PRICE_FAMILIES)),
    root_id: indexed(
      Ref("price_list", { ...Id, description: "All versions of this list, newest first." }),
      "coalesce(root_id, id) = $root_id",
    ),
  },
  rows: { price_lists: Type.Array(PriceList) },
  from: "price_list l",
  columns: PRICE_LIST_COLUMNS,
  where: `$newest::bool
    and not exists (select from price_list n where n.business_id = l.business_id and n.replaces_id = l.id)`,
  order: "is_default desc, id desc",
  values: (_, { root_id }) => ({ newest: root_id === undefined ? true : undefined }),
  build: (row: PriceListRow) => row,
});
