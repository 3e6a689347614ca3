/** The driver is at the door. */
import { defineCommand } from "../command.ts";
import { saveStop, startRoute } from "../progress.ts";
import { isResolved } from "../rules.ts";
import { stopMembers } from "../shapes.ts";
import { actorOf, answerOf, emitStop, locationOf, reach, record } from "./visit.ts";

export const arriveAtStop = defineCommand({
  type: "stop_arrive",
  members: stopMembers,
  async run(context, input, given) {
    const visit = await reach(context, input, given);
    const { at_stop, moment } = visit;
    const { own, stop, jobs } = at_stop;
    const before = stop?.status;
    await startRoute(context, own, moment, { implied: true });
    const open = jobs.filter((job) => job.task === null || job.task.status === "PENDING");
    for (const { order, action } of open) {
      if (action === "pickup") continue;
      await record(context, visit, order.id, "arrive", {
        payload: { stop_id: input.stop_id, route_id: own.route.id },
        tracking: {
          code: "otep:lastmile:arrived_at_stop",
          actor: actorOf(context),
          ...locationOf(order, action, input),
        },
      });
    }
    if (stop !== null) {
      const first =
        stop.arrived_at === null || Date.parse(moment.at) < Date.parse(stop.arrived_at)
          ? moment.at
          : stop.arrived_at;
      await saveStop(context, at_stop, {
        status: isResolved(stop.status) ? stop.status : "ARRIVED",
        arrived_at: first,
      });
    }
    emitStop(context, at_stop, input.stop_id, "stop.arrived", moment, {}, before);
    return answerOf(context, input.stop_id, visit);
  },
});
