/** Stored packages of all customers, with where they are, newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { listPackages } from "../listing.ts";
import { PACKAGE_STATUSES } from "../rules.ts";
import { CustomerStoredPackage } from "../shapes.ts";

export const listCustomerStoredPackages = defineOperation({
  name: "clientStoredPackages",
  summary: "Stored packages of customers",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/storage-packages" },
  input: Type.Object({
    ...CursorInput,
    status: Type.Optional(StringEnum(PACKAGE_STATUSES)),
    customer_id: Type.Optional(Id),
    storage_order_id: Type.Optional(Id),
  }),
  output: Type.Object({ ...CursorOutput, packages: Type.Array(CustomerStoredPackage) }),

  async run(context, input) {
    const { status = null, customer_id = null, storage_order_id = null } = input;
    const { rows, paging } = await listPackages(context, input, { status, customer_id, storage_order_id });
    return { ...paging, packages: rows };
  },
});
