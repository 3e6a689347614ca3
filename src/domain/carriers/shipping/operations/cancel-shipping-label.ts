/**
 * Cancel a label: void it before it is on a manifest, ask for its refund after that.
 *
 * What the carrier is asked for is stored before it is asked. When its answer is lost the label stays pending, and a job
 * asks what it holds. The price of a package goes back to who paid it when the carrier has voided or refunded it.
 *
 * Source: docs/contract/mcp.md, `cancel_shipping_label`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerLabel } from "../answer.ts";
import { performCancellation, recordCancellation } from "../cancellation/perform.ts";
import { cancelRefusals, startCancellation } from "../cancellation/start.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";
import { messages } from "../messages.ts";
import { openLabelCarrier } from "../purchase/request-purchase.ts";
import { findLabel, getLockedLabel } from "../records/label.ts";
import { labelAnswerMembers } from "../shapes.ts";
import { UNPREDICTED_OF_CANCELLATION } from "../unpredicted.ts";

export const cancelShippingLabel = defineOperation({
  name: "labelserviceCancelShippingLabel",
  summary: "Cancel a label",
  description:
    "By label_order_id, or one package by its tracking_number. Before the end of day it is voided, after that a refund is requested. " +
    "With pending true the carrier has not decided yet.",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/cancelShippingLabel", pending: "pending" },
  mcp: { user: "cancel_shipping_label" },
  input: Type.Object(labelIdMembers),
  output: Type.Object(labelAnswerMembers),
  refusals: { ...cancelRefusals, package_not_alone: "conflict", carrier_refused: "invalid" },

  async prepare(context, input) {
    if (input.tracking_number === undefined) return { voids_packages: true };
    const order = await findLabel(context, await resolveLabelId(context, input));
    const is_bought = order !== undefined && order.purchased_at !== null;
    const carrier = is_bought ? await openLabelCarrier(context, order) : null;
    return { voids_packages: carrier?.capabilities.voids_packages ?? true };
  },

  async run(context, input, { voids_packages }) {
    const id = await resolveLabelId(context, input);
    const order = await getLockedLabel(context, id);
    const { tracking_number = null } = input;
    if (tracking_number !== null && !voids_packages && order.shipment.packages.length > 1)
      throw context.refuse("package_not_alone", { message: messages.package_not_alone });
    await startCancellation(context, order, tracking_number);
    return answerLabel(context, id);
  },

  perform: (context, _input, { label_order }) => performCancellation(context, label_order.id),

  async settle(context, _input, { label_order: { id } }, outcome) {
    return (await recordCancellation(context, id, outcome)) ?? answerLabel(context, id);
  },
  unpredicted: UNPREDICTED_OF_CANCELLATION,
});
