/**
 * The caller's stored packages.
 *
 * Source: docs/contract/mcp.md, `list_stored_packages`; the path and the response are our choice.
 */
import Type from "typebox";
import { getOwner } from "#domain/customer/service-orders/public.ts";
import { defineList, filter, parameter } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type ListedPackage, STORED_PACKAGE_LIST } from "../listing.ts";
import { StoredPackage } from "../shapes.ts";

export const listStoredPackages = defineList({
  name: "customerStoredPackages",
  summary: "List own stored packages",
  description:
    "The packages that can be shipped out: received, not stocked out, and held by no ship-out; with their photos and the warehouse " +
    "where they are. With available false all packages of all storage orders.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-packages" },
  mcp: { user: "list_stored_packages" },
  ...STORED_PACKAGE_LIST,
  filters: {
    available: parameter(Type.Boolean({ default: true })),
    storage_order_id: filter(Ref("storage_order")),
  },
  rows: { packages: Type.Array(StoredPackage) },
  where: ["p.customer_id = $customer_id", "$status::text is null or p.status = $status"],
  values: (context, { available = true }) => ({
    customer_id: getOwner(context),
    status: available ? "RECEIVED" : null,
  }),
  build: (row: ListedPackage) => row,
});
