/**
 * The progress of a route: started, its stops resolved, ended. Writes rows and events together; callers hold the locks.
 */
import { startDuty } from "#domain/fleet/fleets/public.ts";
import {
  getNextRouteStatus,
  type StopRow,
  saveRoutes,
  saveStopProgress,
  saveTaskStates,
  type TaskRow,
} from "#domain/planning/routes/public.ts";
import { reviseDepartures } from "./departures.ts";
import type { OwnRoute, OwnStop } from "./own-routes.ts";
import type { DriverContext } from "./refusals.ts";
import {
  buildMomentFields,
  computePausedSince,
  computeStopStatus,
  findLatest,
  isBefore,
  isLatest,
  isResolved,
  isSameMoment,
  type Moment,
  type TaskState,
} from "./rules.ts";
import type { RouteAnswer } from "./shapes.ts";

/**
 * Start a route: what is aboard is out for delivery from then on. `at` may be earlier than a start recorded before: the
 * earliest counts, and the departures move with it. Does nothing to a route that ended without a start.
 *
 * A command at a stop of a route that was not started implies the start (`implied`), so that the order of a phone's
 * messages does not matter.
 */
export async function recordRouteStart(
  context: DriverContext,
  own_route: OwnRoute,
  { at }: Moment,
  options: { implied: boolean },
): Promise<void> {
  const { emit } = context;
  const { route } = own_route;
  const status = getNextRouteStatus(route.status, "start");
  const started = route.actual_start_at;
  if (started === null ? status === null : Date.parse(started) <= Date.parse(at)) return;
  await updateRoute(context, own_route, { actual_start_at: at, ...(status === null ? {} : { status }) });
  await reviseDepartures(context, own_route, listOrdersToDeliver(own_route));
  // Who drives a route is at work, whether or not a shift was started before it.
  if (route.driver_id !== null) await startDuty(context, route.driver_id, new Date(at));
  if (status === null) {
    emit({
      subject: { type: "route", id: route.id },
      kind: "route.start_reported",
      payload: { started_at: at, before: started, implied: options.implied },
      occurred_at: at,
    });
    return;
  }
  emit({
    subject: { type: "route", id: route.id },
    kind: "route.started",
    payload: {
      number: route.number,
      driver_id: route.driver_id,
      vehicle_id: route.vehicle_id,
      implied: options.implied,
    },
    occurred_at: at,
    before: { status: route.status },
    after: { status },
  });
}

function listOrdersToDeliver({ stops }: OwnRoute): number[] {
  const tasks = stops.flatMap((stop) => stop.tasks);
  return [
    ...new Set(
      tasks
        .filter((task) => task.action !== "pickup" && task.status !== "REMOVED")
        .map((task) => task.order_id),
    ),
  ];
}

/** Write columns of the route; whether it is paused follows from them. */
export async function updateRoute(
  context: DriverContext,
  own_route: OwnRoute,
  set: Parameters<typeof saveRoutes>[1][number]["set"],
): Promise<void> {
  const paused_at = computePausedSince({ ...own_route.route, ...set });
  const [saved] = await saveRoutes(context, [{ route: own_route.route, set: { ...set, paused_at } }]);
  if (saved !== undefined) own_route.route = saved;
}

export type StopChange = Partial<
  Pick<StopRow, "status" | "arrived_at" | "done_at" | "status_at" | "note" | "noted_at">
>;

export async function updateStop(context: DriverContext, { stop }: OwnStop, set: StopChange): Promise<void> {
  if (stop === null) return;
  Object.assign(stop, set);
  await saveStopProgress(context, stop);
}

