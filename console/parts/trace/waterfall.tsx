/** The spans of a trace as a tree beside their bars. Up and down move, right and left expand and collapse. */
import { Button } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { IconAlertCircleFilled, IconChevronRight } from "#icons";
import { computeMarks, computePosition, formatDuration } from "./scale.ts";
import type { Row, Span, Trace } from "./spans.ts";
import { text } from "./text.ts";
import { serviceTone } from "./tones.ts";

/** Rows rendered at first. */
const ROWS_MAX = 300;
const MARKS_MAX = 5;
/** A label that starts further right would overflow its column. */
const LABEL_LAST = 0.9;

export function Waterfall({
  trace,
  chosen,
  choose,
}: {
  trace: Trace;
  chosen: string | null;
  choose: (span: Span) => void;
}) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(ROWS_MAX);
  const body = useRef<HTMLTableSectionElement>(null);
  const open = trace.rows.filter(({ above }) => !above.some((id) => folded.has(id)));
  const visible_rows = open.slice(0, most);
  const at = Math.max(
    0,
    visible_rows.findIndex(({ span }) => span.span_id === chosen),
  );
  const length_ns = trace.end_ns - trace.start_ns;
  const marks = computeMarks(length_ns, MARKS_MAX);
  const step = marks[1] === undefined ? 1 : computePosition(trace.start_ns + marks[1], trace);

  const fold = (row: Row, closed: boolean) => {
    const next = new Set(folded);
    if (closed) next.add(row.span.span_id);
    else next.delete(row.span.span_id);
    setFolded(next);
  };
  const go = (index: number) => {
    const row = visible_rows[Math.max(0, Math.min(visible_rows.length - 1, index))];
    if (row === undefined) return;
    choose(row.span);
    body.current?.querySelector<HTMLElement>(`[data-span="${CSS.escape(row.span.span_id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, row: Row, index: number) => {
    const is_open = row.has_children && !folded.has(row.span.span_id);
    const parent = visible_rows.findIndex(({ span }) => span.span_id === row.above.at(-1));
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(0),
      End: () => go(visible_rows.length - 1),
      ArrowRight: () => {
        if (is_open) go(index + 1);
        else if (row.has_children) fold(row, false);
      },
      ArrowLeft: () => {
        if (is_open) fold(row, true);
        else if (parent >= 0) go(parent);
      },
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree of rows has no element of its own. */}
      <table className="trace-table" role="treegrid" aria-label={text.spans} aria-rowcount={open.length + 1}>
        <thead>
          <tr>
            <th scope="col">{text.span}</th>
            <th scope="col" className="end trace-start">
              {text.start}
            </th>
            <th scope="col" className="end">
              {text.length}
            </th>
            <th scope="col" className="trace-axis">
              <span className="sr">{text.bar}</span>
              {marks
                .map((mark) => ({ mark, place: computePosition(trace.start_ns + mark, trace) }))
                .filter(({ place }) => place <= LABEL_LAST)
                .map(({ mark, place }) => (
                  <span key={mark} className="trace-mark num" style={{ left: `${place * 100}%` }} aria-hidden>
                    {formatDuration(mark)}
                  </span>
                ))}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {visible_rows.map((row, index) => (
            <tr
              key={row.span.span_id}
              data-span={row.span.span_id}
              className={`tone-${row.span.status === "error" ? "bad" : serviceTone(trace, row.span.service)}`}
              aria-level={row.level}
              aria-rowindex={index + 2}
              aria-expanded={row.has_children ? !folded.has(row.span.span_id) : undefined}
              aria-selected={index === at}
              tabIndex={index === at ? 0 : -1}
              onClick={() => choose(row.span)}
              onKeyDown={(event) => onKeyDown(event, row, index)}
            >
              <td style={{ paddingInlineStart: 6 + (row.level - 1) * 14 }}>
                <span className="row nowrap trace-name">
                  {row.has_children ? (
                    <button
                      type="button"
                      className="trace-twist"
                      tabIndex={-1}
                      aria-label={folded.has(row.span.span_id) ? text.unfold : text.fold}
                      onClick={() => fold(row, !folded.has(row.span.span_id))}
                    >
                      <IconChevronRight size={14} />
                    </button>
                  ) : (
                    <span className="trace-twist" />
                  )}
                  <span className="cut" title={row.span.name}>
                    {row.span.name}
                  </span>
                  {row.span.status === "error" ? (
                    <IconAlertCircleFilled size={14} className="trace-error" aria-label={text.error} />
                  ) : null}
                </span>
              </td>
              <td className="end num dim trace-start">
                {formatDuration(row.span.start_ns - trace.start_ns)}
              </td>
              <td className="end num">{formatDuration(row.span.end_ns - row.span.start_ns)}</td>
              <td className="trace-lane" style={{ backgroundSize: `${step * 100}% 100%` }}>
                <Bar span={row.span} trace={trace} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open.length > visible_rows.length ? (
        <Button
          variant="subtle"
          size="xs"
          style={{ alignSelf: "flex-start" }}
          onClick={() => setMost(Number.POSITIVE_INFINITY)}
        >
          {text.show_all({ n: open.length })}
        </Button>
      ) : null}
    </>
  );
}

function Bar({ span, trace }: { span: Span; trace: Trace }) {
  const from = computePosition(span.start_ns, trace);
  const to = computePosition(span.end_ns, trace);
  return (
    <>
      {span.events.length > 0 ? (
        <span className="sr">{text.event_count({ n: span.events.length })}</span>
      ) : null}
      <span
        className="trace-bar"
        aria-hidden
        style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
      />
      {span.events.map(({ at_ns, name }, index) => (
        <span
          // Two events may be identical.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          key={index}
          className="trace-tick"
          aria-hidden
          title={text.event_after({ name, duration: formatDuration(at_ns - trace.start_ns) })}
          style={{ left: `${computePosition(at_ns, trace) * 100}%` }}
        />
      ))}
    </>
  );
}
