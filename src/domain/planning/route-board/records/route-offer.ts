/**
 * Offers of routes on a board: what one is, how it is locked, stored and read. A route has one offer at most, whose key is
 * the route, so that what a record does by `id` stands here.
 */
import type { RouteRow } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { OfferState } from "../rules.ts";
import type { RouteBoardRow } from "./route-board.ts";

export interface RouteOfferRow extends Row<"route_offer"> {
  state: OfferState;
}

type Reader = Pick<Context, "db" | "business_id">;

export const lockOfferRow = (
  { db, business_id }: Reader,
  route_id: number,
): Promise<RouteOfferRow | undefined> =>
  db.row<RouteOfferRow>("select * from route_offer where business_id = $1 and route_id = $2 for update", [
    business_id,
    route_id,
  ]);

/** A route that was offered before is offered again, as the next version of its offer. */
export async function openOffer(
  { db, business_id, actor, now }: Context<never>,
  offer: Pick<RouteOfferRow, "route_id" | "board_id" | "area" | "pay_minor" | "note">,
): Promise<void> {
  await db.execute(
    `insert into route_offer (business_id, route_id, board_id, state, area, pay_minor, note, offered_by, offered_at)
     values ($1, $2, $3, 'open', $4, $5, $6, $7, $8) on conflict (business_id, route_id) do update
       set board_id = excluded.board_id, state = 'open', area = excluded.area, pay_minor = excluded.pay_minor, note = excluded.note,
         reason = '', offered_by = excluded.offered_by, offered_at = excluded.offered_at, version = route_offer.version + 1`,
    [
      business_id,
      offer.route_id,
      offer.board_id,
      offer.area,
      offer.pay_minor,
      offer.note,
      actor.account_id,
      now,
    ],
  );
}

export async function saveOffer(
  { db, business_id }: Reader,
  route_id: number,
  state: OfferState,
  reason = "",
): Promise<void> {
  await db.execute(
    "update route_offer set state = $3, reason = $4, version = version + 1 where business_id = $1 and route_id = $2",
    [business_id, route_id, state, reason],
  );
}

export type OfferView = Pick<
  RouteOfferRow,
  "route_id" | "state" | "area" | "pay_minor" | "note" | "reason" | "version"
> &
  Pick<RouteBoardRow, "opens_at" | "closes_at" | "withdraw_until_min" | "visibility" | "fleet_id"> &
  Pick<
    RouteRow,
    "number" | "date" | "load" | "planned_start_at" | "planned_end_at" | "driver_id" | "plan_version"
  > & { route_status: RouteRow["status"]; stops: number; distance_m: number; driver_name: string | null };

const VIEW = `select o.route_id, o.state, o.area, o.pay_minor, o.note, o.reason, o.version, b.fleet_id, b.opens_at, b.closes_at, b.withdraw_until_min,
    b.visibility, r.number, r.date, r.load, r.planned_start_at, r.planned_end_at, r.driver_id, r.plan_version, r.status as route_status,
    r.stops_total as stops, r.planned_distance_m as distance_m, d.name as driver_name
  from route_offer o join route_board b on b.business_id = o.business_id and b.id = o.board_id
  join route r on r.business_id = o.business_id and r.id = o.route_id
  left join driver d on d.business_id = o.business_id and d.id = r.driver_id
 where o.business_id = $1`;

/** Offers by a condition on `o`, `b` and `r`, whose parameters begin with `$2`, by the start of their routes. */
export function readOffers(
  { db, business_id }: Reader,
  condition: string,
  values: readonly unknown[],
): Promise<OfferView[]> {
  return db.rows<OfferView>(`${VIEW} and ${condition} order by r.planned_start_at, o.route_id`, [
    business_id,
    ...values,
  ]);
}
