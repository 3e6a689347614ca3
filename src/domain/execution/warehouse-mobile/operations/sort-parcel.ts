/**
 * Scan a parcel for sorting: which lane it goes to. With the lane that it was put into, the wrong one is refused. A scan
 * where the parcel does not belong is recorded too.
 */
import Type from "typebox";
import { ChosenOrder, lockOrders } from "#domain/orders/orders/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ScannedCode } from "#vocabulary/scanned-code.ts";
import { messages } from "../messages.ts";
import { getScannedParcels, scanRefusals } from "../parcels.ts";
import { saveSorting } from "../records/parcel-sorting.ts";
import { assignLane } from "../records/sort-lane.ts";
import { findSortProblem } from "../rules.ts";
import { OutboundParcel } from "../shapes.ts";

export const sortParcel = defineOperation({
  name: "wmsSortScan",
  summary: "Scan a parcel for sorting",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/mobile/sort/scan" },
  queueable: true,
  input: Type.Object({
    code: Ref("label_code", ScannedCode),
    warehouse_id: Ref("warehouse"),
    order_id: Type.Optional(Ref("order", ChosenOrder)),
    lane: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 999, description: "Where it was put, to be checked." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    lane: Type.Integer(),
    route_id: Ref("route"),
    route_number: Type.String(),
    parcels: Type.Array(OutboundParcel),
  }),
  refusals: {
    unknown_warehouse: "invalid",
    ...scanRefusals,
    set_aside: "conflict",
    no_route: "conflict",
    wrong_warehouse: "conflict",
    not_here: "conflict",
    wrong_lane: "conflict",
  },

  async run(context, { code, warehouse_id, order_id, lane: put }) {
    const { db, business_id, refuse, emit } = context;
    if ((await findWarehouse(context, warehouse_id)) === undefined)
      throw refuse("unknown_warehouse", {
        message: messages.unknown_warehouse,
        errors: [{ field: "warehouse_id", message: messages.no_own_warehouse }],
      });
    const [scanned] = (await getScannedParcels(context, { code, order_id })).parcels;
    // The order does not leave its route while one of its parcels is sorted.
    await lockOrders(db, business_id, [scanned.order_id]);
    const { parcels, stop } = await getScannedParcels(context, { code, order_id: scanned.order_id });
    const [first] = parcels;
    const problem = findSortProblem(first, warehouse_id);
    const misplaced = (what: Exclude<typeof problem, null> | "wrong_lane" | "set_aside") => {
      for (const parcel of parcels)
        emit({
          subject: { type: "parcel", id: parcel.id },
          kind: "wms.parcel_misplaced",
          payload: { order_id: parcel.order_id, warehouse_id, route_id: parcel.route_id, problem: what },
        });
    };
    const values = { code, route: first.route_number ?? "" };
    const extra = { route_id: first.route_id, route_number: first.route_number };
    if (stop !== null && (stop !== "cancel_requested" || first.route_id === null)) {
      misplaced("set_aside");
      return refuse("set_aside", {
        message: messages.set_aside,
        values: { code, status: first.order_status },
        extra: { set_aside: stop, order_id: first.order_id, order_status: first.order_status },
      });
    }
    if (problem !== null || first.route_id === null || first.route_date === null) {
      const what = problem ?? "no_route";
      misplaced(what);
      return refuse(what, { message: messages[what], values, extra });
    }
    const { route_id } = first;
    const lane = await assignLane(context, { warehouse_id, date: first.route_date, route_id });
    if (put !== undefined && put !== lane) {
      misplaced("wrong_lane");
      return refuse("wrong_lane", {
        message: messages.wrong_lane,
        values: { ...values, lane },
        extra: { ...extra, lane },
      });
    }
    await saveSorting(
      context,
      parcels.map(({ id }) => id),
      { route_id, warehouse_id, lane },
    );
    for (const { id, order_id } of parcels)
      emit({
        subject: { type: "parcel", id },
        kind: "wms.parcel_sorted",
        payload: { order_id, route_id, warehouse_id, lane },
      });
    return {
      result: true,
      lane,
      route_id,
      route_number: first.route_number ?? "",
      parcels: parcels.map(({ id, order_id, tracking_number }) => ({
        parcel_id: id,
        order_id,
        tracking_number,
      })),
    };
  },
});
