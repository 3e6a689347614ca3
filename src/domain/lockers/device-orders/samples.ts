import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createDeviceOrder } from "./operations/create-device-order.ts";
import { reportDeviceOrderException } from "./operations/report-device-order-exception.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Its parcel was put in and not collected. */
    device_order_expired: number;
    /** A parcel of it has a device order. */
    order_in_locker: number;
  }
}

async function addDeviceOrder(fixture: Fixture): Promise<number> {
  await fixture.another("locker_compartment");
  const { device_order_id } = await fixture.people.client_admin.call(createDeviceOrder, {
    locker_id: await fixture.id("locker_device"),
    purpose: "delivery",
    size: "S",
    customer_id: await fixture.id("customer"),
    contents: `${fixture.unique_word} shoes`,
    ref: fixture.unique_word,
    recipient: { name: fixture.place.name, email: fixture.place.email },
  });
  return device_order_id;
}

async function addExpired(fixture: Fixture): Promise<number> {
  const id = await addDeviceOrder(fixture);
  await fixture.service.system.execute(
    `with late as (update device_order set step = 'expired', deposited_at = now() where id = $1 returning reservation_id, compartment_id),
       used as (update locker_reservation r set status = 'IN_USE' from late where r.id = late.reservation_id)
     update locker_compartment c set status = 'OVERDUE' from late where c.id = late.compartment_id`,
    [id],
  );
  return id;
}

async function addOrder(fixture: Fixture): Promise<number> {
  const order_id = await fixture.another("order");
  await fixture.service.system.execute(
    "update device_order set order_id = $2, tracking_number = null where id = $1",
    [await addDeviceOrder(fixture), order_id],
  );
  return order_id;
}

async function addException(fixture: Fixture, device_order_id: number): Promise<number> {
  const { client_admin } = fixture.people;
  const { device_order } = await client_admin.call(reportDeviceOrderException, {
    device_order_id,
    kind: "wrong_size",
    note: `${fixture.unique_word} too large`,
  });
  return device_order.exceptions.at(-1)?.id ?? 0;
}

export const samples = defineSamples({
  own_texts: [
    "account_name",
    "compartment_code",
    "compartment_status",
    "deposit_code",
    "locker_name",
    "order_number",
    "resolution_note",
  ],
  records: {
    device_order: addDeviceOrder,
    device_order_expired: addExpired,
    order_in_locker: addOrder,
    device_order_exception: async (fixture) => addException(fixture, await fixture.id("device_order")),
  },
  priced: {
    device_orders: async (fixture) => ({ device_order: await addDeviceOrder(fixture) }),
  },
  operations: {
    deviceOrderCreate: {
      inputs: [
        (i) => ({ size: "S", customer_id: i.customer }),
        (i) => ({ size: "S", order_id: i.order, parcel_id: i.parcel }),
      ],
      needs: ["locker_compartment"],
    },
    deviceOrderExtend: { inputs: [() => ({ until: new Date(Date.now() + 3 * 86_400_000).toISOString() })] },
    deviceOrderReturn: { member_kinds: { device_order_id: "device_order_expired" } },
    deviceOrderException: {
      inputs: [() => ({ kind: "damaged" })],
      not_tried: { photo_file_id: "a file of the caller's own that is an image" },
    },
    deviceOrderResolve: {
      not_tried: { photo_file_id: "a file of the caller's own that is an image" },
    },
    deviceOrders: { member_kinds: { order_id: "order_in_locker" }, grow: addDeviceOrder },
  },
});
