import { removeJob, saveRoute } from "./changes.ts";
import { getNodes, isSound } from "./plan.ts";
import { refreshRoute } from "./refresh.ts";
import { removeString } from "./ruin.ts";
import type { Search } from "./search.ts";

/** Of routes drawn at random, this many compete for having the fewest visits; longer ones than the second stay. */
const DRAWN = 3;
const VISITS_MAX = 60;
/** Strings removed from routes near by, and their longest. */
const STRINGS = 3;
const STRING_MAX = 10;

/**
 * Removes a whole route with few visits, and strings of the routes that pass near one of its visits, so that they have room
 * for them. Returns the number of removed jobs; -1 when a route does not keep its limits without them, and the change must be
 * undone.
 */
export function ruinRoute(search: Search): number {
  const { plan, model, random, neighbours, neighbourCount } = search;
  if (plan.usedCount === 0) return 0;
  const before = plan.absentCount;
  let chosenRoute = -1;
  for (let k = 0; k < DRAWN; k++) {
    const vehicle = plan.used[Math.floor(random() * plan.usedCount)]!;
    if (chosenRoute < 0 || plan.count[vehicle]! < plan.count[chosenRoute]!) chosenRoute = vehicle;
  }
  const count = plan.count[chosenRoute]!;
  if (count > VISITS_MAX) return 0;
  const nodes = getNodes(plan, chosenRoute);
  const seed = nodes[Math.floor(random() * count)]!;
  saveRoute(plan, chosenRoute);
  for (let k = 0; k < count; k++) {
    const node = nodes[k]!;
    // The other visit of a pair was removed with the first.
    if (plan.route[node] === chosenRoute && plan.fixed[node] === 0) removeJob(plan, model.jobOf[node]!);
  }
  refreshRoute(plan, chosenRoute);
  if (!isSound(plan, chosenRoute)) return -1;
  const strings = Math.floor(random() * (STRINGS + 1));
  let ruined = 0;
  for (let k = 0; k < neighbourCount && ruined < strings; k++) {
    const centre = neighbours[seed * neighbourCount + k]!;
    const vehicle = plan.route[centre]!;
    if (vehicle < 0 || plan.undo.savedBy[vehicle] === plan.undo.stamp) continue;
    saveRoute(plan, vehicle);
    removeString(plan, vehicle, centre, STRING_MAX, random);
    refreshRoute(plan, vehicle);
    if (!isSound(plan, vehicle)) return -1;
    ruined++;
  }
  return plan.absentCount - before;
}
