/** What happened to the goods, as tracking knows it. */

import { useQuery } from "@tanstack/react-query";
import { IconTimelineEventX } from "#icons";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { useTimes } from "../../../parts/times.ts";
import { orderTimelineQuery } from "./queries.ts";
import { text } from "./text.ts";

export function OrderHistory({
  tracking_number,
  subject,
}: {
  tracking_number: string;
  /** Whose changes are followed: `{ shipping_order: 7 }`. */
  subject: Record<string, number>;
}) {
  const times = useTimes();
  const query = useQuery(orderTimelineQuery(tracking_number, subject));
  return (
    <Sheet title={text.history}>
      <Loaded query={query} fallback={<Waiting rows={4} />}>
        {(timeline) =>
          timeline === null ? (
            <Empty icon={IconTimelineEventX} title={text.no_event} />
          ) : (
            <TimelineView timeline={timeline} times={times} />
          )
        }
      </Loaded>
    </Sheet>
  );
}
