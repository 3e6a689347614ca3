/** Ship-outs of all customers, newest first. */
import Type from "typebox";
import { buildListFilters, is_unpaid } from "#domain/customer/service-orders/public.ts";
import { defineList, filter, search } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { type ListedShipout, SHIPOUT_LIST } from "../records/shipout.ts";
import { STATUSES } from "../rules.ts";
import { CustomerShipoutSummary, toSummary } from "../shapes.ts";

export const listCustomerShipouts = defineList({
  name: "clientShipouts",
  summary: "List ship-outs of customers",
  access: { scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/shipout-orders" },
  ...SHIPOUT_LIST,
  filters: {
    ...buildListFilters(STATUSES),
    q: search(
      "o.id",
      "search_shipouts",
      "In tracking number, reference, name of the customer, or number of the carrier.",
    ),
    is_unpaid,
    warehouse_id: filter(Ref("warehouse")),
  },
  rows: { shipouts: Type.Array(CustomerShipoutSummary) },
  build: (row: ListedShipout, context) => toSummary(context, row),
});
