/** All members of an event by name, including members of the full view when present. */
import type { ReactNode } from "react";
import type { Times } from "../times.ts";
import { type DisplayedEvent, formatQuantity, namePlaceKind } from "./arrange.ts";
import { labels } from "./labels.ts";
import { text } from "./text.ts";

export function EventDetails({
  event,
  times,
  title,
}: {
  event: DisplayedEvent;
  times: Times;
  title?: string;
}) {
  const facts = buildFacts(event, times).filter(([, value]) => value !== undefined && value !== "");
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

function buildFacts(event: DisplayedEvent, times: Times): [string, ReactNode][] {
  const { source, location, actor, sensor, quantity, subject } = event;
  const say = text.details;
  const mono = (value: string | undefined) =>
    value === undefined ? undefined : <span className="mono">{value}</span>;
  const lines = [...(location?.address?.lines ?? []), location?.address?.postal_code]
    .filter(Boolean)
    .join(", ");
  return [
    [say.happened, times.exact(event.occurred_at)],
    [say.recorded, times.exact(event.recorded_at)],
    [say.kind, labels.status(`otep:core:${event.base}`, event.base)],
    [say.subject, mono(`${subject.scheme}: ${subject.id}`)],
    [say.id, mono(event.event_id)],
    [say.system, source.system],
    [say.raw, [source.raw_code, source.raw_text].filter(Boolean).join(" · ") || undefined],
    [
      say.actor,
      actor ? [text.actors[actor.type], actor.name ?? actor.id].filter(Boolean).join(" ") : undefined,
    ],
    [say.place, location?.kind ? namePlaceKind(location.kind) : undefined],
    [say.street, lines || undefined],
    [
      say.codes,
      mono(
        [location?.gln && `GLN ${location.gln}`, location?.unlocode, location?.iata]
          .filter(Boolean)
          .join(" · ") || undefined,
      ),
    ],
    [
      say.position,
      location?.geo
        ? mono(
            `${location.geo.lat}, ${location.geo.lon}${location.geo.accuracy_m === undefined ? "" : ` ± ${location.geo.accuracy_m} m`}`,
          )
        : undefined,
    ],
    [
      say.pieces,
      quantity?.pieces === undefined
        ? undefined
        : quantity.of === undefined
          ? String(quantity.pieces)
          : text.pieces({ n: String(quantity.pieces), of: String(quantity.of) }),
    ],
    [say.weight, quantity?.weight_kg === undefined ? undefined : `${quantity.weight_kg} kg`],
    [say.device, mono(sensor?.device_id)],
    [
      say.range,
      sensor?.min === undefined || sensor.max === undefined
        ? undefined
        : text.range({
            low: formatQuantity(sensor.min, sensor.unit),
            high: formatQuantity(sensor.max, sensor.unit),
          }),
    ],
    [say.extensions, event.extensions ? mono(JSON.stringify(event.extensions)) : undefined],
  ];
}
