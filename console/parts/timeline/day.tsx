/** The events of one day, newest first; a long day shows its first rows and a button for more. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { IconChevronDown, IconClockHour4 } from "#icons";
import { text as common } from "../../language/text.ts";
import { day, type Times } from "../times.ts";
import type { Day, DisplayedEvent, Row } from "./arrange.ts";
import { TimelineRow } from "./event.tsx";
import { Readings } from "./readings.tsx";
import { text } from "./text.ts";

/** Rows of one day that are rendered at first. */
const ROWS_A_DAY = 60;

export function DayOfEvents({
  day: one,
  open,
  only,
  toggle,
  times,
  requested_sequence,
  row,
}: {
  day: Day;
  open: boolean;
  only: boolean;
  toggle: () => void;
  times: Times;
  requested_sequence: number | null;
  row: (event: DisplayedEvent) => Omit<React.ComponentProps<typeof TimelineRow>, "row" | "times" | "phase">;
}) {
  const [limit, setLimit] = useState(ROWS_A_DAY);
  const needed_index =
    requested_sequence === null
      ? -1
      : one.rows.findIndex((each) => getNewest(each).sequence === requested_sequence);
  const visible_rows = open ? one.rows.slice(0, Math.max(limit, needed_index + 1)) : [];
  const title = one.date === times.today() ? common.times.today : day(one.date, "long");
  let above: string | undefined;
  const current = visible_rows.findIndex((each) => each.kind === "event" && row(each.event).current);
  return (
    <section>
      <h3>
        {only ? (
          title
        ) : (
          <button type="button" className="timeline-day" aria-expanded={open} onClick={toggle}>
            <IconChevronDown size={14} className="timeline-chevron" aria-hidden />
            {title}
            {open ? null : <span className="dim">{text.events({ n: one.event_count })}</span>}
          </button>
        )}
      </h3>
      {open ? (
        <ol>
          {visible_rows.map((each, index) => {
            const event = getNewest(each);
            const phase = counts(event) && event.phase !== above ? event.phase : undefined;
            above = phase ?? above;
            return each.kind === "readings" ? (
              <Readings key={event.sequence} row={each} times={times} phase={phase} />
            ) : (
              <TimelineRow
                key={event.sequence}
                row={each}
                times={times}
                phase={phase}
                {...row(event)}
                current={index === current}
              />
            );
          })}
        </ol>
      ) : null}
      {open && visible_rows.length < one.rows.length ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconClockHour4 size={14} />}
          onClick={() => setLimit(visible_rows.length + ROWS_A_DAY)}
        >
          {text.earlier({ n: one.rows.length - visible_rows.length })}
        </Button>
      ) : null}
    </section>
  );
}

/** A voided event, or one after the end, belongs to no phase of the journey. */
function counts({ voided_by, after_terminal }: DisplayedEvent): boolean {
  return voided_by === undefined && after_terminal === undefined;
}

function getNewest(row: Row): DisplayedEvent {
  return row.kind === "event" ? row.event : row.events[0]!;
}
