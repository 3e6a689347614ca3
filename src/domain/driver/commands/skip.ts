/** Leave a stop for later, or take that back. */
import Type from "typebox";
import { defineCommand } from "../command.ts";
import { messages } from "../messages.ts";
import { saveRoute, saveStop } from "../progress.ts";
import { isResolved } from "../rules.ts";
import { stopMembers } from "../shapes.ts";
import { answerOf, emitStop, reach } from "./visit.ts";

export const skipStop = defineCommand({
  type: "stop_skip",
  members: {
    ...stopMembers,
    undo: Type.Optional(Type.Boolean({ description: "Take the skip back: the stop is open again." })),
  },
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop } = at_stop;
    const undo = input.undo === true;
    if (stop !== null && isResolved(stop.status))
      throw context.refuse("stop_resolved", { message: messages.stop_resolved });
    const before = stop?.status;
    if (stop !== null && (stop.status === "SKIPPED") === undo) {
      await saveStop(context, at_stop, {
        status: undo ? "PENDING" : "SKIPPED",
        ...(input.note === undefined ? {} : { note: input.note }),
      });
      await saveRoute(context, own, {});
    }
    emitStop(context, at_stop, input.stop_id, undo ? "stop.resumed" : "stop.skipped", moment, {}, before);
    return answerOf(context, input.stop_id, visit);
  },
});
