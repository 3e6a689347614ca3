/** Scan a parcel that is loaded onto a route. One of another route is refused with the route that it belongs to. */
import Type from "typebox";
import { ChosenOrder, recordFact } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { answerOutbound } from "../answer.ts";
import { messages } from "../messages.ts";
import { getCustodyAboard, getLockedOutboundRoute, loadManifest } from "../outbound.ts";
import { getScannedParcels, scanRefusals } from "../parcels.ts";
import { isLoadable } from "../rules.ts";
import { Outbound } from "../shapes.ts";

export const scanOutbound = defineOperation({
  name: "wmsOutboundScan",
  summary: "Scan a parcel onto a route",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/outbound/{route_id}/scan" },
  queueable: true,
  input: Type.Object({
    route_id: Ref("route"),
    code: Ref("label_code", ScannedCode),
    order_id: Type.Optional(Ref("order", ChosenOrder)),
  }),
  output: Type.Object({
    ...Outbound.properties,
    newly_loaded: Type.Integer({ description: "0 when the parcels of the code were aboard before." }),
  }),
  refusals: { not_loadable: "conflict", ...scanRefusals, wrong_route: "conflict", set_aside: "conflict" },

  async run(context, { route_id, code, order_id }) {
    const { refuse, emit } = context;
    const outbound = await getLockedOutboundRoute(context, route_id);
    const { route, locked } = outbound;
    if (!isLoadable(route.status))
      throw refuse("not_loadable", {
        message: messages.not_loadable,
        values: { status: route.status },
        extra: { status: route.status },
      });
    const manifest = await loadManifest(context, outbound);
    const manifest_ids = new Set([...manifest.loaded, ...manifest.missing].map(({ id }) => id));
    // Of several orders with the code those of this route are meant.
    const { parcels, stop } = await getScannedParcels(context, { code, order_id }, ({ id }) =>
      manifest_ids.has(id),
    );
    const [first] = parcels;
    const own_parcels = parcels.filter(({ id }) => manifest_ids.has(id));
    if (own_parcels.length === 0) {
      emit({
        subject: { type: "route", id: route_id },
        kind: "wms.parcel_refused",
        payload: { parcel_id: first.id, order_id: first.order_id, belongs_route_id: first.route_id },
      });
      if (stop !== null)
        return refuse("set_aside", {
          message: messages.set_aside,
          values: { code, status: first.order_status },
          extra: { set_aside: stop, order_id: first.order_id, order_status: first.order_status },
        });
      return refuse("wrong_route", {
        message: messages.wrong_route,
        values: { code, belongs: first.route_number ?? "it is on no route" },
        extra: { order_id: first.order_id, route_id: first.route_id, route_number: first.route_number },
      });
    }
    const missing = new Set(manifest.missing.map(({ id }) => id));
    const fresh = own_parcels.filter(({ id }) => missing.has(id));
    const custody = getCustodyAboard(route);
    for (const [order_id, of_order] of Map.groupBy(fresh, (parcel) => parcel.order_id)) {
      const order = locked.get(order_id);
      if (order === undefined) throw new Error("An order of a locked route was not locked.");
      const parcel_ids = of_order.map(({ id }) => id);
      await recordFact(context, order, { trigger: "load", payload: { route_id }, custody, parcel_ids });
    }
    if (fresh.length > 0)
      emit({
        subject: { type: "route", id: route_id },
        kind: "wms.parcels_loaded",
        payload: { parcel_ids: fresh.map(({ id }) => id) },
      });
    return { ...(await answerOutbound(context, outbound)), newly_loaded: fresh.length };
  },
});
