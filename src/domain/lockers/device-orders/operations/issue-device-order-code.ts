/**
 * The code that the caller needs at the locker: the same again. Couriers get the code to put a delivery in and to collect a
 * return, customers the code to put in; what a recipient collects with is sent to it alone, and shown to staff.
 */
import Type from "typebox";
import { CODE_REFUSALS, issueCode } from "#domain/lockers/lockers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { lockDeviceOrder } from "../records/device-order.ts";
import { findCodeUse, mayHaveCode } from "../rules.ts";

export const issueDeviceOrderCode = defineOperation({
  name: "deviceOrderCodeIssue",
  summary: "Issue the code of a device order",
  description:
    "Before the deposit that to deposit, after it that to collect; the same until it is issued anew.",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/device-orders/{device_order_id}/code" },
  secret_answer: true,
  localised: true,
  input: Type.Object({ device_order_id: Ref("device_order") }),
  output: Type.Object({
    result: Type.Boolean(),
    device_order_id: Ref("device_order"),
    use: StringEnum(["deposit", "collect"]),
    compartment_code: Type.String({ description: "Written on the door." }),
    code: Type.String({ "x-secret": true, description: "8 digits." }),
    valid_until: Nullable(Timestamp),
  }),
  refusals: { no_code_now: "conflict", code_of_another: "forbidden", ...CODE_REFUSALS },

  async run(context, { device_order_id }) {
    const { row, target } = await lockDeviceOrder(context, device_order_id);
    const use = findCodeUse(target?.compartment.status ?? null);
    if (target === undefined || use === null)
      throw context.refuse("no_code_now", { message: messages.no_code_now });
    if (!mayHaveCode(context.actor.role, use, row.purpose))
      throw context.refuse("code_of_another", { message: messages.code_of_another });
    return { result: true, device_order_id, ...(await issueCode(context, target, use, false)) };
  },
});
