/** Labels, newest first: a customer's own, or those of the business and all its customers. */
import Type from "typebox";
import { defineList, filter, search } from "#operation/define/list.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getOwner, LABEL_LIST, type ListedLabel } from "../records/label.ts";
import { STATES } from "../rules.ts";
import { LabelOrderSummary, toLabelSummary } from "../shapes.ts";

export const listLabelOrders = defineList({
  ...LABEL_LIST,
  name: "labelserviceOrders",
  summary: "List labels",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "GET", path: "/api/v1/labelservice/orders" },
  filters: {
    state: filter(Type.Array(StringEnum(STATES), { maxItems: STATES.length, uniqueItems: true })),
    customer_id: filter(
      Ref("customer", { ...Id, description: "Of the business's customers; a customer sees its own." }),
    ),
    carrier_account: filter(Type.String({ minLength: 1, maxLength: 120 }), "a.code = $carrier_account"),
    manifest_id: filter(Ref("label_manifest", { ...Id, description: "The business only." })),
    q: search(
      "o.id",
      "search_label_orders",
      "In reference, tracking number, recipient, postal code, or name of the customer.",
    ),
  },
  rows: { label_orders: Type.Array(LabelOrderSummary) },
  values(context, { manifest_id }) {
    const customer_id = getOwner(context);
    if (customer_id === null) return {};
    // Manifests are the business's: none is a customer's.
    return { customer_id, manifest_id: manifest_id === undefined ? undefined : -1 };
  },
  build: (row: ListedLabel) => toLabelSummary(row),
});
