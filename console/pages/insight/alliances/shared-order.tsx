/** One order as a partner sees it: what is shared, and what is withheld. */

import type { ReactNode } from "react";
import { IconLock } from "#icons";
import { kilograms } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { day, useTimes } from "../../../parts/times.ts";
import { OrderState } from "../../orders/orders/order-state.tsx";
import type { AllianceTracking, Field, SharedOrder } from "./queries.ts";
import { text } from "./text.ts";

type Address = NonNullable<SharedOrder["recipient_address"]>;

const formatAddress = ({ line1, line2, postal_code, city, region, country }: Address): string =>
  [line1, line2, [postal_code, city].filter(Boolean).join(" "), region, country].filter(Boolean).join(", ");

/** Only what the order has, and what is withheld: a collection has no recipient. */
export function SharedOrderFacts({ tracking }: { tracking: AllianceTracking }) {
  const times = useTimes();
  const { order } = tracking;
  const facts: [Field, string | null | undefined][] = [
    ["eta", tracking.eta ? times.moment(tracking.eta) : tracking.eta],
    ["ref", order.ref],
    ["customer", order.customer],
    ["recipient_name", order.recipient_name],
    ["recipient_phone", order.recipient_phone],
    ["recipient_email", order.recipient_email],
    ["recipient_address", order.recipient_address ? formatAddress(order.recipient_address) : null],
    ["sender_name", order.sender_name],
    ["sender_phone", order.sender_phone],
    ["sender_email", order.sender_email],
    ["sender_address", order.sender_address ? formatAddress(order.sender_address) : null],
    [
      "position",
      order.position ? `${order.position.lat.toFixed(5)}, ${order.position.lng.toFixed(5)}` : null,
    ],
    ["window", order.window ? times.window(order.window.start, order.window.end) : null],
    ["instructions", order.instructions],
    ["contents", order.contents?.join(", ")],
    ["weight_g", order.weight_g ? kilograms(order.weight_g) : null],
    ["proofs", tracking.proofs?.map(({ kind }) => nameCode(text.proof_kinds, kind)).join(", ")],
  ];
  return (
    <dl className="shared-order">
      <Line name={text.status}>
        <span className="row tight">
          <OrderState status={order.status} />
          <span className="dim">{day(order.scheduled_date)}</span>
        </span>
      </Line>
      {facts.map(([field, value]) =>
        order.masked.includes(field) ? (
          <Line key={field} name={text.fields[field]}>
            <Withheld />
          </Line>
        ) : value ? (
          <Line key={field} name={text.fields[field]}>
            {value}
          </Line>
        ) : null,
      )}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

export const Withheld = () => (
  <span className="shared-withheld">
    <IconLock size={12} aria-hidden /> {text.not_shared}
  </span>
);

/** Latest first. */
export function SharedEvents({ events }: Pick<AllianceTracking, "events">) {
  const times = useTimes();
  if (events.length === 0) return <p className="dim">{text.no_events}</p>;
  return (
    <ol className="list" aria-label={text.events}>
      {events.toReversed().map((event) => (
        <li
          key={`${event.status_code} ${event.occurred_at}`}
          className="row nowrap apart"
          style={{ padding: "6px 0" }}
        >
          <span className="cut">{[event.label, event.city].filter(Boolean).join(" · ")}</span>
          <time
            className="dim small nowrap"
            dateTime={event.occurred_at}
            title={times.exact(event.occurred_at)}
          >
            {times.moment(event.occurred_at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
