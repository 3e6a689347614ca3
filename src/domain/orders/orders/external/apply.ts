/** Applies timelines with new events of others to their orders, which take the status. */
import {
  findStatusEvent,
  isEndNote,
  OWN_PROVIDER,
  type TimelineChange,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { OrderRow } from "../records/order.ts";
import { applyExternalEvents, type ExternalEvent } from "./events.ts";
import { storeReportedProofs } from "./proofs.ts";

/** Set orders to the current status of their timeline, if one of the new events decided it. */
export async function applyTimelines(
  context: Context<never>,
  changes: readonly TimelineChange[],
  orders: ReadonlyMap<number, OrderRow>,
): Promise<void> {
  await storeReportedProofs(context, changes, orders);
  const externalEvents = changes.flatMap(({ target, entries: group, timeline }): ExternalEvent[] => {
    const { subject, parcel_id, parcel_with_order_number } = target;
    const order = orders.get(subject.id);
    if (order === undefined) return [];
    const fresh = new Set(group.map(({ event }) => event.event_id));
    const corrects = group.some(({ event }) => event.corrects !== undefined);
    const event = findStatusEvent(timeline);
    const is_theirs = event !== undefined && event.source.provider !== OWN_PROVIDER;
    const voided = corrects
      ? timeline.events.flatMap(({ voided_by, event_id, base }) =>
          // For a single parcel only its delivery is undone.
          voided_by !== undefined && fresh.has(voided_by) && (parcel_id === null || base === "delivered")
            ? [event_id]
            : [],
        )
      : [];
    const moves = is_theirs && (corrects || fresh.has(event.event_id));
    const external_event: ExternalEvent = { order, parcel_id, event: moves ? event : null, voided };
    return parcel_with_order_number === null
      ? [external_event]
      : [
          external_event,
          ...findChangeOfNumberedParcel(
            order,
            parcel_with_order_number.parcel_id,
            group,
            timeline,
            new Set(voided),
          ),
        ];
  });
  await applyExternalEvents(context, externalEvents);
}

/** What was reported for only the parcel that bears the order's number: its end, or the withdrawal of its end. */
function findChangeOfNumberedParcel(
  order: OrderRow,
  parcel_id: number,
  group: TimelineChange["entries"],
  { events }: Timeline,
  voided: ReadonlySet<string>,
): ExternalEvent[] {
  const bases = new Map(group.flatMap(({ event, end }) => (end === null ? [] : [[event.event_id, end]])));
  const ends = events.filter((event) => bases.has(event.event_id) && event.voided_by === undefined);
  const latest = ends.at(-1);
  if (latest !== undefined) {
    const event = { ...latest, base: bases.get(latest.event_id) ?? latest.base };
    return [{ order, parcel_id, event, voided: [] }];
  }
  const taken_back = events.filter((event) => isEndNote(event) && voided.has(event.event_id));
  const has_end_note = events.some((event) => isEndNote(event) && event.voided_by === undefined);
  return taken_back.length === 0 || has_end_note
    ? []
    : [{ order, parcel_id, event: null, voided: taken_back.map(({ event_id }) => event_id) }];
}
