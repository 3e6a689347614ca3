/**
 * Return a compartment to service, by somebody who looked into it: free where it is empty, occupied where what its reservation
 * is for is in it. Where the sensor says otherwise, or nobody knows what is in it, it waits for a check.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { record } from "../log.ts";
import { refuseWhileOpening } from "../open-door.ts";
import { answerCompartment } from "../present.ts";
import { REQUEST_REFUSALS } from "../rules.ts";
import { CompartmentAnswer, Note, SeenContents } from "../shapes.ts";
import { applyRequest, lockTarget } from "../state.ts";

export const returnCompartment = defineOperation({
  name: "lockerCompartmentReturn",
  summary: "Return a compartment to service",
  access: { scopes: ["lockers:write"] },
  rest: {
    method: "POST",
    path: "/api/v1/lockers/{locker_id}/compartments/{compartment_id}/return-to-service",
  },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    compartment_id: Ref("locker_compartment"),
    contents: SeenContents,
    note: Type.Optional(Note),
  }),
  output: CompartmentAnswer,
  refusals: REQUEST_REFUSALS,

  async run(context, { locker_id, compartment_id, contents, note = "" }) {
    const target = await lockTarget(context, locker_id, compartment_id);
    context.expectVersion(target.compartment.version);
    await refuseWhileOpening(context, target);
    const after = await applyRequest(context, target, contents === "EMPTY" ? "return_empty" : "return_full", {
      is_check: true,
    });
    await record(context, after, "returned_to_service", { contents, note });
    return answerCompartment(after);
  },
});
