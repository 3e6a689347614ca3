/** Orders and drivers that a plan leaves out, with the reasons. */
import { Button } from "@mantine/core";
import { nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { PlanRun } from "./queries.ts";
import { text } from "./text.ts";

export function UnplannedOrders({
  unassigned,
  explain,
}: {
  unassigned: PlanRun["unassigned"];
  explain: (order_id: number) => void;
}) {
  const by_reason = Map.groupBy(unassigned, ({ reason }) => reason);
  return (
    <Sheet title={text.left_out.title({ n: unassigned.length })}>
      <ul className="stack tight">
        {[...by_reason].map(([reason, list]) => (
          <li key={reason}>
            <details>
              <summary>
                <span className="strong">{nameCode(text.left_out.reasons, reason)}</span>{" "}
                <span className="dim">{list.length}</span>
              </summary>
              <span className="row tight" style={{ padding: "4px 14px" }}>
                {list.slice(0, 100).map(({ order_id }) => (
                  <Button
                    key={order_id}
                    variant="default"
                    size="compact-xs"
                    aria-label={text.choice.why_not({ order_id })}
                    onClick={() => explain(order_id)}
                  >
                    {order_id}
                  </Button>
                ))}
              </span>
            </details>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Renders nothing when there is nothing to show. */
export function UnplannedDrivers({ drivers }: { drivers: PlanRun["drivers_left_out"] }) {
  const by_reason = Map.groupBy(drivers, ({ reason }) => reason);
  return [...by_reason].map(([reason, list]) => (
    <details key={reason} className={reason === "has_route" ? "note tone-blue" : "note tone-warn"}>
      <summary>{text.left_out.drivers[reason]({ n: list.length })}</summary>
      {list.map(({ driver_name }) => driver_name).join(", ")}
    </details>
  ));
}
