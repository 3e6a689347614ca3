/** Every recorded event of an order: who, over which surface, when. */

import { useQuery } from "@tanstack/react-query";
import { IconHistory } from "#icons";
import { nameSurface } from "../../../parts/codes/codes.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { nameEvent } from "../../../parts/words/name-event.ts";
import { historyQuery } from "./queries.ts";
import { text } from "./text.ts";

export function History({ order_id }: { order_id: number }) {
  const times = useTimes();
  const query = useQuery(historyQuery(order_id));
  return (
    <Loaded query={query}>
      {({ events, chain }) =>
        events.length === 0 ? (
          <Empty icon={IconHistory} title={text.history.none} />
        ) : (
          <>
            <p className={chain.verified ? "note tone-good" : "note tone-bad"}>
              {chain.verified
                ? text.history.verified({ n: String(chain.events) })
                : text.history.broken({ at: String(chain.broken_at_seq) })}
            </p>
            <ol className="list">
              {[...events].reverse().map((event) => (
                <li key={event.seq} style={{ padding: "8px 0" }}>
                  <div className="row apart nowrap">
                    <span className={event.voided ? "dim" : "strong"}>{describeEvent(event)}</span>
                    <time
                      className="dim num"
                      dateTime={event.recorded_at}
                      title={times.exact(event.recorded_at)}
                    >
                      {times.moment(event.recorded_at)}
                    </time>
                  </div>
                  <div className="dim small">
                    {event.actor.name ?? nameCode(text.history.actors, event.actor.kind)} ·{" "}
                    {nameSurface(event.surface)} · <span className="mono">{event.operation}</span>
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

function describeEvent({ kind, voided }: { kind: string; voided: boolean }): string {
  const name = nameEvent(kind);
  return voided ? text.history.voided({ event: name }) : name;
}
