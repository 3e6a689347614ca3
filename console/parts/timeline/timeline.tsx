/**
 * Timeline of a parcel: progress, expected events and history. Orders, public tracking, rentals and the
 * playground all use it, each with the view of the document that its reader may see.
 */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { IconRoute } from "#icons";
import type { MapPin } from "../../map/shapes.ts";
import { Empty } from "../states.tsx";
import type { Times } from "../times.ts";
import {
  arrangeTimeline,
  type DisplayedEvent,
  findOpenDays,
  formatSource,
  type TimelineDocument,
} from "./arrange.ts";
import { DayOfEvents } from "./day.tsx";
import { Expected } from "./expected.tsx";
import { hasPositions, TimelinePlaces } from "./places.tsx";
import { text } from "./text.ts";
import "./timeline.css";

export function TimelineView({
  timeline,
  times,
  pins = NO_PINS,
  choice,
}: {
  timeline: TimelineDocument;
  times: Times;
  /** Shown on the map beside the places of events. */
  pins?: readonly MapPin[];
  /**
   * Sequence of the chosen event, when the page shows the map itself; when absent, the timeline has its own
   * map.
   */
  choice?: readonly [number | null, (sequence: number) => void];
}) {
  const arranged = useMemo(() => arrangeTimeline(timeline, times.toDay), [timeline, times]);
  // Days that somebody opened or closed stay so; days that appear later have the default state.
  const first = useMemo(() => findOpenDays(arranged.days), [arranged]);
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (date: string) => turned.get(date) ?? first.has(date);
  const turn = useCallback(
    (dates: readonly string[], open: boolean) =>
      setTurned((was) => new Map([...was, ...dates.map((date) => [date, open] as const)])),
    [],
  );
  const [opened, setOpened] = useState<number | null>(null);
  const local_choice = useState<number | null>(null);
  const [selected, select] = choice ?? local_choice;
  // The last event chosen here; a different value means that another was chosen on the map of the page.
  const last_selected = useRef(selected);
  const [requested, setRequested] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject resets the state; an update of this one does not.
  useEffect(() => {
    setTurned(new Map());
    setOpened(null);
  }, [timeline.subject.id]);

  const press = useCallback(
    (event: DisplayedEvent) => {
      setOpened((was) => (was === event.sequence ? null : event.sequence));
      last_selected.current = event.sequence;
      select(event.sequence);
    },
    [select],
  );
  const goTo = useCallback(
    (event: DisplayedEvent) => {
      // A report that corroborates another is part of that event's row.
      const row = arranged.byId.get(event.corroborates ?? "") ?? event;
      turn([times.toDay(row.occurred_at)], true);
      last_selected.current = row.sequence;
      select(row.sequence);
      setOpened(row.sequence);
      setRequested(row.sequence);
    },
    [arranged, times, select, turn],
  );
  useEffect(() => {
    if (selected === null || selected === last_selected.current) return;
    const event = (timeline.events as DisplayedEvent[]).find(({ sequence }) => sequence === selected);
    if (event) goTo(event);
  }, [selected, timeline, goTo]);
  useEffect(() => {
    if (requested === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-sequence="${requested}"] .timeline-head`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
    setRequested(null);
  }, [requested]);

  if (timeline.events.length === 0) {
    return (
      <Empty icon={IconRoute} title={text.none}>
        {text.none_about}
      </Empty>
    );
  }
  const gaps = new Set(timeline.gaps?.map(({ to_event }) => to_event));
  return (
    <div className="timeline-view">
      {choice === undefined && (hasPositions(timeline) || pins.length > 0) ? (
        <TimelinePlaces timeline={timeline} selected={selected} choose={goTo} more={pins} />
      ) : null}
      <Expected timeline={timeline} expected={arranged.expected} times={times} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside. */}
      <div className="timeline" ref={list} onKeyDown={stepThrough}>
        {arranged.days.map((one) => (
          <DayOfEvents
            key={one.date}
            day={one}
            open={isOpen(one.date)}
            only={arranged.days.length === 1}
            toggle={() => turn([one.date], !isOpen(one.date))}
            times={times}
            requested_sequence={selected}
            row={(event) => ({
              current: isStatus(event, timeline),
              opened: opened === event.sequence,
              selected: selected === event.sequence,
              other: arranged.byId.get(event.voided_by ?? event.corrects ?? ""),
              gap: gaps.has(event.event_id),
              press,
              goTo,
            })}
          />
        ))}
      </div>
      <footer className="timeline-foot">
        <span>
          {text.summary({
            events: text.events({ n: timeline.event_count }),
            sources: timeline.sources
              .map((source) => `${formatSource(source)} (${source.event_count})`)
              .join(", "),
            zone: times.zone.replaceAll("_", " "),
          })}
        </span>
        {arranged.days.some(({ date }) => !isOpen(date)) ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              turn(
                arranged.days.map(({ date }) => date),
                true,
              )
            }
          >
            {text.open_all}
          </Button>
        ) : null}
      </footer>
    </div>
  );
}

const NO_PINS: readonly MapPin[] = [];

function isStatus(event: DisplayedEvent, { status }: TimelineDocument): boolean {
  return (
    status !== null &&
    event.status_code === status.code &&
    event.voided_by === undefined &&
    event.after_terminal === undefined &&
    event.occurred_at >= status.since
  );
}

/** Arrow keys move from event to event. */
function stepThrough(event: React.KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement) || event.altKey || event.ctrlKey)
    return;
  const heads = [...event.currentTarget.querySelectorAll<HTMLElement>(".timeline-head, .timeline-day")];
  const next = heads[heads.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
