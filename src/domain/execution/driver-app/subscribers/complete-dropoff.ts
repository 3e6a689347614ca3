/**
 * An order whose goods are all in a locker has nothing left to be done at its stop. What the driver reports of it there afterwards
 * is a repetition or a contradiction, as after a completion (`stop-facts.ts`).
 */
import { orderDeposited } from "#domain/orders/orders/public.ts";
import { lockRouteForOrder } from "#domain/planning/routes/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { updateStopFromTasks, updateTasks } from "../progress.ts";
import { emitStopEvent } from "../visit.ts";

export const completeDropoff = subscribe(orderDeposited, async (context, { order, stop, at }) => {
  const route = await lockRouteForOrder(context.db, context.business_id, stop.route_id, order);
  const dropoff = route?.stops.find(({ id }) => id === stop.stop_id);
  const task = dropoff?.tasks.find(({ order_id, action }) => order_id === order.id && action !== "pickup");
  if (route === undefined || dropoff === undefined || task === undefined || task.status === "DONE") return;
  const at_stop = {
    own_route: { ...route, locked: new Map([[order.id, order]]) },
    stop: dropoff,
    jobs: [{ order, action: task.action, task }],
  };
  const before = dropoff.status;
  await updateTasks(context, at_stop, new Map([[task.id, { status: "DONE", done_at: at }]]));
  await updateStopFromTasks(context, at_stop, at, undefined);
  const moment = { at, device_at: null, skewed: false, queued: false, command_key: null };
  emitStopEvent(context, at_stop, dropoff.id, "stop.completed", moment, { handed_to: "locker" }, before);
});
