/** A door that is still open at its time was left open. */
import { defineDue } from "#operation/define/due.ts";
import { applyFact, findCompartmentTarget } from "../state.ts";
import { DOOR_LEFT_OPEN } from "../times.ts";

export const reportOpenDoor = defineDue({
  kind: DOOR_LEFT_OPEN,

  async run(context, { subject }) {
    const target = await findCompartmentTarget(context, Number(subject));
    const close_by = target?.compartment.close_by;
    if (target === undefined || typeof close_by !== "string" || Date.parse(close_by) > context.now.getTime())
      return;
    await applyFact(context, target, "left_open");
  },
});
