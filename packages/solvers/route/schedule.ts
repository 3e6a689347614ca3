import { type Model, TIME_SLACK_S } from "./model.ts";

/** The first moment from `at` on when service may start, or Infinity. */
export function startIn(model: Model, node: number, at: number): number {
  const windows = model.windows[node];
  if (windows === undefined) {
    if (at > model.due[node]! + TIME_SLACK_S) return Infinity;
    return at < model.ready[node]! ? model.ready[node]! : at;
  }
  for (const window of windows) {
    if (at <= window.end_s + TIME_SLACK_S) return at < window.start_s ? window.start_s : at;
  }
  return Infinity;
}

/** The last moment until `at` when service may start, or -Infinity. */
export function latestStart(model: Model, node: number, at: number): number {
  const windows = model.windows[node];
  if (windows === undefined) return at < model.due[node]! ? at : model.due[node]!;
  let latest = -Infinity;
  for (const window of windows) {
    if (window.start_s <= at + TIME_SLACK_S) latest = Math.max(latest, Math.min(at, window.end_s));
  }
  return latest;
}

export type Walk = {
  /** The first limit broken on the way, or null. */
  failure: "window" | "shift" | "duration" | "distance" | null;
  /** Leaving the start as late as possible without finishing later. */
  departure: number;
  finish: number;
  distance: number;
  travel: number;
  service: number;
};

/**
 * Drives `nodes[0 … count-1]` with a vehicle from its start to its end: when it finishes at the
 * earliest, when it must leave for that, and what it breaks. With windows this departure gives the
 * shortest duration when every visit has at most one. Linear in the route; capacities are not looked at.
 */
export function walkRoute(model: Model, vehicle: number, nodes: ArrayLike<number>, count: number): Walk {
  const { place, places, service, distance, duration } = model;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  let failure: Walk["failure"] = null;
  let at = model.ready[start]!;
  let from = place[start]!;
  let metres = 0;
  let travel = 0;
  let serving = 0;
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!;
    const arc = from * places + place[node]!;
    metres += distance[arc]!;
    travel += duration[arc]!;
    const begins = startIn(model, node, at + duration[arc]!);
    if (failure === null && (begins === Infinity || begins > model.due[end]! + TIME_SLACK_S))
      failure = "window";
    at = begins + service[node]!;
    serving += service[node]!;
    from = place[node]!;
  }
  const home = from * places + place[end]!;
  metres += distance[home]!;
  travel += duration[home]!;
  const finish = at + duration[home]!;
  if (failure === null && finish > model.due[end]! + TIME_SLACK_S) failure = "shift";
  let departure = model.ready[start]!;
  if (failure === null) {
    let latest = finish;
    let to = place[end]!;
    for (let k = count - 1; k >= 0; k--) {
      const node = nodes[k]!;
      latest = latestStart(model, node, latest - duration[place[node]! * places + to]! - service[node]!);
      to = place[node]!;
    }
    latest -= duration[place[start]! * places + to]!;
    if (latest > departure) departure = latest;
    if (finish - departure > model.maxDuration[vehicle]!) failure = "duration";
    else if (metres > model.maxDistance[vehicle]!) failure = "distance";
  }
  return { failure, departure, finish, distance: metres, travel, service: serving };
}
