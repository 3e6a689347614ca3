/** Estimates, plans and requests, shown apart from actual events, each with its source and time. */
import { IconClockHour4 } from "#icons";
import { findWord } from "../labels.ts";
import type { Times } from "../times.ts";
import { type DisplayedEvent, formatCode, formatSource, type TimelineDocument } from "./arrange.ts";
import { text } from "./text.ts";

export function Expected({
  timeline: { eta },
  expected,
  times,
}: {
  timeline: TimelineDocument;
  expected: readonly DisplayedEvent[];
  times: Times;
}) {
  if (expected.length === 0) return null;
  return (
    <section className="timeline-expected" aria-label={text.expected}>
      <IconClockHour4 size={17} stroke={1.8} aria-hidden />
      <div>
        {eta === undefined ? null : (
          <p>
            <span className="dim">{Date.parse(eta) < Date.now() ? text.was_expected : text.expected}</span>{" "}
            <b title={times.exact(eta)}>{times.moment(eta)}</b>
          </p>
        )}
        <details>
          <summary className="small">{text.estimates({ n: expected.length })}</summary>
          <ul>
            {expected.map((event) => (
              <li key={event.sequence} className="small">
                <span className="tag tone-blue">{findWord(text.time_types, event.time_type)}</span>{" "}
                {event.voided_by === undefined ? formatCode(event) : <s>{formatCode(event)}</s>}{" "}
                <b className="num">{times.moment(event.occurred_at)}</b>{" "}
                <span className="dim">
                  {text.said({ moment: times.moment(event.recorded_at), source: formatSource(event.source) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </section>
  );
}
