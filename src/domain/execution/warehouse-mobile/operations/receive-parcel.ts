/** Receive parcels of orders at a warehouse. A scan is a fact: it is recorded whatever the status of the order. */
import Type from "typebox";
import { settleArrivals } from "#domain/execution/transfers/public.ts";
import { ChosenOrder, lockOrder, recordFact, SetAside } from "#domain/orders/orders/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { messages } from "../messages.ts";
import { getScannedParcels, scanRefusals } from "../parcels.ts";
import { isMisplaced } from "../rules.ts";
import { OutboundParcel } from "../shapes.ts";

export const receiveParcel = defineOperation({
  name: "wmsParcelReceive",
  summary: "Receive a parcel at a warehouse",
  access: { scopes: ["wms:write"] },
  provides: ["warehouse.receive"],
  rest: { method: "POST", path: "/api/v1/wms/mobile/parcels/receive" },
  queueable: true,
  input: Type.Object({
    code: Ref("label_code", ScannedCode),
    warehouse_id: Ref("warehouse"),
    order_id: Type.Optional(Ref("order", ChosenOrder)),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order"),
    order_status: Type.String(),
    parcels: Type.Array(OutboundParcel),
    route_id: Nullable(Ref("route")),
    route_number: Nullable(Type.String()),
    is_wrong_warehouse: Type.Boolean({
      description: "Its route, or else its order, starts at another warehouse: transfer it.",
    }),
    set_aside: SetAside,
    transfers: Type.Array(Type.String(), { description: "The transfers that it came with." }),
  }),
  refusals: { unknown_warehouse: "invalid", ...scanRefusals },

  async run(context, { code, warehouse_id, order_id }) {
    const { db, business_id, refuse } = context;
    if ((await findWarehouse(context, warehouse_id))?.status !== "open")
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: fields.no_own_open_warehouse }],
      });
    const { parcels: own_parcels, stop } = await getScannedParcels(context, { code, order_id });
    const [first] = own_parcels;
    const order = await lockOrder(db, business_id, first.order_id);
    if (order === undefined) throw new Error("The order of a parcel was not found.");
    const { order: after } = await recordFact(context, order, {
      trigger: "receive",
      kind: "order.received",
      custody: { to: "warehouse" },
      warehouse_id,
      parcel_ids: own_parcels.map(({ id }) => id),
    });
    const parcel_ids = own_parcels.map(({ id }) => id);
    const transfers = await settleArrivals(context, parcel_ids, { warehouse_id, scanned: code });
    return {
      result: true,
      order_id: after.id,
      order_status: after.status,
      parcels: own_parcels.map(({ id, order_id, tracking_number }) => ({
        parcel_id: id,
        order_id,
        tracking_number,
      })),
      route_id: first.route_id,
      route_number: first.route_number,
      is_wrong_warehouse: isMisplaced(
        { route_start_id: first.route_start_id, origin_warehouse_id: order.origin_warehouse_id },
        warehouse_id,
      ),
      set_aside: stop,
      transfers,
    };
  },
});
