/** What was ordered: places, day, extras, and the answers to the form of the service. */
import type { ReactNode } from "react";
import type { FormFields, Place } from "../../../../packages/client/client.gen.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { number } from "../../../parts/format.ts";
import { Fact, Facts, Sheet } from "../../../parts/page.tsx";
import { day } from "../../../parts/times.ts";
import { text as service_text } from "../services/text.ts";
import type { ShippingOrder } from "./queries.ts";
import { text } from "./text.ts";

type FormField = FormFields["properties"][string];

function PlaceFact({ name, place }: { name: string; place: Place | null }) {
  if (place === null) return null;
  return (
    <Fact name={name}>
      {place.name ? <div>{place.name}</div> : null}
      {oneLine(place)}
      {place.phone ? <div className="dim small">{place.phone}</div> : null}
    </Fact>
  );
}

/** What orders of all kinds have in common; ship-outs have no collection, and name their warehouse alone. */
interface Ordered
  extends Pick<
    ShippingOrder,
    | "service_name"
    | "ref"
    | "dropoff"
    | "scheduled_date"
    | "supplies"
    | "surcharges"
    | "form"
    | "form_fields"
    | "note"
  > {
  pickup?: Place | null;
  pickup_timeframe?: string | null;
  warehouse: { name: string; place?: Place } | null;
  carrier?: string | null;
  carrier_number?: string | null;
}

export function OrderFacts({
  order,
  children,
  warehouse_name,
  service,
}: {
  order: Ordered;
  children?: ReactNode;
  /** What its warehouse is called here; else by how the goods come. */
  warehouse_name?: string;
  /** The service, where it is more than its name. */
  service?: ReactNode;
}) {
  const { warehouse, form_fields, form, pickup = null, carrier = null, carrier_number = null } = order;
  const { pickup_timeframe = null } = order;
  return (
    <Sheet title={text.facts.title}>
      <Facts>
        {children}
        <Fact name={text.facts.service}>{service ?? order.service_name}</Fact>
        {order.ref === null ? null : <Fact name={text.ref}>{order.ref}</Fact>}
        <PlaceFact name={service_text.form.pickup} place={pickup} />
        {warehouse === null ? null : (
          <Fact name={warehouse_name ?? (pickup === null ? text.facts.brought_to : text.facts.warehouse)}>
            {warehouse.name}
            {warehouse.place === undefined ? null : (
              <div className="dim small">{oneLine(warehouse.place)}</div>
            )}
          </Fact>
        )}
        <PlaceFact name={service_text.form.dropoff} place={order.dropoff} />
        {order.scheduled_date === null ? null : (
          <Fact name={text.facts.date}>
            {day(order.scheduled_date)}
            {pickup_timeframe === null ? null : `, ${pickup_timeframe}`}
          </Fact>
        )}
        {carrier_number === null && carrier === null ? null : (
          <Fact name={text.facts.carrier}>
            {carrier} <span className="mono">{carrier_number}</span>
          </Fact>
        )}
        {order.supplies.map(({ code, quantity }) => (
          <Fact key={code} name={text.facts.supply}>
            {number(quantity)} × {code}
          </Fact>
        ))}
        {order.surcharges.length > 0 ? (
          <Fact name={service_text.form.extras}>{order.surcharges.join(", ")}</Fact>
        ) : null}
        {Object.entries(form_fields.properties).map(([name, field]) =>
          form[name] === undefined || form[name] === null ? null : (
            <Fact key={name} name={field.title}>
              <Answer field={field} value={form[name]} />
            </Fact>
          ),
        )}
        {order.note ? <Fact name={text.note}>{order.note}</Fact> : null}
      </Facts>
    </Sheet>
  );
}

function Answer({ field, value }: { field: FormField; value: unknown }): ReactNode {
  if (field.type === "boolean") return value === true ? service_text.form.yes : service_text.form.no;
  if (field.type === "object") return oneLine(value as Place);
  if (field.type === "array")
    return (
      <ul>
        {(value as Record<string, unknown>[]).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity.
          <li key={index}>
            {Object.entries(field.items?.properties ?? {})
              .filter(([name]) => entry[name] !== undefined && entry[name] !== null)
              .map(([name, one]) => `${one.title}: ${formatAnswer(one, entry[name])}`)
              .join(", ")}
          </li>
        ))}
      </ul>
    );
  return formatAnswer(field, value);
}

function formatAnswer(field: FormField, value: unknown): string {
  if (typeof value === "boolean") return value ? service_text.form.yes : service_text.form.no;
  if (typeof value === "number") return [number(value), field["x-unit"]].filter(Boolean).join(" ");
  if (typeof value === "object") return oneLine(value as Place);
  return field.format === "date" ? day(String(value)) : String(value);
}
