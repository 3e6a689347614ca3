/** The board as those see it who manage it. */
import { type FleetRow, getVisibleFleet } from "#domain/fleet/fleets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { readBoards } from "./records/route-board.ts";
import { readOffers } from "./records/route-offer.ts";
import { buildDispatchOffers } from "./views.ts";

/** A fleet of the business or, for a contractor, an own one; with a lock for writes. */
export async function getOwnedFleet(
  context: Context<never>,
  fleet_id: number,
  lock = false,
): Promise<FleetRow> {
  return (await getVisibleFleet(context, fleet_id, lock)).fleet;
}

export async function answerDispatchBoard(context: Context<never>, fleet: FleetRow, date: string) {
  const { db, business_id } = context;
  const [[board = null], views, routes] = await Promise.all([
    readBoards(context, "b.fleet_id = $2 and b.date = $3::date", [fleet.id, date]),
    readOffers(context, "b.fleet_id = $2 and b.date = $3::date", [fleet.id, date]),
    db.rows<{
      route_id: number;
      number: string;
      stops: number;
      planned_start_at: string | null;
      planned_end_at: string | null;
    }>(
      `select id as route_id, number, stops_total as stops, planned_start_at, planned_end_at from route
        where business_id = $1 and date = $2::date and status = 'PLANNED' and driver_id is null and stops_total > 0
          and contractor_id is not distinct from $3 order by planned_start_at, id limit 200`,
      [business_id, date, fleet.contractor_id],
    ),
  ]);
  const offers = await buildDispatchOffers(context, views);
  return { result: true, fleet_id: fleet.id, date, board, offers, routes };
}
