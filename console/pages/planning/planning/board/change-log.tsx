/** What was changed on the day's routes since they were planned: who, what, when. */
import { Drawer } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { routeChangesQuery } from "../../../../api/routes.ts";
import { count } from "../../../../parts/format.ts";
import { Empty, Loaded } from "../../../../parts/states.tsx";
import { useTimes } from "../../../../parts/times.ts";

interface Change {
  kind: string;
  added: readonly number[];
  removed: readonly number[];
  driver_name: string | null;
}

const CHANGE_TEXTS: Record<string, string> = {
  "route.resequenced": "Sequence changed",
  "route.released": "Released to the driver",
  "route.unreleased": "Release withdrawn",
  "route.windows_changed": "Time windows changed",
  "route.measured": "Distances measured by road",
  "route.split": "Split in two",
  "route.merged": "Another route merged into it",
  "route.loaded": "Loaded",
  "route.started": "Started",
  "route.paused": "Break",
  "route.completed": "Completed",
  "route.cancelled": "Cancelled",
  "route.closed": "Closed",
};

function describeChange({ kind, added, removed, driver_name }: Change): string {
  if (kind === "route.reassigned") return driver_name === null ? "Driver removed" : `Given to ${driver_name}`;
  const parts = [
    ...(added.length > 0 ? [`${count(added.length, "order")} added`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, "order")} removed`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : (CHANGE_TEXTS[kind] ?? "Changed");
}

export function ChangeLog({ date, opened, close }: { date: string; opened: boolean; close: () => void }) {
  const times = useTimes();
  const query = useQuery({ ...routeChangesQuery(date), enabled: opened });
  return (
    <Drawer opened={opened} onClose={close} title="Changes since the routes were planned">
      <Loaded query={query}>
        {({ changes }) =>
          changes.length === 0 ? (
            <Empty icon={IconHistory} title="Nothing was changed">
              The routes are as they were planned.
            </Empty>
          ) : (
            <ol className="change-log">
              {changes.map((change) => (
                <li key={change.event_id}>
                  <span className="row apart nowrap">
                    <span className="strong cut">{change.route.driver_name ?? change.route.number}</span>
                    <span className="dim small num nowrap">{times.moment(change.at)}</span>
                  </span>
                  <span>{describeChange(change)}</span>
                  <span className="dim small">
                    {change.actor.name ?? "The service"} · {change.route.number}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Drawer>
  );
}
