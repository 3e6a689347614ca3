/**
 * Rebuilds every order's status from its events and compares it with the row, and with what its timeline tells.
 *
 * The rows are the fold of the events, kept at write time: a difference is a bug or a hand in the database.
 */

import { eventsOfNumbers, PROVIDER, statusEventOf, timelineOfEvents } from "#domain/tracking/public.ts";
import type { CoreCode } from "#otep/codes.gen.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { Db } from "#platform/db/db.ts";
import { foldSteps } from "./rules.ts";
import { isTerminal, type OrderStatus, targetOf, toldCommandOf } from "./status.ts";
import { stepEventsOf, stepsOf } from "./steps.ts";

export interface Difference {
  business_id: number;
  order_id: number;
  what: "status" | "timeline" | "events";
  stored: string;
  rebuilt: string;
}

/** Orders read at once. */
const CHUNK = 500;

/** Base codes that a timeline may show for a status; NEW_ORDER and ROUTED keep what was told before. */
const BASES: Partial<Record<OrderStatus, readonly CoreCode[]>> = {
  HOLD: ["held"],
  DISPATCHED: ["pickup_scheduled", "out_for_pickup", "confirmed"],
  PICKED_UP: ["picked_up"],
  AT_WAREHOUSE: ["received", "arrived", "processed", "stored"],
  IN_TRANSFER: ["departed", "in_transit", "arrived"],
  LOADED: ["processed", "departed", "picked_up"],
  OUT_FOR_DELIVERY: ["out_for_delivery"],
  ARRIVED: ["out_for_delivery"],
  READY_FOR_PICKUP: ["available_for_pickup", "stored"],
  FAILED_ATTEMPT: ["delivery_attempted", "pickup_failed"],
  EXCEPTION: ["exception"],
  RETURNING: ["returning"],
  DELIVERED: ["delivered"],
  RETURNED: ["returned"],
  REJECTED: ["rejected"],
  CANCELLED: ["cancelled"],
};

export interface FoldReport {
  orders: number;
  differences: Difference[];
}

/** Every order of one business; `db` may be of the system role. */
export async function checkFoldOf(db: Db, business_id: number): Promise<FoldReport> {
  const differences: Difference[] = [];
  let orders = 0;
  for (let after = 0; ; ) {
    const rows = await db.rows<{ id: number; tracking_number: string; status: OrderStatus }>(
      "select id, tracking_number, status from delivery_order where business_id = $1 and id > $2 order by id limit $3",
      [business_id, after, CHUNK],
    );
    if (rows.length === 0) return { orders, differences };
    const [events, tracked] = await Promise.all([
      stepEventsOf(
        db,
        business_id,
        rows.map((row) => row.id),
      ),
      eventsOfNumbers(
        { db, business_id },
        rows.map((row) => row.tracking_number),
      ),
    ]);
    for (const { id, tracking_number, status } of rows) {
      const report = (what: Difference["what"], rebuilt: string) =>
        differences.push({ business_id, order_id: id, what, stored: status, rebuilt });
      const history = stepsOf(events.get(id) ?? []);
      if (history === undefined) {
        report("events", "no order.created");
      } else {
        const folded = foldSteps(history.start, history.steps).status;
        if (folded !== status) report("status", folded);
      }
      const timeline = timelineOfEvents(tracked.get(tracking_number) ?? [], tracking_number);
      if (!agrees(status, timeline)) report("timeline", timeline.status?.code ?? "nothing");
    }
    orders += rows.length;
    after = rows.at(-1)?.id ?? after;
  }
}

function agrees(status: OrderStatus, timeline: Timeline): boolean {
  const event = statusEventOf(timeline);
  if (event === undefined) return false;
  if (event.source.provider !== PROVIDER) {
    // What others tell leads to one status, or leaves the one that was there.
    const on = toldCommandOf(event.base);
    return on === null ? !isTerminal(status) : targetOf(on) === status;
  }
  const bases = BASES[status];
  if (bases !== undefined) return bases.includes(event.base);
  return timeline.status?.terminal === false && event.base !== "held";
}

export async function checkFold(db: Db): Promise<FoldReport> {
  const report: FoldReport = { orders: 0, differences: [] };
  for (const { id } of await db.rows<{ id: number }>("select id from business order by id")) {
    const own = await checkFoldOf(db, id);
    report.orders += own.orders;
    report.differences.push(...own.differences);
  }
  return report;
}
