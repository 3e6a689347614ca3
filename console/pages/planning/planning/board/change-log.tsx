/** What was changed on the day's routes since they were planned: who, what, when. */

import { Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "#icons";
import { findWord } from "../../../../parts/labels.ts";
import { Empty, Loaded } from "../../../../parts/states.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { routeChangesQuery } from "../../routes/queries.ts";
import { text } from "../text.ts";

interface Change {
  kind: string;
  added: readonly number[];
  removed: readonly number[];
  driver_name: string | null;
}

function describeChange({ kind, added, removed, driver_name }: Change): string {
  if (kind === "route.reassigned")
    return driver_name === null ? text.changes.no_driver : text.changes.given({ name: driver_name });
  const parts = [
    ...(added.length > 0 ? [text.changes.added({ n: added.length })] : []),
    ...(removed.length > 0 ? [text.changes.removed({ n: removed.length })] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : (findWord(text.changes.kinds, kind) ?? text.changes.other);
}

export function ChangeLog({ date, opened, close }: { date: string; opened: boolean; close: () => void }) {
  const times = useTimes();
  const query = useQuery({ ...routeChangesQuery(date), enabled: opened });
  return (
    <Drawer opened={opened} onClose={close} title={text.changes.title}>
      <Loaded query={query}>
        {({ changes }) =>
          changes.length === 0 ? (
            <Empty icon={IconHistory} title={text.changes.none}>
              {text.changes.none_about}
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
                    {change.actor.name ?? text.changes.service} · {change.route.number}
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
