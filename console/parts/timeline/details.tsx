/** All members of an event by name, including members of the full view when present. */
import type { ReactNode } from "react";
import { humanize } from "../labels.ts";
import type { Times } from "../times.ts";
import { type DisplayedEvent, formatQuantity } from "./arrange.ts";

export function EventDetails({
  event,
  times,
  title,
}: {
  event: DisplayedEvent;
  times: Times;
  title?: string;
}) {
  const facts = factsOf(event, times).filter(([, value]) => value !== undefined && value !== "");
  return (
    <>
      {title ? <p className="strong small">{title}</p> : null}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function factsOf(event: DisplayedEvent, times: Times): [string, ReactNode][] {
  const { source, location, actor, sensor, quantity, subject } = event;
  const mono = (text: string | undefined) =>
    text === undefined ? undefined : <span className="mono">{text}</span>;
  const lines = [...(location?.address?.lines ?? []), location?.address?.postal_code]
    .filter(Boolean)
    .join(", ");
  return [
    ["Happened", times.exact(event.occurred_at)],
    ["Recorded", times.exact(event.recorded_at)],
    ["Kind of event", humanize(event.base)],
    ["Subject", mono(`${subject.scheme}: ${subject.id}`)],
    ["Event id", mono(event.event_id)],
    ["Told through", source.system],
    ["In its own words", [source.raw_code, source.raw_text].filter(Boolean).join(" · ") || undefined],
    ["By", actor ? [humanize(actor.type), actor.name ?? actor.id].filter(Boolean).join(" ") : undefined],
    ["Place", location?.kind ? humanize(location.kind) : undefined],
    ["Street", lines || undefined],
    [
      "Place codes",
      mono(
        [location?.gln && `GLN ${location.gln}`, location?.unlocode, location?.iata]
          .filter(Boolean)
          .join(" · ") || undefined,
      ),
    ],
    [
      "Position",
      location?.geo
        ? mono(
            `${location.geo.lat}, ${location.geo.lon}${location.geo.accuracy_m === undefined ? "" : ` ± ${location.geo.accuracy_m} m`}`,
          )
        : undefined,
    ],
    [
      "Pieces",
      quantity?.pieces === undefined
        ? undefined
        : `${quantity.pieces}${quantity.of === undefined ? "" : ` of ${quantity.of}`}`,
    ],
    ["Weight", quantity?.weight_kg === undefined ? undefined : `${quantity.weight_kg} kg`],
    ["Device", mono(sensor?.device_id)],
    [
      "Range",
      sensor?.min === undefined || sensor.max === undefined
        ? undefined
        : `${formatQuantity(sensor.min, sensor.unit)} to ${formatQuantity(sensor.max, sensor.unit)}`,
    ],
    ["Extensions", event.extensions ? mono(JSON.stringify(event.extensions)) : undefined],
  ];
}
