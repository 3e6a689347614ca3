/**
 * Where the driver went with an order, as annotations for the full view: one position every ten minutes or two
 * kilometres while it was out for delivery. Computed on reading: positions are stored once, where drivers send them.
 */
import { composeTrackingEvent, type TrackedOrder } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StoredEvent } from "#otep/event.ts";
import type { TimelineEvent } from "#otep/timeline.ts";
import { isTerminal } from "#otep/vocabulary.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import { drivenPositionsRequested, type Position } from "../topics.ts";

const INTERVAL_MS = 10 * 60_000;
const INTERVAL_KM = 2;
/** Positions read: at one every ten seconds this covers a working day. */
const POSITIONS_MAX = 5000;

/** Of positions in the order of time: the first, then each that is far enough from the last one taken. */
export function thinPositions(positions: readonly Position[]): Position[] {
  const thinned: Position[] = [];
  for (const position of positions) {
    const last = thinned.at(-1);
    if (
      last === undefined ||
      Date.parse(position.at) - Date.parse(last.at) >= INTERVAL_MS ||
      straightLineKm(last, position) >= INTERVAL_KM
    )
      thinned.push(position);
  }
  return thinned;
}

/**
 * When an order was out for delivery: from the first such event to the end, or to now. Only valid events of a timeline
 * count: a delivery that was withdrawn ended nothing.
 */
function findOutForDelivery(
  events: readonly TimelineEvent[],
): { from: string; to: string | null } | undefined {
  const validEvents = events.filter((event) => event.time_type === "actual" && event.voided_by === undefined);
  const from = validEvents.find((event) => event.base === "out_for_delivery")?.occurred_at;
  if (from === undefined) return undefined;
  const end = validEvents.find(
    (event) => event.occurred_at >= from && isTerminal(event.status_code, event.base),
  );
  return { from, to: end?.occurred_at ?? null };
}

export async function loadTrajectory(
  context: Pick<Context, "now" | "publish">,
  order: { order_id: number; tracking_number: string; route_id: number },
  events: readonly TimelineEvent[],
): Promise<StoredEvent[]> {
  const out = findOutForDelivery(events);
  if (out === undefined) return [];
  const positions = await context.publish(drivenPositionsRequested, {
    route_id: order.route_id,
    from: out.from,
    to: out.to ?? context.now,
    limit: POSITIONS_MAX,
  });
  const tracked: TrackedOrder = { id: order.order_id, tracking_number: order.tracking_number };
  return thinPositions(positions.flat()).map(({ id, at, lat, lng, accuracy_m }) =>
    // Recorded at its own time: the same positions give the same document whenever it is read.
    composeTrackingEvent({ now: new Date(at) }, tracked, {
      code: "otep:sensor:position",
      event_id: `position-${id}`,
      occurred_at: at,
      location: { kind: "vehicle", geo: { lat, lon: lng, ...(accuracy_m === null ? {} : { accuracy_m }) } },
      actor: { type: "driver" },
    }),
  );
}
