/**
 * A code with which staff open one compartment at the device, without a network: it opens once. Another one ends it, whether
 * it was used or not. Who looks into a compartment and why is in the log.
 */
import Type from "typebox";
import { queueCommand } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { computeCode } from "../codes.ts";
import { record } from "../log.ts";
import { CompartmentRecord } from "../records/compartment.ts";
import { Note } from "../shapes.ts";
import { KNOWLEDGE_MS, lockTarget } from "../state.ts";

export const issueOperatorCode = defineOperation({
  name: "lockerOperatorCodeIssue",
  summary: "Issue a code of staff for a compartment",
  description: "It opens the compartment once, whatever is in it, also while the locker is offline.",
  risk: "high",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}/operator-code" },
  secret_answer: true,
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    reason: Note,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    compartment_id: Ref("locker_compartment"),
    compartment_code: Type.String({ description: "Written on the door." }),
    code: Type.String({ "x-secret": true, description: "8 digits." }),
  }),
  refusals: { not_provisioned: "conflict" },

  async run(context, { locker_id, compartment_id, reason }) {
    const target = await lockTarget(context, locker_id, compartment_id);
    const { device } = target;
    const counter = target.compartment.operator_counter + 1;
    const code = computeCode(context, device, target.compartment, "operator", counter);
    const compartment = await CompartmentRecord.change(context, target.compartment, {
      operator_counter: counter,
    });
    // The device looks ten codes ahead: this also keeps it within reach of codes that nobody typed.
    const command = await queueCommand(context, device.id, {
      kind: "invalidate_codes",
      compartment_id,
      body: { use: "operator", up_to: counter - 1 },
      expires_at: new Date(context.now.getTime() + KNOWLEDGE_MS),
      reason,
    });
    await record(
      context,
      { ...target, compartment },
      "operator_code_issued",
      { counter, reason },
      { command_id: command.id },
    );
    return { result: true, compartment_id, compartment_code: compartment.code, code };
  },
});
