/**
 * The caller's stored packages.
 *
 * Source: docs/contract/mcp.md, `list_stored_packages`; the path and the response are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { listPackages } from "../listing.ts";
import { getOwner } from "../records/storage-order.ts";
import { StoredPackage } from "../shapes.ts";

export const listStoredPackages = defineOperation({
  name: "customerStoredPackages",
  summary: "Own stored packages",
  description:
    "The packages that can be shipped out: received, not stocked out, and held by no ship-out; with their photos and the warehouse " +
    "where they are. With available false all packages of all storage orders.",
  effect: "read",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/storage-packages" },
  mcp: { user: "list_stored_packages" },
  input: Type.Object({
    ...CursorInput,
    available: Type.Optional(Type.Boolean({ default: true })),
    storage_order_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, packages: Type.Array(StoredPackage) }),

  async run(context, input) {
    const { available = true, storage_order_id = null } = input;
    const { rows, paging } = await listPackages(context, input, {
      customer_id: getOwner(context),
      status: available ? "RECEIVED" : null,
      storage_order_id,
    });
    return { ...paging, packages: rows };
  },
});
