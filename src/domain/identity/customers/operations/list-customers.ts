/** Customers by name, or those whose name, code or e-mail address has a prefix. */
import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { CUSTOMER_COLUMNS, CUSTOMER_STATES, type CustomerRow, CustomerSummary } from "../shapes.ts";

export const listCustomers = defineList({
  name: "clientCustomers",
  summary: "List customers",
  access: { scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/customers" },
  filters: {
    q: indexed(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Prefix of a name, code or e-mail address.",
      }),
      `starts_with(lower(name), lower($q)) or starts_with(lower(code), lower($q))
        or starts_with(lower(email), lower($q))`,
    ),
    status: indexed(StringEnum(CUSTOMER_STATES)),
    tier: indexed(Type.String({ maxLength: 40 })),
  },
  rows: { customers: Type.Array(CustomerSummary) },
  from: "customer",
  columns: CUSTOMER_COLUMNS,
  order: "name, id",
  build: (row: CustomerRow) => row,
});
