/** Take a compartment out of service. What is reserved or in it stays reserved or in it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { record } from "../log.ts";
import { answerCompartment } from "../present.ts";
import { REQUEST_REFUSALS } from "../rules.ts";
import { CompartmentAnswer, Note } from "../shapes.ts";
import { applyRequest, lockTarget } from "../state.ts";

export const takeCompartmentOut = defineOperation({
  name: "lockerCompartmentTakeOut",
  summary: "Withdraw a compartment from service",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}/out-of-service" },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    note: Note,
  }),
  output: CompartmentAnswer,
  refusals: REQUEST_REFUSALS,

  async run(context, { locker_id, compartment_id, note }) {
    const target = await lockTarget(context, locker_id, compartment_id);
    context.expectVersion(target.compartment.version);
    const after = await applyRequest(context, target, "take_out");
    await record(context, after, "taken_out_of_service", { note });
    return answerCompartment(after);
  },
});
