/** Details of one span: times, service, status, attributes and events. */
import { Tag } from "../badge.tsx";
import { Fact, Facts } from "../page.tsx";
import { formatDuration, formatInstant } from "./scale.ts";
import type { Attribute, Span, Trace } from "./spans.ts";
import { text } from "./text.ts";
import { serviceTone } from "./tones.ts";

export function SpanDetails({ span, trace }: { span: Span; trace: Trace }) {
  const parent = trace.rows.find((row) => row.span.span_id === span.parent_id)?.span;
  return (
    <section className="trace-details" aria-label={text.chosen} aria-live="polite">
      <div className="row tight">
        <h2 className="mono">{span.name}</h2>
        {span.status === "unset" ? null : (
          <Tag tone={span.status === "error" ? "bad" : "good"}>
            {span.status === "error" ? text.error : text.ok}
            {span.message ? `: ${span.message}` : ""}
          </Tag>
        )}
      </div>
      <Facts>
        <Fact name={text.start}>
          <span className="num">{formatInstant(span.start_ns)}</span>
        </Fact>
        <Fact name={text.end}>
          <span className="num">{formatInstant(span.end_ns)}</span>
        </Fact>
        <Fact name={text.length}>{formatDuration(span.end_ns - span.start_ns)}</Fact>
        <Fact name={text.service}>
          <span className={`trace-service tone-${serviceTone(trace, span.service)}`}>
            {span.service || text.no_service}
          </span>
        </Fact>
        <Fact name={text.kind}>{span.kind === null ? "–" : text.kinds[span.kind]}</Fact>
        <Fact name={text.span}>
          <span className="mono">{span.span_id}</span>
        </Fact>
        {span.parent_id === null ? null : (
          <Fact name={text.parent}>{parent?.name ?? <span className="mono">{span.parent_id}</span>}</Fact>
        )}
        {span.scope === "" ? null : <Fact name={text.scope}>{span.scope}</Fact>}
      </Facts>
      {span.attributes.length > 0 ? (
        <div>
          <h3>{text.attributes}</h3>
          <Attributes attributes={span.attributes} />
        </div>
      ) : null}
      {span.events.length > 0 ? (
        <div>
          <h3>{text.events}</h3>
          <ol className="trace-events">
            {span.events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two events may be identical, and the list never changes.
              <li key={index}>
                <details>
                  <summary>
                    <span className="num dim">
                      {text.after({ duration: formatDuration(event.at_ns - trace.start_ns) })}
                    </span>{" "}
                    <span className="mono">{event.name}</span>
                  </summary>
                  <p className="num dim small">{formatInstant(event.at_ns)}</p>
                  <Attributes attributes={event.attributes} />
                </details>
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  );
}

function Attributes({ attributes }: { attributes: readonly Attribute[] }) {
  if (attributes.length === 0) return <p className="dim small">{text.no_attributes}</p>;
  return (
    <dl className="trace-attributes">
      {attributes.map(({ key, value }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd className="mono">{value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
