/** Trace viewer for an OTLP/JSON document: its spans on one time axis, and the details of each. */
import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { IconTimelineEventX } from "#icons";
import { Tag } from "../badge.tsx";
import { Empty } from "../states.tsx";
import { SpanDetails } from "./details.tsx";
import { formatDuration } from "./scale.ts";
import { readTraces, type Span, type Trace } from "./spans.ts";
import { text } from "./text.ts";
import { serviceTone } from "./tones.ts";
import { Waterfall } from "./waterfall.tsx";
import "./trace.css";

export function TraceView({ document }: { document: unknown }) {
  const traces = useMemo(() => readTraces(document), [document]);
  const [chosen_span, choose] = useState<string | null>(null);
  const trace = traces.find(({ trace_id }) => trace_id === chosen_span) ?? traces[0];
  if (trace === undefined) {
    return (
      <Empty icon={IconTimelineEventX} title={text.none}>
        {text.none_about}
      </Empty>
    );
  }
  return (
    <section className="trace" aria-label={text.trace}>
      {traces.length > 1 ? (
        <Select
          label={text.one_of({ n: traces.length })}
          data={traces.map(({ trace_id }) => trace_id)}
          value={trace.trace_id}
          onChange={choose}
          allowDeselect={false}
          searchable
        />
      ) : null}
      <FullTrace key={trace.trace_id} trace={trace} />
    </section>
  );
}

function FullTrace({ trace }: { trace: Trace }) {
  const [chosen_span, choose] = useState<string | null>(null);
  const span = (trace.rows.find((row) => row.span.span_id === chosen_span) ?? trace.rows[0])?.span;
  const errors = trace.rows.filter(({ span: { status } }) => status === "error").length;
  return (
    <>
      <div className="row apart trace-head">
        <span className="small">
          {trace.end_ns > trace.start_ns
            ? text.over({ n: trace.rows.length, duration: formatDuration(trace.end_ns - trace.start_ns) })
            : text.at_once({ n: trace.rows.length })}
          {errors > 0 ? (
            <>
              {" "}
              <Tag tone="bad">{text.errors({ n: errors })}</Tag>
            </>
          ) : null}
        </span>
        <ul className="row tight small" aria-label={text.services}>
          {trace.services.map((service) => (
            <li key={service} className={`trace-service tone-${serviceTone(trace, service)}`}>
              {service || text.no_service}
            </li>
          ))}
        </ul>
      </div>
      <Waterfall
        trace={trace}
        chosen={span?.span_id ?? null}
        choose={({ span_id }: Span) => choose(span_id)}
      />
      {span ? <SpanDetails span={span} trace={trace} /> : null}
    </>
  );
}
