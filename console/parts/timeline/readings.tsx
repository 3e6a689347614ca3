/**
 * Consecutive measurements or positions as one row: a line chart for each series, all readings when it is
 * expanded.
 */

import { memo, useState } from "react";
import { IconActivity, IconChevronDown } from "#icons";
import type { Times } from "../times.ts";
import {
  formatPlace,
  formatQuantity,
  formatSource,
  nameProperty,
  type ReadingsRow,
  type Series,
} from "./arrange.ts";
import { phaseLabel } from "./rail.tsx";
import { text } from "./text.ts";

const WIDTH = 132;
const HEIGHT = 30;
/** More points than pixels add no detail. */
const POINTS_MAX = 264;
const LISTED_MAX = 200;

export const Readings = memo(function Readings({
  row,
  times,
  phase,
}: {
  row: ReadingsRow;
  times: Times;
  phase: string | undefined;
}) {
  const [opened, setOpened] = useState(false);
  const { events, series, positions } = row;
  const newest = events[0]!;
  const oldest = events.at(-1)!;
  const words = [
    positions < events.length ? text.readings({ n: events.length - positions }) : "",
    positions > 0 ? text.positions({ n: positions }) : "",
  ].filter(Boolean);
  return (
    <li data-sequence={newest.sequence}>
      {phase ? <span className="timeline-phase">{phaseLabel(phase)}</span> : null}
      <time dateTime={newest.occurred_at} title={times.exact(newest.occurred_at)} className="num">
        {times.time(newest.occurred_at)}
      </time>
      <span className="timeline-dot" aria-hidden>
        <IconActivity size={12} stroke={2.2} />
      </span>
      <div className="timeline-words">
        <button
          type="button"
          className="timeline-head"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <span className="timeline-title plain">{words.join(", ")}</span>
          <IconChevronDown size={14} className="timeline-chevron" aria-hidden />
        </button>
        <p className="dim timeline-by">
          {text.range({ low: times.time(oldest.occurred_at), high: times.time(newest.occurred_at) })} ·{" "}
          {formatSource(newest.source)}
        </p>
        {series.map((one) => (
          <Line key={`${one.property}${one.unit}${one.points[0]?.at}`} series={one} />
        ))}
        {opened ? (
          <ul className="timeline-readings">
            {events.slice(0, LISTED_MAX).map((event) => (
              <li key={event.sequence} className="num">
                <time dateTime={event.occurred_at}>{times.time(event.occurred_at)}</time>
                <span>
                  {event.sensor?.value === undefined
                    ? (formatPlace(event.location) ?? formatPosition(event.location?.geo))
                    : `${nameProperty(event.sensor.property)} ${formatQuantity(event.sensor.value, event.sensor.unit)}`}
                </span>
              </li>
            ))}
            {events.length > LISTED_MAX ? (
              <li className="dim">{text.earlier_readings({ n: events.length - LISTED_MAX })}</li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </li>
  );
});

function formatPosition(geo: { lat: number; lon: number } | undefined): string {
  return geo === undefined ? text.no_position : `${geo.lat}, ${geo.lon}`;
}

function Line({ series: { property, unit, points } }: { series: Series }) {
  const values = points.map(({ value }) => value);
  // Not Math.min(...values): a day of telemetry exceeds the maximum number of arguments.
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  const last = values.at(-1)!;
  const every = Math.ceil(values.length / POINTS_MAX);
  const ticks = values.filter((_, index) => index % every === 0 || index === values.length - 1);
  const x = (index: number) => 2 + (index * (WIDTH - 6)) / Math.max(1, ticks.length - 1);
  const y = (value: number) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8);
  const range =
    low === high
      ? text.unchanged
      : text.range({ low: formatQuantity(low, unit), high: formatQuantity(high, unit) });
  return (
    <div className="timeline-series">
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={text.series({
          property: nameProperty(property),
          range,
          last: formatQuantity(last, unit),
        })}
      >
        <polyline points={ticks.map((value, index) => `${x(index)},${y(value)}`).join(" ")} />
        <circle cx={x(ticks.length - 1)} cy={y(last)} r={2.6} />
      </svg>
      <span>
        <span className="strong num">
          {nameProperty(property)} {formatQuantity(last, unit)}
        </span>
        <br />
        <span className="dim small num">{range}</span>
      </span>
    </div>
  );
}
