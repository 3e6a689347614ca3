/**
 * The label of a local order as PDF.
 *
 * The PDF is returned as base64 in JSON, or as bytes for `Accept: application/pdf`. It is a document of the order: printed
 * again unchanged, it is the same version. Drawn in a worker thread: too many requests at once are refused with 503
 * `BUSY`, and a request that waits is dropped when the caller disconnects.
 *
 * Source: docs/contract/mcp.md, "print_local_label"; size and layout are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { IssuedLabel, issueOrderLabel } from "../issue-label.ts";

export const getOrderLabel = defineOperation({
  name: "clientOrderLabel",
  summary: "Get the label of a local order as PDF",
  description: "One page of 100 x 150 mm per parcel, as base64, with label codes and tracking numbers.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/label", bytes: "accept" },
  mcp: { user: "print_local_label" },
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: IssuedLabel,
  stores_document: true,
  refusals: { caller_disconnected: "unavailable" },

  run: (context, { order_id }) => issueOrderLabel(context, order_id),
});
