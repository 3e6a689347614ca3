/** Cells with their goods, and why they cannot be sold. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCell } from "../present.ts";
import { buildCells, type CellView } from "../records/cell.ts";
import { listOwnMerchants } from "../records/merchant.ts";
import { Cell } from "../shapes.ts";

export const listCells = defineList({
  name: "shopCells",
  summary: "List cells of merchants",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/locker-shop/cells" },
  localised: true,
  filters: {
    cell_id: filter(Ref("shop_cell"), "l.id = $cell_id"),
    merchant_id: filter(Ref("shop_merchant"), "l.merchant_id = $merchant_id"),
    locker_id: filter(Ref("locker_device"), "l.device_id = $locker_id"),
    product_id: filter(Ref("shop_product"), "l.product_id = $product_id"),
  },
  rows: { cells: Type.Array(Cell) },
  from: "shop_cell l",
  select: buildCells("$now::timestamptz"),
  where: "($own_ids::bigint[] is null or l.merchant_id = any($own_ids))",
  order: "l.device_id, l.id",
  values: async (context) => ({ own_ids: await listOwnMerchants(context), now: context.now }),
  build: (row: CellView, context) => buildCell(context, row),
});
