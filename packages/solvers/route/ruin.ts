import { removeJob, saveRoute } from "./changes.ts";
import { getNodes, isSound, type Plan } from "./plan.ts";
import { refreshRoute } from "./refresh.ts";
import type { Search } from "./search.ts";

/** Average number of visits taken out, longest string, chance of a split string and of lengthening its gap. */
const REMOVED = 10;
const STRING_MAX = 10;
const SPLIT = 0.5;
const LENGTHEN = 0.01;

/**
 * Removes strings of visits from routes that pass near a visit drawn at random, and returns the number of
 * removed jobs; -1 when a route does not keep its limits without them, and the change must be undone. Slack
 * induction by string removals: Christiaens and Vanden Berghe (2020), section 4.
 */
export function ruin(search: Search): number {
  const { plan, model, random, neighbours, neighbourCount } = search;
  if (plan.usedCount === 0) return 0;
  const before = plan.absentCount;
  const assigned = model.visits - before;
  const longest = Math.min(STRING_MAX, Math.max(1, assigned / plan.usedCount));
  const strings = Math.floor(1 + random() * ((4 * REMOVED) / (1 + longest) - 1));
  const seed = Math.floor(random() * model.visits);
  let ruined = 0;
  for (let k = -1; k < neighbourCount && ruined < strings; k++) {
    const centre = k < 0 ? seed : neighbours[seed * neighbourCount + k]!;
    const vehicle = plan.route[centre]!;
    if (vehicle < 0 || plan.undo.savedBy[vehicle] === plan.undo.stamp) continue;
    saveRoute(plan, vehicle);
    removeString(plan, vehicle, centre, longest, random);
    refreshRoute(plan, vehicle);
    if (!isSound(plan, vehicle)) return -1;
    ruined++;
  }
  return plan.absentCount - before;
}

/** Removes up to `longest` visits around `centre` from a route; a string may be split by visits that stay. */
export function removeString(
  plan: Plan,
  vehicle: number,
  centre: number,
  longest: number,
  random: () => number,
): void {
  const nodes = getNodes(plan, vehicle);
  const count = plan.count[vehicle]!;
  const length = Math.floor(1 + random() * Math.min(count, longest));
  let keptCount = 0;
  if (length > 1 && length < count && random() < SPLIT) {
    keptCount = 1;
    while (length + keptCount < count && random() < LENGTHEN) keptCount++;
  }
  const span = length + keptCount;
  const at = nodes.indexOf(centre);
  const earliest = Math.max(0, at - span + 1);
  const latest = Math.min(at, count - span);
  const first = earliest + Math.floor(random() * (latest - earliest + 1));
  const gap = keptCount === 0 ? span : 1 + Math.floor(random() * (length - 1));
  for (let k = 0; k < span; k++) {
    if (k >= gap && k < gap + keptCount) continue;
    const node = nodes[first + k]!;
    // The other visit of a pair may have been removed with the first.
    if (plan.route[node] === vehicle && plan.fixed[node] === 0) removeJob(plan, plan.model.jobOf[node]!);
  }
}
