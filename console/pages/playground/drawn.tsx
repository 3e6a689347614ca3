/** A timeline as readers see it, under the name of its subject. */
import { PhaseRail } from "../../parts/timeline/rail.tsx";
import { TimelineView } from "../../parts/timeline/timeline.tsx";
import type { TimelineDocument } from "../../parts/timeline/told.ts";
import { useTimes } from "../../parts/times.ts";
import { plain } from "../../parts/words.ts";

export function Drawn({ timeline }: { timeline: TimelineDocument }) {
  const times = useTimes();
  const { scheme, id } = timeline.subject;
  return (
    <div className="stack" style={{ gap: 20 }}>
      <h2 className="sr">Timeline</h2>
      <p className="dim small">
        {plain(scheme)} <span className="mono">{id}</span>
      </p>
      <PhaseRail timeline={timeline} />
      <TimelineView timeline={timeline} times={times} />
    </div>
  );
}
