import { saveRoute } from "./changes.ts";
import { getNodes, isSound } from "./plan.ts";
import { refreshRoute } from "./refresh.ts";
import { removeString } from "./ruin.ts";
import type { Search } from "./search.ts";

const STRING_MAX = 15;
/** How often the string may be as long as the route: one far trip needs most of a working day. */
const WHOLE_ROUTE_CHANCE = 0.1;
/** Of the routes drawn at random, this many compete for having the largest or smallest share. */
const DRAWN = 3;

/**
 * Removes a string of visits from a route with a large share of the work and one from each of up to two with a small
 * share, wherever they are: full vehicles can exchange work only when both have room. Returns the number of removed
 * jobs; -1 when a route does not keep its limits without them, and the change must be undone.
 */
export function ruinForBalance(search: Search): number {
  const { plan, random } = search;
  const before = plan.absentCount;
  const receivers = 1 + Math.floor(random() * 2);
  for (let k = 0; k <= receivers; k++) {
    const vehicle = drawRoute(search, k === 0 ? 1 : -1);
    if (plan.undo.savedBy[vehicle] === plan.undo.stamp) continue;
    const count = plan.count[vehicle]!;
    const centre = getNodes(plan, vehicle)[Math.floor(random() * count)]!;
    saveRoute(plan, vehicle);
    const longest = random() < WHOLE_ROUTE_CHANCE ? count : Math.min(STRING_MAX, count);
    removeString(plan, vehicle, centre, longest, random);
    refreshRoute(plan, vehicle);
    if (!isSound(plan, vehicle)) return -1;
  }
  return plan.absentCount - before;
}

/**
 * Of routes drawn at random, the one with the largest share (`sign` 1) or the smallest (-1); the longest of all every
 * second time.
 */
function drawRoute({ plan, random }: Search, sign: 1 | -1): number {
  let chosenRoute = -1;
  const isOfAll = sign === 1 && random() < 0.5;
  for (let k = 0; k < (isOfAll ? plan.usedCount : DRAWN); k++) {
    const vehicle = plan.used[isOfAll ? k : Math.floor(random() * plan.usedCount)]!;
    if (chosenRoute < 0 || sign * (plan.share[vehicle]! - plan.share[chosenRoute]!) > 0)
      chosenRoute = vehicle;
  }
  return chosenRoute;
}
