import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { receiveParcel } from "./operations/receive-parcel.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** At the warehouse, on `route_outbound`. */
    order_outbound: number;
    /** Starts at the warehouse, released. */
    route_outbound: number;
    /** Printed on the parcel of `order_outbound`. */
    outbound_code: string;
  }
}

async function readCode({ people, id }: Fixture): Promise<string> {
  const { order } = await people.client_admin.call(getOrder, { order_id: await id("order_outbound") });
  return order.parcels[0]?.label_code ?? "";
}

/** Only an order that was found by its code is chosen: others are never looked up. */
const CHOSEN_ORDER = { order_id: "one of the orders that have the scanned code" };

export const samples = defineSamples({
  own_texts: ["seal", "transfers"],
  records: {
    order_outbound: async ({ people, place }) =>
      (await people.client_admin.call(createOrder, { dropoff: place })).order_id,
    route_outbound: async (fixture) => {
      const { people, id } = fixture;
      const warehouse_id = await id("warehouse");
      const { route } = await people.client_admin.call(createRoute, {
        driver_id: await id("driver"),
        order_ids: [await id("order_outbound")],
        start_warehouse_id: warehouse_id,
      });
      await people.client_admin.call(releaseRoute, { route_id: route.id });
      await people.client_admin.call(receiveParcel, { code: await readCode(fixture), warehouse_id });
      return route.id;
    },
    outbound_code: { create: readCode, unknown: "NO-SUCH-PARCEL" },
  },
  operations: {
    wmsScan: {
      member_kinds: { code: "outbound_code" },
      needs: ["route_outbound"],
    },
    wmsParcelReceive: {
      not_tried: CHOSEN_ORDER,
      member_kinds: { code: "outbound_code" },
    },
    wmsSort: { needs: ["route_outbound"] },
    wmsSortScan: {
      not_tried: CHOSEN_ORDER,
      member_kinds: { code: "outbound_code" },
      needs: ["route_outbound"],
    },
    wmsSortLane: { inputs: [(i) => ({ route_id: i.route_outbound, lane: 2 })] },
    wmsOutbound: { member_kinds: { route_id: "route_outbound" } },
    wmsOutboundScan: {
      not_tried: CHOSEN_ORDER,
      member_kinds: { route_id: "route_outbound", code: "outbound_code" },
    },
    wmsOutboundSeal: { inputs: [(i) => ({ route_id: i.route_outbound, accept_missing: true })] },
  },
});
