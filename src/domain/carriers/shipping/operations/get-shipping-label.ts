/**
 * The labels of a shipment: one file for each package, in the format that is asked for.
 *
 * The carrier keeps the files and gives them again, so none is stored here.
 *
 *
 * Source: docs/contract/mcp.md, `download_shipping_label`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { downloadLabels, downloadRefusals, LABEL_FORMATS, LabelFileAnswer } from "../download.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";

export const getShippingLabel = defineOperation({
  name: "shippingGetShippingLabel",
  summary: "Download labels",
  description:
    "A 4 x 6 inch label for each package as base64, in the format of the purchase or the one that is asked for. Voided packages have none.",
  effect: "read",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/shipping/getShippingLabel" },
  mcp: { user: "download_shipping_label" },
  input: Type.Object({
    ...labelIdMembers,
    format: Type.Optional(StringEnum(LABEL_FORMATS, { description: "That of the purchase if absent." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    label_order_id: Ref("label_order"),
    labels: Type.Array(LabelFileAnswer, { description: "In the order of the packages." }),
  }),
  refusals: downloadRefusals,

  async prepare(context, input) {
    const id = await resolveLabelId(context, input);
    return { id, labels: await downloadLabels(context, id, input) };
  },

  async run(_context, _input, { id, labels }) {
    return { result: true, label_order_id: id, labels };
  },
});
