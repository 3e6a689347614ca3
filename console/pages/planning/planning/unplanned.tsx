/** Orders and drivers that a plan leaves out, with the reasons. */

import { count } from "../../../parts/format.ts";
import { humanize } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { PlanRun } from "./queries.ts";

const REASONS: Record<string, string> = {
  no_location: "No position on the map",
  no_drivers: "No driver is free",
  no_vehicle_of_type: "There is no vehicle of the type asked for",
  skill_expired: "The skill asked for has expired",
  no_vehicle_has_skills: "No vehicle has the skills",
  window_unreachable: "Nobody can be there in its window",
  capacity_exhausted: "The vehicles are full",
};

export function UnplannedOrders({ unassigned }: { unassigned: PlanRun["unassigned"] }) {
  const by_reason = Map.groupBy(unassigned, ({ reason }) => reason);
  return (
    <Sheet title={`Left out (${unassigned.length})`}>
      <ul className="stack tight">
        {[...by_reason].map(([reason, list]) => (
          <li key={reason}>
            <details>
              <summary>
                <span className="strong">{REASONS[reason] ?? humanize(reason)}</span>{" "}
                <span className="dim">{list.length}</span>
              </summary>
              <span className="row tight" style={{ padding: "4px 14px" }}>
                {list.slice(0, 100).map(({ order_id }) => (
                  <a key={order_id} href={`/orders/${order_id}`}>
                    {order_id}
                  </a>
                ))}
              </span>
            </details>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

const DRIVER_REASONS: Record<PlanRun["drivers_left_out"][number]["reason"], string> = {
  no_vehicle: "without a vehicle",
  vehicle_not_active: "with a vehicle that is not active",
  has_route: "with a route that day already",
  other_warehouse: "of other warehouses",
};

/** Renders nothing when there is nothing to show. */
export function UnplannedDrivers({ drivers }: { drivers: PlanRun["drivers_left_out"] }) {
  const by_reason = Map.groupBy(drivers, ({ reason }) => reason);
  return [...by_reason].map(([reason, list]) => (
    <details key={reason} className={reason === "has_route" ? "note tone-blue" : "note tone-warn"}>
      <summary>
        {count(list.length, "driver")} {DRIVER_REASONS[reason]} {list.length === 1 ? "is" : "are"} not
        planned.
      </summary>
      {list.map(({ driver_name }) => driver_name).join(", ")}
    </details>
  ));
}
