/**
 * Rebuilds every order's status from its events and compares it with the row and with its tracking timeline.
 *
 * The row stores the fold of the events, computed at write time: a difference is a bug or a manual change in the
 * database.
 */

import {
  buildTimeline,
  findStatusEvent,
  loadEventsByNumber,
  OWN_PROVIDER,
} from "#domain/tracking/tracking/public.ts";
import { listBusinessIds } from "#operation/caller/business.ts";
import type { CoreCode } from "#otep/codes.gen.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { Db } from "#platform/db/db.ts";
import { foldSteps } from "./rules.ts";
import { findExternalCommand, getTargetStatus, isTerminal, type OrderStatus } from "./status.ts";
import { buildSteps, loadStepEvents } from "./status-history.ts";

interface Difference {
  business_id: number;
  order_id: number;
  what: "status" | "timeline" | "events" | "warehouse";
  stored: string;
  rebuilt: string;
}

/** Orders per query. */
const CHUNK = 500;

/** Base codes that a timeline may show for a status; NEW_ORDER and ROUTED leave the previous code of the timeline. */
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

/** Check every order of one business; `db` may be a connection of the system role. */
export async function checkFoldOfBusiness(db: Db, business_id: number): Promise<FoldReport> {
  const differences: Difference[] = [];
  let orders = 0;
  for (let after = 0; ; ) {
    const rows = await db.rows<{
      id: number;
      tracking_number: string;
      status: OrderStatus;
      current_warehouse_id: number | null;
    }>(
      "select id, tracking_number, status, current_warehouse_id from delivery_order where business_id = $1 and id > $2 order by id limit $3",
      [business_id, after, CHUNK],
    );
    if (rows.length === 0) return { orders, differences };
    const [events, tracked] = await Promise.all([
      loadStepEvents(
        db,
        business_id,
        rows.map((row) => row.id),
      ),
      loadEventsByNumber(
        { db, business_id },
        rows.map((row) => row.tracking_number),
      ),
    ]);
    for (const { id, tracking_number, status, current_warehouse_id } of rows) {
      const report = (what: Difference["what"], rebuilt: string) =>
        differences.push({ business_id, order_id: id, what, stored: status, rebuilt });
      const history = buildSteps(events.get(id) ?? []);
      if (history === undefined) {
        report("events", "no order.created");
      } else {
        const folded = foldSteps(history.start, history.steps);
        if (folded.status !== status) report("status", folded.status);
        if (folded.warehouse_id !== current_warehouse_id)
          report("warehouse", `at warehouse ${folded.warehouse_id}, stored ${current_warehouse_id}`);
      }
      const timeline = buildTimeline(tracked.get(tracking_number) ?? [], tracking_number);
      if (!agrees(status, timeline)) report("timeline", timeline.status?.code ?? "nothing");
    }
    orders += rows.length;
    after = rows.at(-1)?.id ?? after;
  }
}

function agrees(status: OrderStatus, timeline: Timeline): boolean {
  const event = findStatusEvent(timeline);
  if (event === undefined) return false;
  if (event.source.provider !== OWN_PROVIDER) {
    // An event of another provider leads to one status or leaves the status unchanged.
    const trigger = findExternalCommand(event.base);
    return trigger === null ? !isTerminal(status) : getTargetStatus(trigger) === status;
  }
  const bases = BASES[status];
  if (bases !== undefined) return bases.includes(event.base);
  return timeline.status?.terminal === false && event.base !== "held";
}

export async function checkFold(db: Db): Promise<FoldReport> {
  const report: FoldReport = { orders: 0, differences: [] };
  for (const id of await listBusinessIds(db, { only_active: false })) {
    const business_report = await checkFoldOfBusiness(db, id);
    report.orders += business_report.orders;
    report.differences.push(...business_report.differences);
  }
  return report;
}
