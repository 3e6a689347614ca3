import { randomUUID } from "node:crypto";
import { dateIn, defineSamples, type Fixture, PLACE } from "#tests/support/samples.ts";
import { ORDER_STATUSES, TRANSITIONS } from "./lifecycle/status.ts";
import { commandOrdersBulk } from "./operations/command-orders-bulk.ts";
import { createOrder } from "./operations/create-order.ts";
import { createOrderBatchAsync } from "./operations/create-order-batch-async.ts";
import { getOrder } from "./operations/get-order.ts";
import { holdOrder } from "./operations/hold-order.ts";
import { listUnplacedAddresses } from "./operations/list-unplaced-addresses.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    order_held: number;
    /** One where an order starts and its goods are. */
    warehouse_in_use: number;
  }
}

const window = { window_start: `${dateIn(4)}T13:00:00Z`, window_end: `${dateIn(4)}T15:00:00Z` };

async function readOrder(fixture: Fixture) {
  const order_id = await fixture.id("order");
  return (await fixture.people.client_admin.call(getOrder, { order_id })).order;
}

export const samples = defineSamples({
  shared_texts: [
    "custody",
    "payment",
    "status_after",
    "status_before",
    "tracking_number",
    "tracking_numbers",
  ],
  own_texts: ["asyncId", "async_id", "delivery_kind", "erased_members", "head_hash", "vehicle_type"],
  worded_codes: {
    order: ORDER_STATUSES,
    "pages/orders/orders/attention#reports": TRANSITIONS.map(({ trigger }) =>
      trigger.replace(/^external_/, ""),
    ),
  },
  records: {
    order: async (fixture) =>
      (
        await fixture.people.client_admin.call(createOrder, {
          dropoff: fixture.place,
          customer_id: await fixture.id("customer"),
          ref: `${fixture.unique_word}-${randomUUID().slice(0, 8)}`,
          note: `${fixture.unique_word} note`,
          delivery_instruction: `${fixture.unique_word} door`,
        })
      ).order_id,
    async order_held(fixture) {
      const order_id = await fixture.another("order");
      await fixture.people.client_admin.call(holdOrder, { order_id, reason: "unpaid" });
      return order_id;
    },
    async warehouse_in_use(fixture) {
      const { client_admin } = fixture.people;
      const warehouse_id = await fixture.another("warehouse");
      const order = { dropoff: fixture.place, origin_warehouse_id: warehouse_id };
      const { order_id } = await client_admin.call(createOrder, order);
      await client_admin.call(commandOrdersBulk, {
        order_ids: [order_id],
        activity: "receive",
        warehouse_id,
      });
      return warehouse_id;
    },
    tracking_number: {
      create: async (fixture) => (await readOrder(fixture)).tracking_number,
      unknown: "PH10000000000085",
    },
    parcel: async (fixture) => (await readOrder(fixture)).parcels[0]?.id ?? 0,
    label_code: {
      create: async (fixture) => (await readOrder(fixture)).parcels[0]?.label_code ?? "",
      unknown: "PH10000000000085",
    },
    order_ref: { create: async (fixture) => (await readOrder(fixture)).ref ?? "", unknown: "Nobody-1" },
    unplaced_key: {
      async create({ people, unique_word: mark }) {
        const { client_admin } = people;
        const line1 = `${mark} ${randomUUID().slice(0, 8)}`;
        await client_admin.call(createOrder, { dropoff: { line1, city: "Nowhere" } });
        const { addresses } = await client_admin.call(listUnplacedAddresses, {});
        return addresses.find(({ place }) => place.line1 === line1)?.address_key ?? "";
      },
      unknown: "nobody street 1|||nowhere|br",
    },
    batch: {
      create: async ({ people, place }) =>
        (await people.client_admin.call(createOrderBatchAsync, { orders: [{ dropoff: place }] })).asyncId,
      unknown: "00000000-0000-4000-8000-000000000000",
    },
  },
  operations: {
    clientAsyncCancel: {
      bulk_members: "one batch is cancelled: how far it had come",
    },
    clientBatchOrderCreate: {
      inputs: [
        (i) => ({
          orders: [{ dropoff: PLACE, customer_id: i.customer, origin_warehouse_id: i.warehouse_in_use }],
        }),
      ],
      not_tried: { "orders/rate_id": "a batch takes none" },
    },
    clientBatchOrderCreateAsync: {
      not_tried: {
        "orders/customer_id": "decided by the job; tried in its own test",
        "orders/origin_warehouse_id": "decided by the job; tried in the test of warehouses",
        "orders/rate_id": "decided by the job, which takes none",
      },
    },
    clientOrderCreate: {
      inputs: [
        (i) => ({ dropoff: PLACE, customer_id: i.customer, origin_warehouse_id: i.warehouse_in_use }),
        (i) => ({
          // The address of the rate, which is that of the fixture.
          dropoff: { ...PLACE, name: "Somebody", line1: "Quokka 7", lat: -15.71, lng: -47.88 },
          rate_id: i.rate,
        }),
        {
          as: "client_admin",
          input: (i) => ({ type: "P2P", pickup_poi_id: i.poi, dropoff_poi_id: i.poi }),
        },
      ],
    },
    clientOrderRelease: { member_kinds: { order_id: "order_held" } },
    clientOrderReroute: { inputs: [() => ({ address: PLACE })] },
    clientOrderUpdate: {
      inputs: [
        (i) => ({
          customer_id: i.customer,
          dropoff: { phone: "+55 61 3000-0000" },
          parcels: [{ id: i.parcel, weight_g: 1200 }],
          note: "corrected",
        }),
      ],
    },
    clientOrderVoidEvent: {
      inputs: [(i) => ({ order_id: i.order_done, seq: 5, reason: "wrong scan" })],
    },
    clientOrdersSearch: { inputs: [(i) => ({ q: i.tracking_number })] },
    clientOrders: {
      member_kinds: { origin_warehouse_id: "warehouse_in_use", current_warehouse_id: "warehouse_in_use" },
      grow: (fixture) => fixture.another("order"),
    },
    clientOrdersBulkActivity: {
      inputs: [
        () => ({ activity: "hold", reason: "unpaid" }),
        (i) => ({ activity: "receive", warehouse_id: i.warehouse }),
      ],
    },
    clientOrdersPlace: {
      inputs: [() => ({ lat: -15.8, lng: -47.9 })],
    },
    clientOrdersTimeWindows: { inputs: [(i) => ({ items: [{ ref: i.order_ref, ...window }] })] },
  },
  priced: {
    /** An order at a quoted rate, and one that was approved: its proposal contains the response. */
    async local_delivery({ people, place }) {
      const { customer, client_admin } = people;
      const post = async (person: typeof customer, path: string, body: object) =>
        (await person.http("POST", path, body)).body;
      const order = async () => {
        const { rates } = await post(customer, "/api/v1/orders/rate", {
          dropoff: place,
          service: "standard",
        });
        return { dropoff: place, rate_id: rates[0].rate_id, ref: `priced-${randomUUID().slice(0, 8)}` };
      };
      const { order_id } = await customer.call(createOrder, await order());
      const queued = { operation: "clientOrderCreate", arguments: await order() };
      const { approval_id } = await post(customer, "/api/v1/approvals", queued);
      await post(client_admin, `/api/v1/approvals/${approval_id}/approve`, {});
      const { tracking_number, parcels, ref } = (await customer.call(getOrder, { order_id })).order;
      const [parcel] = parcels;
      return {
        order: order_id,
        approval: approval_id,
        tracking_number,
        parcel: parcel?.id ?? 0,
        label_code: parcel?.label_code ?? "",
        order_ref: ref ?? "",
      };
    },
  },
  async assignToContractor({ service, business, people }, ids) {
    const routes = Object.entries(ids).flatMap(([kind, id]) => (kind.startsWith("route") ? [id] : []));
    await service.system.execute(
      `update delivery_order set contractor_account_id = $2, tender_state = null
        where business_id = $1 and (route_id = any($3::bigint[]) or id = $4)`,
      [business.id, people.broker_employee.account_id, routes, ids.order],
    );
  },
});
