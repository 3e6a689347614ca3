/** English texts about an event, shared by several formats. */
import type { PublicEvent } from "../../redact.ts";
import type { TimelineEvent } from "../../timeline.ts";
import { findIncidentReason, getLabel } from "../../vocabulary.ts";

/** An event of a full or of a public timeline. */
export type AnyEvent = TimelineEvent | PublicEvent;

/** The reason in English; an experimental one as it is. */
export function reasonLabel(reason: string): string {
  return findIncidentReason(reason)?.label ?? reason;
}

/** What happened, and why: `Delivery attempted, not completed: Recipient absent`. */
export function headline(event: AnyEvent): string {
  const what = getLabel(event.status_code, event.base);
  return event.incident_reason === undefined ? what : `${what}: ${reasonLabel(event.incident_reason)}`;
}

/** A reading as text: `temperature 9.4 Cel`. */
export function readingText(sensor: NonNullable<AnyEvent["sensor"]>): string {
  let text = sensor.property;
  if (sensor.value !== undefined) text += ` ${sensor.value}`;
  else if (sensor.min !== undefined || sensor.max !== undefined)
    text += ` ${sensor.min ?? ""}..${sensor.max ?? ""}`;
  return sensor.unit === undefined ? text : `${text} ${sensor.unit}`;
}
