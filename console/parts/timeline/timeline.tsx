/**
 * The way of a parcel: how far it is, what is expected, and everything that happened. The one timeline of the
 * console: orders, public tracking, rentals and the playground show it, each with the document as its reader may see it.
 */
import { Button } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MapPin } from "../../map/shapes.ts";
import { Empty } from "../states.tsx";
import type { Times } from "../times.ts";
import { count } from "../words.ts";
import { DayOfEvents } from "./day.tsx";
import { Expected } from "./expected.tsx";
import { hasPositions, TimelinePlaces } from "./places.tsx";
import { openAtFirst, sourceOf, type TimelineDocument, type Told, tell } from "./told.ts";
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
  /** The chosen event by its sequence, where the page shows the map itself; without it the timeline has its own. */
  choice?: readonly [number | null, (sequence: number) => void];
}) {
  const told = useMemo(() => tell(timeline, times.dayOf), [timeline, times]);
  // What somebody opened or closed stays so; days that come later are as they would have been at first.
  const first = useMemo(() => openAtFirst(told.days), [told]);
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (date: string) => turned.get(date) ?? first.has(date);
  const turn = useCallback(
    (dates: readonly string[], open: boolean) =>
      setTurned((was) => new Map([...was, ...dates.map((date) => [date, open] as const)])),
    [],
  );
  const [opened, setOpened] = useState<number | null>(null);
  const own = useState<number | null>(null);
  const [selected, select] = choice ?? own;
  // The last one chosen here: another one was chosen on the map of the page.
  const chosen = useRef(selected);
  const [wanted, setWanted] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject begins anew; news of this one does not.
  useEffect(() => {
    setTurned(new Map());
    setOpened(null);
  }, [timeline.subject.id]);

  const press = useCallback(
    (event: Told) => {
      setOpened((was) => (was === event.sequence ? null : event.sequence));
      chosen.current = event.sequence;
      select(event.sequence);
    },
    [select],
  );
  const goTo = useCallback(
    (event: Told) => {
      // A report that confirms another stands in that one's row.
      const row = told.byId.get(event.corroborates ?? "") ?? event;
      turn([times.dayOf(row.occurred_at)], true);
      chosen.current = row.sequence;
      select(row.sequence);
      setOpened(row.sequence);
      setWanted(row.sequence);
    },
    [told, times, select, turn],
  );
  useEffect(() => {
    if (selected === null || selected === chosen.current) return;
    const event = (timeline.events as Told[]).find(({ sequence }) => sequence === selected);
    if (event) goTo(event);
  }, [selected, timeline, goTo]);
  useEffect(() => {
    if (wanted === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-sequence="${wanted}"] .timeline-head`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
    setWanted(null);
  }, [wanted]);

  if (timeline.events.length === 0) {
    return (
      <Empty icon={IconRoute} title="Nothing has happened yet">
        Events appear here as soon as somebody tells them.
      </Empty>
    );
  }
  const gaps = new Set(timeline.gaps?.map(({ to_event }) => to_event));
  return (
    <div className="timeline-view">
      {choice === undefined && (hasPositions(timeline) || pins.length > 0) ? (
        <TimelinePlaces timeline={timeline} selected={selected} choose={goTo} more={pins} />
      ) : null}
      <Expected timeline={timeline} expected={told.expected} times={times} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the buttons inside. */}
      <div className="timeline" ref={list} onKeyDown={stepThrough}>
        {told.days.map((one) => (
          <DayOfEvents
            key={one.date}
            day={one}
            open={isOpen(one.date)}
            only={told.days.length === 1}
            toggle={() => turn([one.date], !isOpen(one.date))}
            times={times}
            wanted={selected}
            row={(event) => ({
              current: isStatus(event, timeline),
              opened: opened === event.sequence,
              selected: selected === event.sequence,
              other: told.byId.get(event.voided_by ?? event.corrects ?? ""),
              gap: gaps.has(event.event_id),
              press,
              goTo,
            })}
          />
        ))}
      </div>
      <footer className="timeline-foot">
        <span>
          {count(timeline.event_count, "event")}, told by{" "}
          {timeline.sources.map((source) => `${sourceOf(source)} (${source.event_count})`).join(", ")}. Times
          are those of {times.zone.replaceAll("_", " ")}.
        </span>
        {told.days.some(({ date }) => !isOpen(date)) ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              turn(
                told.days.map(({ date }) => date),
                true,
              )
            }
          >
            Open all days
          </Button>
        ) : null}
      </footer>
    </div>
  );
}

const NO_PINS: readonly MapPin[] = [];

function isStatus(event: Told, { status }: TimelineDocument): boolean {
  return (
    status !== null &&
    event.status_code === status.code &&
    event.voided_by === undefined &&
    event.after_terminal === undefined &&
    event.occurred_at >= status.since
  );
}

/** Arrow keys lead from event to event. */
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
