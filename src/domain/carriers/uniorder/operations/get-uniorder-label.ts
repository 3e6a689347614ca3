/**
 * The label of a unified order as PDF: of the own delivery, or the carrier's.
 *
 * Source: docs/contract/mcp.md, `uniorder_label`; the response is our choice.
 */
import Type from "typebox";
import { issueOrderLabel } from "#domain/carriers/labels/public.ts";
import { downloadLabels, downloadRefusals, LabelFileAnswer } from "#domain/carriers/shipping/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getUnified } from "../records/unified-order.ts";

export const getUniorderLabel = defineOperation({
  name: "uniorderLabel",
  summary: "Get the label of a unified order as PDF",
  description:
    "As base64: one file with a page for each parcel of an own delivery, one file for each package of a carrier's label.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "GET", path: "/api/v1/uniorder/{uniorder_id}/label" },
  mcp: { user: "uniorder_label" },
  input: Type.Object({ uniorder_id: Ref("unified_order") }),
  output: Type.Object({
    result: Type.Boolean(),
    uniorder_id: Ref("unified_order"),
    labels: Type.Array(LabelFileAnswer),
  }),
  stores_document: true,
  refusals: { ...downloadRefusals, caller_disconnected: "unavailable" },

  async prepare(context, { uniorder_id }) {
    const { label_order_id } = await getUnified(context, uniorder_id);
    return label_order_id === null ? null : downloadLabels(context, label_order_id, { format: "pdf" });
  },

  async run(context, { uniorder_id }, carrier_labels) {
    if (carrier_labels !== null) return { result: true, uniorder_id, labels: carrier_labels };
    const { order_id } = await getUnified(context, uniorder_id);
    const { name, content_type, content_base64, tracking_numbers } = await issueOrderLabel(
      context,
      order_id ?? 0,
    );
    const tracking_number = tracking_numbers[0] ?? "";
    const labels = [{ tracking_number, name, format: "pdf" as const, content_type, content_base64 }];
    return { result: true, uniorder_id, labels };
  },
});
