/** Transfers from and to the warehouses where the caller works, newest first. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { isReached, TRANSFERS } from "../records/transfer.ts";
import { TRANSFER_STATES } from "../rules.ts";
import { Transfer } from "../shapes.ts";

export const listTransfers = defineList({
  name: "transfers",
  summary: "List transfers between warehouses",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers" },
  filters: {
    warehouse_id: filter(
      Ref("warehouse", { ...Id, description: "From or to it." }),
      "t.from_warehouse_id = $warehouse_id or t.to_warehouse_id = $warehouse_id",
    ),
    state: filter(Type.Array(StringEnum(TRANSFER_STATES), { maxItems: TRANSFER_STATES.length })),
    code: filter(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: "The code on its cage or pallet, as scanned.",
      }),
      { value: (code) => code.replaceAll(/\s/g, "").toUpperCase() },
    ),
  },
  rows: { transfers: Type.Array(Transfer) },
  from: "warehouse_transfer t",
  select: TRANSFERS,
  where: isReached("$reach"),
  order: byId("t.id"),
  values: (context) => ({ reach: listReach(context) }),
});
