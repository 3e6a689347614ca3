/** What a fold done anew changes of an order, and of what tracking tells about it. */
import { randomUUID } from "node:crypto";
import { type TrackingFields, trackingEvent } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { OrderChange } from "./change.ts";
import type { Folded, Step } from "./rules.ts";
import { isTerminal } from "./status.ts";
import { type StepEvent, tellingsOf } from "./steps.ts";
import type { OrderRow } from "./tables.ts";

/** What a fold that was done anew changes of a row. */
export function foldedSet(order: OrderRow, after: Folded): OrderChange["set"] {
  if (after.status === order.status) return {};
  return {
    status: after.status,
    status_since: after.since,
    delivered_at: after.status === "DELIVERED" ? after.since : null,
    ...(after.status === "HOLD" ? {} : { hold: null, status_before_hold: null }),
  };
}

/**
 * What tracking must be told so that it tells the new fold: events that count now and were notes, and
 * corrections of those that count no longer, or move nothing now. What comes after the end of a journey stays:
 * there it moves nothing. `voided_seq` is taken back whether it counted or not. The payload goes on the event that
 * caused it.
 */
export function retell(
  context: Context<never>,
  order: OrderRow,
  events: readonly StepEvent[],
  steps: readonly Step[],
  after: Folded,
  voided_seq?: number,
): { events: StoredEvent[]; payload: Pick<StepEvent["payload"], "retold" | "untold"> } {
  const tellings = tellingsOf(events);
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const told: StoredEvent[] = [];
  const retold: Record<string, string> = {};
  const untold: number[] = [];
  for (const step of steps) {
    const { occurred_at, payload } = bySeq.get(step.seq) as StepEvent;
    const telling = tellings.get(step.seq) ?? null;
    const code = payload.noted_code ?? payload.tracking_code;
    // A step that stays where the fold stands now was told as the move that it was, or not at all.
    const holds = after.applied.has(step.seq) && !after.stayed.has(step.seq);
    if (holds && telling === null && code !== undefined) {
      const event = trackingEvent(context, order, {
        // Not the id of one that was corrected before: what is voided stays void.
        event_id: randomUUID(),
        code: code as TrackingFields["code"],
        occurred_at: new Date(occurred_at).toISOString(),
      });
      told.push(event);
      retold[step.seq] = event.event_id;
      continue;
    }
    const after_the_end = isTerminal(after.status) && step.at >= after.since;
    const misleads = !holds && !after_the_end;
    if (telling !== null && (step.seq === voided_seq || misleads)) {
      told.push(
        trackingEvent(context, order, {
          code: "otep:core:note",
          corrects: telling,
          description: "An earlier event does not count.",
        }),
      );
      untold.push(step.seq);
    }
  }
  return {
    events: told,
    payload: {
      ...(Object.keys(retold).length > 0 ? { retold } : {}),
      ...(untold.length > 0 ? { untold } : {}),
    },
  };
}
