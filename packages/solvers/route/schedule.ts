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

export type Simulation = {
  /** The first limit broken along the route, or null. */
  failure: "window" | "shift" | "duration" | "distance" | null;
  /** Leaving the start as late as possible without finishing later. */
  departure: number;
  finish: number;
  distance: number;
  travel: number;
  service: number;
};

/**
 * Simulates `nodes[0 … count-1]` with a vehicle from its start to its end: its earliest finish, the departure
 * for that, and the first limit it breaks. Where that takes longer than the vehicle may and visits have several
 * windows, it leaves later for later windows, if any. The duration is the shortest there is when every visit
 * has at most one window. Linear in the route, times the windows in the latter case; capacities are not
 * checked.
 */
export function simulateRoute(
  model: Model,
  vehicle: number,
  nodes: ArrayLike<number>,
  count: number,
): Simulation {
  const { place, places, service, distance, duration } = model;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  let from = place[start]!;
  const simulation: Simulation = {
    failure: null,
    departure: model.ready[start]!,
    finish: 0,
    distance: 0,
    travel: 0,
    service: 0,
  };
  for (let k = 0; k <= count; k++) {
    const node = k < count ? nodes[k]! : end;
    const arc = from * places + place[node]!;
    simulation.distance += distance[arc]!;
    simulation.travel += duration[arc]!;
    simulation.service += service[node]!;
    from = place[node]!;
  }
  simulation.failure = simulateFrom(model, vehicle, nodes, count, simulation.departure);
  simulation.finish = simulatedFinish;
  while (simulation.failure === null) {
    simulation.departure = Math.max(
      simulation.departure,
      latestDeparture(model, vehicle, nodes, count, simulation.finish),
    );
    if (simulation.finish - simulation.departure <= model.maxDuration[vehicle]!) break;
    if (!model.hasManyWindows) simulation.failure = "duration";
    else {
      // Departs so much later that some visit misses its window and uses its next one.
      simulateFrom(model, vehicle, nodes, count, simulation.departure);
      simulation.departure += simulatedSlack + 2 * TIME_SLACK_S;
      if (
        simulatedSlack === Infinity ||
        simulateFrom(model, vehicle, nodes, count, simulation.departure) !== null
      )
        simulation.failure = "duration";
      simulation.finish = simulatedFinish;
    }
  }
  if (simulation.failure === null && simulation.distance > model.maxDistance[vehicle]!)
    simulation.failure = "distance";
  return simulation;
}

let simulatedFinish = 0;
let simulatedSlack = 0;

/**
 * Simulates a route that departs at `departure`. Sets `simulatedFinish` to its end, and `simulatedSlack` to how much
 * later every visit could start without missing its window.
 */
function simulateFrom(
  model: Model,
  vehicle: number,
  nodes: ArrayLike<number>,
  count: number,
  departure: number,
) {
  const { place, places, service, duration } = model;
  const start = model.visits + vehicle;
  const end = start + model.vehicles;
  let at = departure;
  let from = place[start]!;
  simulatedSlack = Infinity;
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!;
    const arrival = at + duration[from * places + place[node]!]!;
    const latest = model.due[end]! + TIME_SLACK_S;
    at = startIn(model, node, arrival);
    if (at === Infinity || at > latest) {
      simulatedFinish = at;
      // Where the vehicle arrives after its shift, no other window would help.
      return arrival > latest ? "shift" : "window";
    }
    const windows = model.windows[node];
    const closes = windows?.find((window) => at <= window.end_s + TIME_SLACK_S)?.end_s ?? model.due[node]!;
    if (closes - at < simulatedSlack) simulatedSlack = Math.max(0, closes - at);
    at += service[node]!;
    from = place[node]!;
  }
  simulatedFinish = at + duration[from * places + place[end]!]!;
  return simulatedFinish > model.due[end]! + TIME_SLACK_S ? "shift" : null;
}

function latestDeparture(
  model: Model,
  vehicle: number,
  nodes: ArrayLike<number>,
  count: number,
  finish: number,
): number {
  const { place, places, service, duration } = model;
  let latest = finish;
  let to = place[model.visits + model.vehicles + vehicle]!;
  for (let k = count - 1; k >= 0; k--) {
    const node = nodes[k]!;
    latest = latestStart(model, node, latest - duration[place[node]! * places + to]! - service[node]!);
    to = place[node]!;
  }
  return latest - duration[place[model.visits + vehicle]! * places + to]!;
}