/** Outcomes of tasks of a stop, each with its own moment. */
export async function updateTasks(
  { db, business_id }: DriverContext,
  { stop }: OwnStop,
  states: ReadonlyMap<number, TaskState>,
): Promise<void> {
  if (stop === null) return;
  const changed = stop.tasks.flatMap((task) => {
    const state = states.get(task.id);
    const same =
      state === undefined || (state.status === task.status && isSameMoment(state.done_at, task.done_at));
    return same ? [] : [{ id: task.id, ...state }];
  });
  if (changed.length === 0) return;
  const after = new Map(changed.map((task) => [task.id, task]));
  stop.tasks = stop.tasks.map((task): TaskRow => ({ ...task, ...after.get(task.id) }));
  await saveTaskStates({ db, business_id }, changed);
}

/**
 * The driver was at a stop: the earliest of these moments is the arrival; the stop follows its tasks, and the route its
 * stops. The route is completed with its last resolved stop.
 */
export async function updateStopFromTasks(
  context: DriverContext,
  at_stop: OwnStop,
  at: string,
  note: string | undefined,
): Promise<void> {
  const { own_route, stop } = at_stop;
  if (stop === null) return;
  const is_latest = isLatest(at, stop.status_at);
  const skipped = stop.status === "SKIPPED" && !is_latest;
  const resolved = computeStopStatus(stop.tasks);
  await updateStop(context, at_stop, {
    status: resolved ?? (skipped ? "SKIPPED" : "ARRIVED"),
    arrived_at: stop.arrived_at === null || isBefore(at, stop.arrived_at) ? at : stop.arrived_at,
    status_at: is_latest ? at : stop.status_at,
    done_at: resolved === null ? null : (findLatest(stop.tasks.map((task) => task.done_at)) ?? at),
    ...chooseNote(stop, note, at),
  });
  if (resolved !== null) await updateRouteFromStops(context, own_route);
}

/** Of several notes, the one written last. */
export function chooseNote(
  { noted_at }: Pick<StopRow, "noted_at">,
  note: string | undefined,
  at: string,
): Pick<StopChange, "note" | "noted_at"> {
  return note === undefined || !isLatest(at, noted_at) ? {} : { note, noted_at: at };
}

/**
 * Update the route from its stops and the return that its driver reported; of an ended route only the end can change.
 */
export async function updateRouteFromStops(context: DriverContext, own_route: OwnRoute): Promise<void> {
  const { route } = own_route;
  const stops_resolved = own_route.stops.filter((one) => isResolved(one.status)).length;
  const is_complete = stops_resolved === own_route.stops.length;
  const ended = is_complete
    ? findLatest([...own_route.stops.map((stop) => stop.done_at), route.returned_at])
    : null;
  const status = is_complete ? getNextRouteStatus(route.status, "complete") : null;
  const is_over = status !== null || route.status === "COMPLETED" || route.status === "CLOSED";
  await updateRoute(context, own_route, {
    stops_resolved,
    ...(status === null ? {} : { status }),
    ...(is_over && ended !== null ? { actual_end_at: ended } : {}),
  });
  if (status === null || ended === null) return;
  context.emit({
    subject: { type: "route", id: route.id },
    kind: "route.completed",
    payload: { number: route.number, driver_id: route.driver_id, stops_total: route.stops_total },
    occurred_at: ended,
    before: { status: route.status },
    after: { status },
  });
}

/** Record that the phone's clock is wrong, once for each command; it opens an attention item. */
export function flagClock(
  { actor, emit }: DriverContext,
  moment: Moment,
  where: { route_id: number; stop_id?: number },
): void {
  if (!moment.skewed || actor.driver_id === null) return;
  emit({
    subject: { type: "driver", id: actor.driver_id },
    kind: "driver.clock_wrong",
    payload: {
      route_id: where.route_id,
      stop_id: where.stop_id ?? null,
      device_at: moment.device_at,
      taken_as: moment.at,
    },
  });
}

export function buildRouteAnswer({ route }: OwnRoute, moment: Moment): RouteAnswer {
  return {
    result: true,
    route_id: route.id,
    status: route.status,
    paused: route.paused_at !== null,
    stops_total: route.stops_total,
    stops_resolved: route.stops_resolved,
    ...buildMomentFields(moment),
  };
}
