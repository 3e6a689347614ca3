/** What follows from events that were stored: orders that move, and the log. */
import { followTold, type OrderRow, type Told } from "#domain/orders/public.ts";
import { PROVIDER, statusEventOf } from "#domain/tracking/public.ts";
import type { ActorProvider } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import type { CoreCode } from "#otep/codes.gen.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { Outcome } from "../shapes.ts";
import { isNoteOfEnd } from "./part.ts";
import type { Sent } from "./sent.ts";
import type { Target } from "./subjects.ts";

/** An event with the timeline that it goes to. */
export interface Placed {
  sent: Sent;
  event: StoredEvent;
  target: Target;
  /** The end that it tells of the parcel which bears the order's number. */
  end: CoreCode | null;
  outcome: Outcome;
}

/** Orders take the status that their timeline has now, where an event of this request decided it. */
export async function followOrders(
  context: Context<never>,
  accepted: readonly Placed[],
  orders: ReadonlyMap<number, OrderRow>,
  timelines: ReadonlyMap<string, Timeline>,
): Promise<void> {
  const groups = Map.groupBy(accepted, ({ target }) => target.number);
  const told = [...groups].flatMap(([number, group]): Told[] => {
    const { order_id, parcel_id, bearer } = (group[0] as Placed).target;
    const order = order_id === null ? undefined : orders.get(order_id);
    const timeline = timelines.get(number);
    if (order === undefined || timeline === undefined) return [];
    const fresh = new Set(group.map(({ event }) => event.event_id));
    const corrects = group.some(({ event }) => event.corrects !== undefined);
    const event = statusEventOf(timeline);
    const is_theirs = event !== undefined && event.source.provider !== PROVIDER;
    const voided = corrects
      ? timeline.events.flatMap(({ voided_by, event_id, base }) =>
          // Of a parcel alone only its hand-over is undone.
          voided_by !== undefined && fresh.has(voided_by) && (parcel_id === null || base === "delivered")
            ? [event_id]
            : [],
        )
      : [];
    const moves = is_theirs && (corrects || fresh.has(event.event_id));
    const whole: Told = { order, parcel_id, event: moves ? event : null, voided };
    return bearer === null
      ? [whole]
      : [whole, ...ofBearer(order, bearer.parcel_id, group, timeline, new Set(voided))];
  });
  await followTold(context, told);
}

/** What was told of the parcel that bears the order's number, and of it alone: its end, or that it was none. */
function ofBearer(
  order: OrderRow,
  parcel_id: number,
  group: readonly Placed[],
  { events }: Timeline,
  voided: ReadonlySet<string>,
): Told[] {
  const bases = new Map(group.flatMap(({ event, end }) => (end === null ? [] : [[event.event_id, end]])));
  const ends = events.filter((event) => bases.has(event.event_id) && event.voided_by === undefined);
  const latest = ends.at(-1);
  if (latest !== undefined) {
    const event = { ...latest, base: bases.get(latest.event_id) ?? latest.base };
    return [{ order, parcel_id, event, voided: [] }];
  }
  const taken_back = events.filter((event) => isNoteOfEnd(event) && voided.has(event.event_id));
  const stands = events.some((event) => isNoteOfEnd(event) && event.voided_by === undefined);
  return taken_back.length === 0 || stands
    ? []
    : [{ order, parcel_id, event: null, voided: taken_back.map(({ event_id }) => event_id) }];
}

/** One event of the log for each subject: who told how many of what, and where the timeline stands. */
export function tell(
  { emit, now }: Context<never>,
  provider: ActorProvider,
  accepted: readonly Placed[],
  timelines: ReadonlyMap<string, Timeline>,
): void {
  for (const [number, group] of Map.groupBy(accepted, ({ target }) => target.number)) {
    const { order_id, rental_id } = (group[0] as Placed).target;
    const latest = group.reduce((at, { event }) => (event.occurred_at > at ? event.occurred_at : at), "");
    const timeline = timelines.get(number);
    emit({
      subject:
        order_id === null
          ? { type: "storage_rental", id: rental_id as number }
          : { type: "order", id: order_id },
      kind: "tracking.updated",
      occurred_at: latest < now.toISOString() ? latest : now.toISOString(),
      payload: {
        tracking_number: number,
        provider: provider.code,
        events: group.length,
        event_ids: group.slice(0, 20).map(({ event }) => event.event_id),
        status_code: timeline?.status?.code ?? null,
        revision: timeline?.revision ?? null,
      },
    });
  }
}
