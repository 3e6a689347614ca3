/** Stored packages of all customers, with where they are, newest first. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type ListedPackage, STORED_PACKAGE_LIST } from "../listing.ts";
import { PACKAGE_STATUSES } from "../rules.ts";
import { CustomerStoredPackage } from "../shapes.ts";

export const listCustomerStoredPackages = defineList({
  name: "clientStoredPackages",
  summary: "List stored packages of customers",
  access: { scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/storage-packages" },
  ...STORED_PACKAGE_LIST,
  filters: {
    status: filter(StringEnum(PACKAGE_STATUSES)),
    customer_id: filter(Ref("customer")),
    storage_order_id: filter(Ref("storage_order")),
  },
  rows: { packages: Type.Array(CustomerStoredPackage) },
  where: `$reach::bigint[] is null or exists (select from storage_order o where o.business_id = $1
    and o.id = p.storage_order_id and (o.warehouse_id is null or o.warehouse_id = any($reach)))`,
  values: (context) => ({ reach: listReach(context) }),
  build: (row: ListedPackage) => row,
});
