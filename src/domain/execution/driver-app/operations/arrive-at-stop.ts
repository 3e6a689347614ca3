/** Arrive at a stop. This starts the route if it was not started. */

import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { runOnce } from "../device-sequence.ts";
import { recordRouteStart, updateStopFromTasks } from "../progress.ts";
import { commandMembers, DRIVER_COMMAND, StopAnswer, stopMembers } from "../shapes.ts";
import { evaluateFacts, recordEvaluation } from "../stop-facts.ts";
import {
  buildDriverActor,
  buildEventLocation,
  buildVisitAnswer,
  emitStopEvent,
  recordArrival,
} from "../visit.ts";

export const arriveAtStop = defineOperation({
  name: "driverStopArrive",
  summary: "Arrive at a stop",
  ...DRIVER_COMMAND,
  rest: { method: "POST", path: "/api/v1/driver/stops/{stop_id}/arrive" },
  input: Type.Object({ ...stopMembers, ...commandMembers }),
  output: StopAnswer,

  run: (context, input) =>
    runOnce(context, "stop_arrive", input, async (reported_moment) => {
      const visit = await recordArrival(context, input, reported_moment);
      const { at_stop, moment } = visit;
      const { own_route, stop, jobs } = at_stop;
      const before = stop?.status;
      await recordRouteStart(context, own_route, moment, { implied: true });
      const drops = jobs.filter((job) => job.action !== "pickup");
      const evaluations = await evaluateFacts(context, visit, input.stop_id, drops, () => "arrive");
      for (const evaluation of evaluations) {
        const { order, action } = evaluation.job;
        await recordEvaluation(context, visit, input.stop_id, evaluation, {
          payload: { stop_id: input.stop_id, route_id: own_route.route.id },
          tracking: {
            code: "otep:lastmile:arrived_at_stop",
            actor: buildDriverActor(context),
            ...buildEventLocation(order, action, input),
          },
        });
      }
      await updateStopFromTasks(context, at_stop, moment.at, undefined);
      emitStopEvent(context, at_stop, input.stop_id, "stop.arrived", moment, {}, before);
      return buildVisitAnswer(context, input.stop_id, visit);
    }),
});
