/** The stored day with what was done since: what the service will show once it knows. Pure. */

import type { DriverRouteOutput, DriverStop, ReturnReason } from "../../../../packages/client/client.gen.ts";
import { isCode, readCode, type ScannedCode } from "../../../../packages/codes/read-code.ts";
import type { QueuedItem } from "../../../offline/items.ts";

export type DayRoute = Omit<DriverRouteOutput, "off_route"> & Partial<Pick<DriverRouteOutput, "off_route">>;
export type DayStop = DriverStop;
export type DayTask = DriverStop["tasks"][number];
type Duty = "on" | "break" | "off";

/** What the device keeps of a day. */
export interface Day {
  /** When the service answered, milliseconds since 1970. */
  fetched_at: number;
  duty: Duty;
  routes: readonly DayRoute[];
  reasons: readonly ReturnReason[];
}

export type Command = Pick<QueuedItem, "channel" | "type" | "body" | "occurred_at">;

const RESOLVED = ["DONE", "PARTIAL", "FAILED"];
export const isResolved = ({ status }: Pick<DayStop, "status">) => RESOLVED.includes(status);

/** The day after these commands, in their order. Commands of other channels change nothing. */
export function applyCommands(day: Day, commands: readonly Command[]): Day {
  return commands.filter(({ channel }) => channel === "driver").reduce(applyCommand, day);
}

function applyCommand(day: Day, { type, body, occurred_at }: Command): Day {
  const { route_id, stop_id, state } = body;
  switch (type) {
    case "duty":
      return { ...day, duty: state as Duty };
    case "route_start":
    case "route_resume":
      return changeRoute(day, route_id, { status: "IN_PROGRESS", paused_at: null });
    case "route_pause":
      return changeRoute(day, route_id, { paused_at: occurred_at });
    case "stop_arrive":
      return changeStop(day, stop_id, (stop) =>
        isResolved(stop) ? stop : { ...stop, status: "ARRIVED", arrived_at: stop.arrived_at ?? occurred_at },
      );
    case "stop_skip": {
      const open = (stop: DayStop) => (stop.arrived_at === null ? "PENDING" : "ARRIVED");
      return changeStop(day, stop_id, (stop) =>
        isResolved(stop) ? stop : { ...stop, status: body["undo"] === true ? open(stop) : "SKIPPED" },
      );
    }
    case "stop_complete":
    case "stop_fail":
      return changeStop(day, stop_id, (stop) =>
        resolveTasks(stop, body["order_ids"], type === "stop_complete" ? "DONE" : "FAILED", occurred_at),
      );
    case "scan":
      return body["action"] === "load" || body["action"] === "pickup" ? loadParcels(day, body) : day;
    default:
      return day;
  }
}

function changeRoute(day: Day, route_id: unknown, change: Partial<DayRoute["route"]>): Day {
  return {
    ...day,
    routes: day.routes.map((one) =>
      one.route.id === route_id ? { ...one, route: { ...one.route, ...change } } : one,
    ),
  };
}

/** A fact at a stop starts its route; the last one ends it. */
function changeStop(day: Day, stop_id: unknown, change: (stop: DayStop) => DayStop): Day {
  return {
    ...day,
    routes: day.routes.map((one) => {
      if (!one.stops.some(({ id }) => id === stop_id)) return one;
      const stops = one.stops.map((stop) => (stop.id === stop_id ? change(stop) : stop));
      const stops_resolved = stops.filter(isResolved).length;
      const started = ["RELEASED", "LOADED"].includes(one.route.status) ? "IN_PROGRESS" : one.route.status;
      const status = started === "IN_PROGRESS" && stops_resolved === stops.length ? "COMPLETED" : started;
      return { ...one, stops, route: { ...one.route, stops_resolved, status } };
    }),
  };
}

function resolveTasks(stop: DayStop, order_ids: unknown, status: "DONE" | "FAILED", at: string): DayStop {
  const order_ids_or_all = Array.isArray(order_ids) ? order_ids : stop.tasks.map(({ order_id }) => order_id);
  const tasks = stop.tasks.map((task) =>
    order_ids_or_all.includes(task.order_id) && task.status !== "DONE"
      ? { ...task, status, done_at: at }
      : task,
  );
  if (tasks.some((task) => task.status === "PENDING")) return { ...stop, tasks };
  const done_count = tasks.filter((task) => task.status === "DONE").length;
  const result = done_count === tasks.length ? "DONE" : done_count === 0 ? "FAILED" : "PARTIAL";
  return { ...stop, tasks, status: result, done_at: at };
}

const ABOARD = ["vehicle", "driver"];
export const isAboard = ({ custody }: DayTask["parcels"][number]) => ABOARD.includes(custody);

/** Of several orders with the code, only the one that was chosen is loaded. */
function loadParcels(day: Day, { code, order_id }: Command["body"]): Day {
  const read = readCode(String(code));
  const load = (task: DayTask): DayTask =>
    order_id !== undefined && order_id !== task.order_id
      ? task
      : {
          ...task,
          parcels: task.parcels.map((parcel) =>
            isParcelCode(read, parcel) ? { ...parcel, custody: "vehicle" } : parcel,
          ),
        };
  return {
    ...day,
    routes: day.routes.map((one) => ({
      ...one,
      stops: one.stops.map((stop) => ({ ...stop, tasks: stop.tasks.map(load) })),
    })),
  };
}

export interface FoundParcel {
  route: DayRoute;
  stop: DayStop;
  task: DayTask;
  parcel: DayTask["parcels"][number];
}

/** Whether what was read is the label or the tracking number of a parcel. */
const isParcelCode = (
  read: ScannedCode,
  { label_code, tracking_number }: { label_code: string; tracking_number: string },
): boolean => isCode(read, label_code) || isCode(read, tracking_number);

/** The parcels of the day with this code on the label, or this tracking number. */
export function findParcels({ routes }: Day, code: string): FoundParcel[] {
  const read = readCode(code);
  return routes.flatMap((route) =>
    route.stops.flatMap((stop) =>
      stop.tasks.flatMap((task) =>
        task.parcels
          .filter((parcel) => isParcelCode(read, parcel))
          .map((parcel) => ({ route, stop, task, parcel })),
      ),
    ),
  );
}

/**
 * Where the order is that the service knows by this code, such as by a number of its sender; undefined when it is on no route
 * of the day, and when the device knew the code itself.
 */
export function findKnownByService(
  day: Day,
  { code, order_id }: { code: string; order_id: number | null | undefined },
): Pick<FoundParcel, "stop" | "task"> | undefined {
  if (findParcels(day, code).length > 0) return undefined;
  return day.routes
    .flatMap(({ stops }) => stops.flatMap((stop) => stop.tasks.map((task) => ({ stop, task }))))
    .find(({ task }) => task.order_id === order_id);
}

export function findStop({ routes }: Day, stop_id: number): { route: DayRoute; stop: DayStop } | undefined {
  return routes
    .flatMap((route) => route.stops.map((stop) => ({ route, stop })))
    .find(({ stop }) => stop.id === stop_id);
}

/** The stop to go to next: the first open one, then the postponed ones. */
export function findNextStop({ stops }: DayRoute): DayStop | undefined {
  const open = stops.filter((stop) => !isResolved(stop));
  return open.find(({ status }) => status !== "SKIPPED") ?? open[0];
}
