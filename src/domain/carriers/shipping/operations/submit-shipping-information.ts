/**
 * Submit the data of a shipment before it is handed over: the carrier confirms that it holds it as it was bought.
 *
 * Carriers get the data of a shipment with the purchase; this makes sure of it, which a lost answer or a purchase by
 * somebody else's hand leaves open.
 *
 * Source: docs/contract/mcp.md, `submit_shipping_information`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { answerLabel } from "../answer.ts";
import { recordCarrierState } from "../cancellation/record.ts";
import { findShipment } from "../cancellation/request-cancellation.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";
import { messages } from "../messages.ts";
import { changeBoughtLabel, findLabel, getLockedLabel } from "../records/label.ts";
import { labelAnswerMembers } from "../shapes.ts";

export const submitShippingInformation = defineOperation({
  name: "labelserviceSubmitShippingInformation",
  summary: "Submit shipment data to the carrier",
  description:
    "Confirms with the carrier that it holds the shipment as it was bought, before it is handed over; the state becomes INFO_SUBMITTED.",
  risk: "high",
  access: { scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/submitShippingInformation" },
  mcp: { user: "submit_shipping_information" },
  input: Type.Object(labelIdMembers),
  output: Type.Object(labelAnswerMembers),
  refusals: { not_submittable: "conflict", not_held: "conflict", carrier_unavailable: "unavailable" },

  async prepare(context, input) {
    const id = await resolveLabelId(context, input);
    const order = await findLabel(context, id);
    if (order === undefined || order.purchased_at === null) return { id, outcome: null };
    return { id, outcome: await findShipment(context, order) };
  },

  async run(context, _input, { id, outcome }) {
    const { refuse, now } = context;
    const order = await getLockedLabel(context, id);
    const { state } = order;
    // Submitted before: a repetition changes nothing.
    if (state === "INFO_SUBMITTED") return answerLabel(context, id);
    if (state !== "LABEL_READY" || outcome === null)
      throw refuse("not_submittable", {
        message: messages.not_submittable,
        values: { state },
        extra: { state },
      });
    if (outcome.kind !== "held")
      throw outcome.failure === "unknown"
        ? refuse("not_held", { message: messages.not_held })
        : refuse("carrier_unavailable", {
            message: messages.carrier_unavailable,
            values: { reason: outcome.text },
          });
    const held = await recordCarrierState(context, id, outcome);
    if (held.state === "LABEL_READY")
      await changeBoughtLabel(context, held, { columns: { submitted_at: now.toISOString() } });
    return answerLabel(context, id);
  },
});
