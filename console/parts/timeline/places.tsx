/**
 * Map of the places of a timeline's events. Choosing an event shows its place; choosing a place, its newest
 * event.
 */
import { useMemo } from "react";
import { BaseMap } from "../../map/map.tsx";
import type { MapLine, MapPin } from "../../map/shapes.ts";
import { type DisplayedEvent, formatCode, isReading, type TimelineDocument } from "./arrange.ts";
import { text } from "./text.ts";

/** Decimals of a coordinate, about a hundred metres: events nearer to each other share one place. */
const DECIMALS = 3;
const SELECTED_COLOUR = "#964812";
const OTHER = "#585046";

interface Place {
  id: string;
  lat: number;
  lng: number;
  /** Oldest first. */
  events: DisplayedEvent[];
}

function groupByPlace(document: TimelineDocument): Place[] {
  const places = new Map<string, Place>();
  for (const event of document.events as DisplayedEvent[]) {
    const { geo } = event.location ?? {};
    if (geo === undefined || isReading(event)) continue;
    const id = `${geo.lat.toFixed(DECIMALS)},${geo.lon.toFixed(DECIMALS)}`;
    const place = places.get(id);
    if (place) place.events.push(event);
    else places.set(id, { id, lat: geo.lat, lng: geo.lon, events: [event] });
  }
  return [...places.values()];
}

export function hasPositions(document: TimelineDocument): boolean {
  return document.events.some(({ location }) => location?.geo !== undefined);
}

export function TimelinePlaces({
  timeline,
  selected,
  choose,
  more = [],
  height = 260,
}: {
  timeline: TimelineDocument;
  selected: number | null;
  choose: (event: DisplayedEvent) => void;
  /** Positions besides those of the events: the driver now, the drop-off. */
  more?: readonly MapPin[];
  height?: number;
}) {
  const places = useMemo(() => groupByPlace(timeline), [timeline]);
  const at = places.find(({ events }) => events.some(({ sequence }) => sequence === selected));
  const pins = useMemo<MapPin[]>(
    () => [
      ...places.map(
        ({ id, lat, lng, events }, index): MapPin => ({
          id,
          lat,
          lng,
          kind: "stop",
          text: String(index + 1),
          title: `${index + 1}: ${events.map(formatCode).join(", ")}`,
          colour: id === at?.id ? SELECTED_COLOUR : OTHER,
        }),
      ),
      ...more,
    ],
    [places, at, more],
  );
  const lines = useMemo<MapLine[]>(() => {
    const points = (timeline.events as DisplayedEvent[]).flatMap(
      ({ location, voided_by, time_type }): [number, number][] =>
        location?.geo && voided_by === undefined && time_type === "actual"
          ? [[location.geo.lon, location.geo.lat]]
          : [],
    );
    return points.length > 1 ? [{ id: 1, colour: "#b06a2c", points }] : [];
  }, [timeline]);
  return (
    <div className="timeline-map" style={{ height }}>
      <BaseMap
        label={text.map}
        pins={pins}
        lines={lines}
        fit={places.length + more.length}
        centre={at ?? null}
        onPin={(id) => {
          const event = places.find((place) => place.id === id)?.events.at(-1);
          if (event) choose(event);
        }}
      />
    </div>
  );
}
