/** A timeline as readers see it, headed by its subject. */

import { nameCode } from "../../../parts/labels.ts";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";
import { PhaseRail } from "../../../parts/timeline/rail.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

export function DocumentTimeline({ timeline }: { timeline: TimelineDocument }) {
  const times = useTimes();
  const { scheme, id } = timeline.subject;
  return (
    <div className="stack" style={{ gap: 20 }}>
      <h2 className="sr">{text.timeline}</h2>
      <p className="dim small">
        {nameCode(text.schemes, scheme)} <span className="mono">{id}</span>
      </p>
      <PhaseRail timeline={timeline} />
      <TimelineView timeline={timeline} times={times} />
    </div>
  );
}
