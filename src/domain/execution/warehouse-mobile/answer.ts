/** The load of a route, as responses show it. */
import type { ParcelRow } from "#domain/orders/orders/public.ts";
import type { RouteWithStops } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { loadManifest } from "./outbound.ts";

export const toOutboundParcel = ({ id, order_id, tracking_number }: ParcelRow) => ({
  parcel_id: id,
  order_id,
  tracking_number,
});

export async function answerOutbound(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  outbound_route: RouteWithStops,
) {
  const { db, business_id } = context;
  const { route } = outbound_route;
  const [{ loaded, missing }, more] = await Promise.all([
    loadManifest(context, outbound_route),
    db.row<{ lane: number | null; seal: string | null; sealed_at: string | null }>(
      `select l.lane, s.seal, s.sealed_at from (select 1) one
         left join sort_lane l on l.business_id = $1 and l.route_id = $2
         left join route_seal s on s.business_id = $1 and s.route_id = $2`,
      [business_id, route.id],
    ),
  ]);
  return {
    result: true,
    route_id: route.id,
    route_number: route.number,
    status: route.status as string,
    lane: more?.lane ?? null,
    complete: missing.length === 0,
    loaded: loaded.map(toOutboundParcel),
    missing: missing.map(toOutboundParcel),
    seal: more?.seal ?? null,
    sealed_at: more?.sealed_at ?? null,
  };
}
