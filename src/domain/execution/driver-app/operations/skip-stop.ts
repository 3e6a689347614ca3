/** Skip a stop for now, or undo the skip. */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { runOnce } from "../device-sequence.ts";
import { messages } from "../messages.ts";
import { chooseNote, updateRoute, updateStop } from "../progress.ts";
import { isLatest, isResolved } from "../rules.ts";
import { commandMembers, DRIVER_COMMAND, StopAnswer, stopMembers } from "../shapes.ts";
import { buildVisitAnswer, emitStopEvent, recordArrival } from "../visit.ts";

export const skipStop = defineOperation({
  name: "driverStopSkip",
  summary: "Skip a stop",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/skip" },
  input: Type.Object({
    ...stopMembers,
    undo: Type.Optional(Type.Boolean({ description: "Undo the skip: the stop is open again." })),
    ...commandMembers,
  }),
  output: StopAnswer,

  run: (context, input) =>
    runOnce(context, "stop_skip", input, async (reported_moment) => {
      const visit = await recordArrival(context, input, reported_moment);
      const { at_stop, moment } = visit;
      const { own_route, stop } = at_stop;
      const undo = input.undo === true;
      // A late skip of a stop that was served since then is only history.
      if (stop !== null && isResolved(stop.status) && isLatest(moment.at, stop.done_at))
        throw context.refuse("stop_resolved", { message: messages.stop_resolved });
      const before = stop?.status;
      if (stop !== null) {
        const open = stop.arrived_at === null ? "PENDING" : "ARRIVED";
        const status = isResolved(stop.status) ? stop.status : undo ? open : "SKIPPED";
        await updateStop(context, at_stop, {
          ...(isLatest(moment.at, stop.status_at) ? { status, status_at: moment.at } : {}),
          ...chooseNote(stop, input.note, moment.at),
        });
        await updateRoute(context, own_route, {});
      }
      emitStopEvent(
        context,
        at_stop,
        input.stop_id,
        undo ? "stop.resumed" : "stop.skipped",
        moment,
        {},
        before,
      );
      return buildVisitAnswer(context, input.stop_id, visit);
    }),
});
