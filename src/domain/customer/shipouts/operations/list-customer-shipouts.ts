/** Ship-outs of all customers, newest first. */
import Type from "typebox";
import { defineList, filter, search } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type ListedShipout, SHIPOUT_LIST } from "../records/shipout.ts";
import { STATUSES } from "../rules.ts";
import { CustomerShipoutSummary, ServiceCode, toSummary } from "../shapes.ts";

export const listCustomerShipouts = defineList({
  name: "clientShipouts",
  summary: "List ship-outs of customers",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/shipout-orders" },
  ...SHIPOUT_LIST,
  filters: {
    status: filter(Type.Array(StringEnum(STATUSES), { maxItems: STATUSES.length, uniqueItems: true })),
    customer_id: filter(Ref("customer")),
    service_code: filter(Ref("service_code", ServiceCode), "s.code = $service_code"),
    q: search(
      "o.id",
      "search_shipouts",
      "In tracking number, reference, name of the customer, or number of the carrier.",
    ),
    is_unpaid: filter(
      Type.Boolean({ description: "Those with something left to pay, or the others." }),
      "(b.unpaid_since is not null) = $is_unpaid",
    ),
    warehouse_id: filter(Ref("warehouse")),
  },
  rows: { shipouts: Type.Array(CustomerShipoutSummary) },
  build: (row: ListedShipout, context) => toSummary(context, row),
});
