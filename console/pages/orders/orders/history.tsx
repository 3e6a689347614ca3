/** Every recorded event of an order: who, over which surface, when. */

import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { historyQuery } from "../../../api/orders.ts";
import { humanize, SURFACE } from "../../../parts/labels.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";

export function History({ order_id }: { order_id: number }) {
  const times = useTimes();
  const query = useQuery(historyQuery(order_id));
  return (
    <Loaded query={query}>
      {({ events, chain }) =>
        events.length === 0 ? (
          <Empty icon={IconHistory} title="Nothing is recorded yet" />
        ) : (
          <>
            <p className={chain.verified ? "note tone-good" : "note tone-bad"}>
              {chain.verified
                ? `All ${chain.events} records are as they were written: none was changed, left out or swapped.`
                : `The records do not fit together from number ${chain.broken_at_seq} on.`}
            </p>
            <ol className="list">
              {[...events].reverse().map((event) => (
                <li key={event.seq} style={{ padding: "8px 0" }}>
                  <div className="row apart nowrap">
                    <span className={event.voided ? "dim" : "strong"}>
                      {humanize(event.kind.split(".").at(-1) ?? event.kind)}
                      {event.voided ? " (voided)" : ""}
                    </span>
                    <time
                      className="dim num"
                      dateTime={event.recorded_at}
                      title={times.exact(event.recorded_at)}
                    >
                      {times.moment(event.recorded_at)}
                    </time>
                  </div>
                  <div className="dim small">
                    {event.actor.name ?? humanize(event.actor.kind)} ·{" "}
                    {SURFACE[event.surface] ?? event.surface} ·{" "}
                    <span className="mono">{event.operation}</span>
                  </div>
                </li>
              ))}
            </ol>
          </>
        )
      }
    </Loaded>
  );
}
