/** Receipts at the warehouses where the caller works, newest first. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineList, filter, search } from "#operation/define/list.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { RECEIPTS } from "../records/receipt.ts";
import { RECEIPT_STATUSES } from "../rules.ts";
import { Receipt } from "../shapes.ts";

export const listReceipts = defineList({
  name: "receipts",
  summary: "List receipts",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/receipts" },
  filters: {
    status: filter(
      Type.Array(StringEnum(RECEIPT_STATUSES), { maxItems: RECEIPT_STATUSES.length, uniqueItems: true }),
    ),
    warehouse_id: filter(Ref("warehouse")),
    customer_id: filter(Ref("customer")),
    expected_until: filter(
      Type.String({ ...CalendarDate, description: "Expected on this day or before; YYYY-MM-DD." }),
      "r.expected_date <= $expected_until",
    ),
    q: search("r.id", "search_receipts", "In code, reference, carrier or name of the owner."),
  },
  rows: { receipts: Type.Array(Receipt) },
  from: "receipt r",
  select: RECEIPTS,
  where: "$reach::bigint[] is null or r.warehouse_id = any($reach)",
  order: byId("r.id"),
  values: (context) => ({ reach: listReach(context) }),
});
