/** Issue the code of a device order anew: the earlier one ends. Before the deposit that to deposit, after it that to collect. */
import Type from "typebox";
import { CODE_REFUSALS, issueCode } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getRecipientUse, sendCode } from "../recipient.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { findCodeUse } from "../rules.ts";
import { recordAction } from "../store.ts";

export const reissueDeviceOrderCode = defineOperation({
  name: "deviceOrderCodeReissue",
  summary: "Issue the code of a device order anew",
  description: "A code of the recipient is sent to it again, where it has a contact.",
  access: { scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/reissue-code" },
  secret_answer: true,
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order") }),
  output: Type.Object({
    result: Type.Boolean(),
    device_order_id: Ref("device_order"),
    use: StringEnum(["deposit", "collect"]),
    compartment_code: Type.String({ description: "Written on the door." }),
    code: Type.String({ "x-secret": true, description: "8 digits." }),
    sent_by: Type.Array(StringEnum(["sms", "email"]), { description: "How the recipient gets it." }),
  }),
  refusals: { no_code_now: "conflict", ...CODE_REFUSALS },

  async run(context, { device_order_id }) {
    const { row, target } = await lockDeviceOrder(context, device_order_id);
    const use = findCodeUse(target?.compartment.status ?? null);
    if (target === undefined || use === null)
      throw context.refuse("no_code_now", { message: messages.no_code_now });
    const { code, compartment_code } = await issueCode(context, target, use, true);
    await recordAction(context, row, "code_issued", { details: { use } });
    const sent_by = getRecipientUse(row) === use ? await sendCode(context, row, target, use, code) : [];
    return { result: true, device_order_id, use, compartment_code, code, sent_by };
  },
});
