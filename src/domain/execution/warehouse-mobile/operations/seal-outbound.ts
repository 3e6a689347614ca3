/** Seal a route when its load is checked. Sealing with parcels missing is confirmed; the route is loaded when none is. */
import Type from "typebox";
import { getNextRouteStatus, saveRoutes } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOutbound, toOutboundParcel } from "../answer.ts";
import { messages } from "../messages.ts";
import { getLockedOutboundRoute, loadManifest } from "../outbound.ts";
import { isLoadable } from "../rules.ts";
import { Outbound } from "../shapes.ts";

export const sealOutbound = defineOperation({
  name: "wmsOutboundSeal",
  summary: "Seal the load of a route",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/outbound/{route_id}/seal" },
  queueable: true,
  input: Type.Object({
    route_id: Ref("route"),
    seal: Type.Optional(
      Type.String({ maxLength: 60, description: "The number of the seal, if there is one." }),
    ),
    accept_missing: Type.Optional(Type.Boolean({ description: "Seal although parcels are missing." })),
  }),
  output: Outbound,
  refusals: { not_loadable: "conflict", missing: "conflict" },

  async run(context, { route_id, seal = "", accept_missing = false }) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const outbound = await getLockedOutboundRoute(context, route_id);
    const { route } = outbound;
    if (!isLoadable(route.status))
      throw refuse("not_loadable", {
        message: messages.not_loadable,
        values: { status: route.status },
        extra: { status: route.status },
      });
    const { loaded, missing } = await loadManifest(context, outbound);
    if (missing.length > 0 && !accept_missing)
      throw refuse("missing", {
        message: messages.missing,
        values: { parcels: missing.length },
        extra: { missing: missing.map(toOutboundParcel) },
      });
    await db.execute(
      `insert into route_seal (business_id, route_id, seal, missing, sealed_at, sealed_by) values ($1, $2, $3, $4, $5, $6)
       on conflict (business_id, route_id) do update set seal = $3, missing = $4, sealed_at = $5, sealed_by = $6`,
      [business_id, route_id, seal, missing.length, now, actor.account_id],
    );
    const status =
      missing.length === 0 && loaded.length > 0 ? getNextRouteStatus(route.status, "load") : null;
    const [saved = route] = status === null ? [] : await saveRoutes(context, [{ route, set: { status } }]);
    emit({
      subject: { type: "route", id: route_id },
      kind: "wms.route_sealed",
      payload: { missing: missing.length },
      ...(status === null ? {} : { before: { status: route.status }, after: { status } }),
    });
    return answerOutbound(context, { ...outbound, route: saved });
  },
});
