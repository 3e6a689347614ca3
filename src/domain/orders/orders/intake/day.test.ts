/** The day of an order and the windows of its places agree, however they are set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createOrder } from "../operations/create-order.ts";
import { createOrderBatch } from "../operations/create-order-batch.ts";
import { getOrder } from "../operations/get-order.ts";
import { updateOrder } from "../operations/update-order.ts";
import { updateTimeWindows } from "../operations/update-time-windows.ts";

const service = await testService();
const window = { start: "2099-02-10T12:00:00.000Z", end: "2099-02-10T14:00:00.000Z" };
const dropoff = { line1: "Rua 1", city: "Goiânia", country: "BR", window };

test("an order is on the day of its window, and a window on another day is refused on every way in", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { order } = await admin(createOrder, { ref: "W-1", dropoff });
  assert.equal(order.scheduled_date, "2099-02-10");

  const other = await catchRefusal(admin(createOrder, { dropoff, scheduled_date: "2099-02-11" }));
  assert.deepEqual([other.status, other.errors?.map(({ field }) => field)], [422, ["dropoff/window/start"]]);
  const past = { ...dropoff, window: { start: "2020-02-10T12:00:00Z", end: "2020-02-10T14:00:00Z" } };
  const passed = await catchRefusal(admin(createOrder, { dropoff: past }));
  assert.deepEqual(passed.errors, [{ field: "dropoff/window/end", message: "has passed" }]);
  const batch = await admin(createOrderBatch, {
    orders: [
      { dropoff },
      { dropoff, scheduled_date: "2099-02-11" },
      { type: "P2P", pickup: { ...dropoff, window: past.window }, dropoff, scheduled_date: "2099-02-10" },
    ],
  });
  assert.deepEqual(
    batch.orders.map(({ errors }) => errors.map(({ field }) => field)),
    [[], ["dropoff/window/start"], ["pickup/window/start"]],
  );

  const later = { start: "2099-02-12T12:00:00Z", end: "2099-02-12T14:00:00Z" };
  const refused = await catchRefusal(admin(updateOrder, { order_id: order.id, dropoff: { window: later } }));
  assert.deepEqual(
    refused.errors?.map(({ field }) => field),
    ["dropoff/window/start"],
  );
  await admin(updateOrder, { order_id: order.id, dropoff: { window: later }, scheduled_date: "2099-02-12" });

  const item = { ref: "W-1", window_start: window.start, window_end: window.end };
  const contradictory = await admin(updateTimeWindows, { items: [item], schedule_date: "2099-02-11" });
  assert.equal(contradictory.items[0]?.error_code, "OTHER_DAY");
  const { order: unchanged } = await admin(getOrder, { order_id: order.id });
  assert.equal(unchanged.scheduled_date, "2099-02-12");
  const moved = await admin(updateTimeWindows, { items: [item] });
  assert.equal(moved.items[0]?.scheduled_date, "2099-02-10");
});
