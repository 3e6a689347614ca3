import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { runDue } from "#operation/due/run-due.ts";
import { PNG } from "#tests/support/samples.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { box, openStorage } from "#tests/support/storage.ts";
import { toInstant } from "#vocabulary/calendar.ts";
import { cancelStorageOrder } from "./operations/cancel-storage-order.ts";
import { completeStorageReceipt } from "./operations/complete-storage-receipt.ts";
import { confirmStorageOrder } from "./operations/confirm-storage-order.ts";
import { createStorageOrder } from "./operations/create-storage-order.ts";
import { estimateStorageOrder } from "./operations/estimate-storage-order.ts";
import { getCustomerStorageOrder } from "./operations/get-customer-storage-order.ts";
import { listCustomerStorageOrders } from "./operations/list-customer-storage-orders.ts";
import { listStorageOrders } from "./operations/list-storage-orders.ts";
import { listStoredPackages } from "./operations/list-stored-packages.ts";
import { measureStoredPackages } from "./operations/measure-stored-packages.ts";
import { payStorageOrder } from "./operations/pay-storage-order.ts";
import { processStorageOrder } from "./operations/process-storage-order.ts";
import { quoteStorageOrder } from "./operations/quote-storage-order.ts";
import { receiveStoredPackages } from "./operations/receive-stored-packages.ts";
import { refundStorageOrder } from "./operations/refund-storage-order.ts";
import { releaseFromStorage } from "./operations/release-from-storage.ts";
import { repriceStorageOrder } from "./operations/reprice-storage-order.ts";
import { settleStorageOrder } from "./operations/settle-storage-order.ts";
import { updateStorageOrder } from "./operations/update-storage-order.ts";

const service = await testService();
service.freezeClock();
const DAY_MS = 86_400_000;
const MORNING = "2030-05-01T08:00:00Z";

const open = (facts: Parameters<typeof openStorage>[1] = {}) => {
  service.setNow(MORNING);
  return openStorage(service, facts);
};

describe("an order", () => {
  test("has exactly the price of its estimate, or is refused", async () => {
    const { person, order, getOwnOrder } = await open();
    const packages = [box(1500)];
    const { rate_id } = await person.call(estimateStorageOrder, { packages });
    const other = await catchRefusal(
      person.call(createStorageOrder, { packages: [box(1600)], rate_id: rate_id ?? "" }),
    );
    assert.equal(other.status, 422);
    const none = await catchRefusal(person.call(createStorageOrder, { packages }));
    assert.deepEqual([none.status, none.errors?.[0]?.field], [422, "rate_id"]);
    const { storage_order_id } = await person.call(createStorageOrder, { packages, rate_id: rate_id ?? "" });
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      status: "PENDING",
      total_minor: 1100,
      remaining_minor: 1100,
      billing: "current",
      can_edit: true,
      can_cancel: true,
      can_be_paid: true,
      packages: [{ is_received: false, status: "EXPECTED", warehouse: null }],
    });
    const again = await catchRefusal(person.call(createStorageOrder, { packages, rate_id: rate_id ?? "" }));
    assert.equal(again.status, 409);
    await order();
    const { orders, total } = await person.call(listStorageOrders, {});
    assert.deepEqual([orders.length, total], [2, 2]);
  });

  test("is estimated with the days that cost nothing and the price of a day, as they are charged then", async () => {
    const rules = [{ name: "Days", base_minor: 1000, per_day_minor: 50, includes_days: 3 }];
    const { person, order, pay, receive, getOwnOrder } = await open({
      rules,
      storage: { storage: { free_days: 0, grace_days: 3 } },
    });
    const estimate = await person.call(estimateStorageOrder, { packages: [box(1500)] });
    assert.deepEqual([estimate.free_days, estimate.day_minor], [3, 55]);
    const storage_order_id = await order();
    await pay(storage_order_id);
    await receive(storage_order_id);
    service.setNow("2030-05-06T01:00:00Z");
    await runDue(service.runtime);
    const { day_charges, storage_minor } = await getOwnOrder(storage_order_id);
    assert.deepEqual(
      day_charges?.map(({ date }) => date),
      ["2030-05-05", "2030-05-04"],
    );
    assert.equal(storage_minor, 110);
  });

  test("is paid once by calls at once, in full by default, and again with the same key not at all", async () => {
    const { order, person, wallet, getOwnOrder } = await open();
    const storage_order_id = await order();
    await person.call(payStorageOrder, { storage_order_id, amount_minor: 100 });
    const calls = await Promise.allSettled(
      Array.from({ length: 6 }, () => person.call(payStorageOrder, { storage_order_id })),
    );
    assert.equal(calls.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await wallet()).balance_minor, 1_000_000 - 1100);
    assert.equal((await getOwnOrder(storage_order_id)).status, "CONFIRMED");
    const further = { storage_order_id: await order() };
    const options = { idempotency_key: "pay-once" };
    const replays = await Promise.all(
      [1, 2, 3].map(() => person.call(payStorageOrder, further, options).catch(() => null)),
    );
    assert.ok(replays.some((answer) => answer?.order.paid_minor === 1100));
    await person.call(payStorageOrder, further, options);
    assert.equal((await wallet()).balance_minor, 1_000_000 - 2200);
  });

  test("is not paid with too little in the wallet, and not online where prices are hidden", async () => {
    const { order, person, hide, admin, getOwnOrder, wallet } = await open({ wallet_minor: 1000 });
    const storage_order_id = await order();
    const poor = await catchRefusal(person.call(payStorageOrder, { storage_order_id }));
    assert.equal(poor.status, 402);
    await hide();
    const hidden = await catchRefusal(person.call(payStorageOrder, { storage_order_id }));
    assert.deepEqual([hidden.status, hidden.error_code], [403, "PRICE_HIDDEN_SETTLE_OFFLINE"]);
    const own_order = await getOwnOrder(storage_order_id);
    assert.deepEqual(
      [
        own_order.price_hidden,
        own_order.total_minor,
        own_order.storage_minor,
        own_order.day_charges,
        own_order.can_be_paid,
      ],
      [true, undefined, undefined, undefined, false],
    );
    const { order: confirmed } = await admin(confirmStorageOrder, { storage_order_id });
    assert.partialDeepStrictEqual(confirmed, { status: "CONFIRMED", remaining_minor: 0, paid_minor: 1100 });
    assert.equal((await wallet()).balance_minor, 1000);
  });

  test("is changed and cancelled while nothing was received, and not while it is being collected", async () => {
    const { order, person, pay, admin, getOwnOrder, wallet, receive } = await open({
      storage: { pickup: "optional" },
    });
    const storage_order_id = await order();
    await pay(storage_order_id);
    const { order: changed } = await person.call(updateStorageOrder, {
      storage_order_id,
      note: "Ring twice",
      scheduled_date: "2030-05-03",
    });
    assert.partialDeepStrictEqual(changed, { note: "Ring twice", scheduled_date: "2030-05-03", ref: null });
    const past = await catchRefusal(
      person.call(updateStorageOrder, { storage_order_id, scheduled_date: "2030-04-30" }),
    );
    assert.deepEqual([past.status, past.errors?.[0]?.field], [422, "scheduled_date"]);
    await admin(processStorageOrder, { storage_order_id });
    assert.equal((await getOwnOrder(storage_order_id)).can_cancel, true);
    await person.call(cancelStorageOrder, { storage_order_id });
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      status: "CANCELLED",
      paid_minor: 0,
    });
    assert.equal((await wallet()).balance_minor, 1_000_000);

    const collected = await order({
      pickup: { line1: "Rue 2", city: "Paris", postal_code: "75002", country: "FR" },
    });
    await pay(collected);
    await admin(processStorageOrder, { storage_order_id: collected });
    const late = await catchRefusal(person.call(cancelStorageOrder, { storage_order_id: collected }));
    assert.deepEqual([late.status, late.error_code], [409, "NOT_CANCELLABLE"]);
    const fixed = await catchRefusal(
      person.call(updateStorageOrder, { storage_order_id: collected, note: "X" }),
    );
    assert.equal(fixed.error_code, "NOT_EDITABLE");

    // Partly received, then cancelled: refused.
    const partly = await order({ packages: [box(1), box(2)] });
    await pay(partly);
    await receive(partly, 1);
    assert.equal((await getOwnOrder(partly)).status, "PARTLY_RECEIVED");
    assert.equal(
      (await catchRefusal(person.call(cancelStorageOrder, { storage_order_id: partly }))).status,
      409,
    );
  });

  test("whose service staff price has no price before, and costs a day what they say", async () => {
    const { person, admin, getOwnOrder, receive, pay } = await open({ storage: { pricing_method: 2 } });
    const packages = [box(1000)];
    const estimate = await person.call(estimateStorageOrder, { packages });
    assert.deepEqual([estimate.rate_id, estimate.total_minor], [null, null]);
    const { storage_order_id } = await person.call(createStorageOrder, { packages });
    assert.equal(
      (await catchRefusal(person.call(payStorageOrder, { storage_order_id }))).error_code,
      "NOT_PRICED",
    );
    const lines = [{ label: "Safe", amount_minor: 5000 }];
    await admin(quoteStorageOrder, { storage_order_id, lines, day_price_minor: 70 });
    await pay(storage_order_id);
    const paid = await catchRefusal(
      admin(quoteStorageOrder, { storage_order_id, lines, day_price_minor: 0 }),
    );
    assert.equal(paid.error_code, "NOT_POSSIBLE");
    await receive(storage_order_id);
    service.advance(3 * DAY_MS);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      total_minor: 5070,
      storage_minor: 70,
    });
  });
});

describe("a receipt", () => {
  test("puts packages into stock with their measures and photos, and is visible to their owner alone", async () => {
    const { order, pay, person, admin, warehouse, business, getOwnOrder } = await open();
    const storage_order_id = await order({ packages: [{ ...box(1500), contents: "Books" }, box(900)] });
    await pay(storage_order_id);
    const file = await business.http("client_admin", "POST", "/api/v1/files", {
      content_base64: PNG.toString("base64"),
      content_type: "image/png",
      name: "box.png",
    });
    const { file_id } = file.body;
    const [first, second] = (await getOwnOrder(storage_order_id)).packages.map(({ id }) => id);
    const stored_package_id = first ?? 0;
    const receive = (more: object = {}, bin_id = warehouse.r1) =>
      admin(receiveStoredPackages, {
        storage_order_id,
        bin_id,
        packages: [{ stored_package_id, code: "BOX 1", ...box(1700), file_ids: [file_id], ...more }],
      });
    const wrong = await catchRefusal(receive({ height_mm: undefined, stored_package_id: 999_999_999 }));
    assert.deepEqual(
      wrong.errors?.map(({ field }) => field),
      ["packages/0/stored_package_id", "packages/0/height_mm"],
    );
    assert.equal((await catchRefusal(receive({}, 999_999_999))).errors?.[0]?.field, "bin_id");
    const full = await warehouse.bin("TINY", { weight_g_max: 100 });
    assert.equal((await catchRefusal(receive({}, full))).error_code, "BIN_FULL");
    assert.deepEqual(await warehouse.readContent(full), {});
    await receive();
    assert.deepEqual(await warehouse.readContent(warehouse.r1), { BOX1: 1 });
    assert.equal((await catchRefusal(receive())).status, 422);
    const refusal = await catchRefusal(receive({ stored_package_id: second }));
    assert.deepEqual([refusal.status, refusal.error_code], [409, "ALREADY_RECEIVED"]);

    const { packages } = await person.call(listStoredPackages, {});
    assert.partialDeepStrictEqual(packages[0], {
      code: "BOX1",
      contents: "Books",
      measured_weight_g: 1700,
      weight_g: 1500,
      photo_file_ids: [file_id],
      warehouse: { code: "NORTH" },
      free_until: "2030-05-02",
    });
    assert.ok(packages[0] !== undefined && !("bin" in packages[0]));
    assert.equal((await person.http("GET", `/api/v1/files/${file_id}`)).status, 200);
    const { person: other_customer } = await business.customer({ name: "Other" });
    assert.equal((await other_customer.http("GET", `/api/v1/files/${file_id}`)).status, 404);
    assert.deepEqual((await other_customer.call(listStoredPackages, { available: false })).packages, []);
    const { order: order_view } = await admin(getCustomerStorageOrder, { storage_order_id });
    assert.equal(order_view.packages[0]?.bin?.code, "R-1");
    assert.equal(order_view.status, "PARTLY_RECEIVED");
    await admin(completeStorageReceipt, { storage_order_id });
    assert.equal((await getOwnOrder(storage_order_id)).status, "STORED");
    assert.equal((await getOwnOrder(storage_order_id)).packages[1]?.status, "MISSING");
    // It comes after all.
    await receive({ stored_package_id: second, code: "BOX 2", file_ids: [] });
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      status: "STORED",
      received_count: 2,
    });
  });

  test("of one package by two people at once counts once", async () => {
    const { order, pay, admin, getOwnOrder, warehouse } = await open();
    const storage_order_id = await order();
    await pay(storage_order_id);
    const [one] = (await getOwnOrder(storage_order_id)).packages;
    const packages = [{ stored_package_id: one?.id ?? 0 }];
    const calls = await Promise.allSettled(
      [warehouse.r1, warehouse.a1, warehouse.a2].map((bin_id) =>
        admin(receiveStoredPackages, { storage_order_id, bin_id, packages }),
      ),
    );
    assert.equal(calls.filter(({ status }) => status === "fulfilled").length, 1);
    const contents = await Promise.all(
      [warehouse.r1, warehouse.a1, warehouse.a2].map((bin_id) => warehouse.readContent(bin_id)),
    );
    assert.equal(contents.flatMap((content) => Object.keys(content)).length, 1);
  });

  test("that measures heavier is repriced as a visible step, and days that were charged stay", async () => {
    const { admin, getOwnOrder, store, pay } = await open({ wallet_minor: 5000 });
    const { storage_order_id, ids } = await store();
    service.advance(3 * DAY_MS);
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).total_minor, 1111);
    const packages = [{ stored_package_id: ids[0] ?? 0, ...box(9000) }];
    await admin(measureStoredPackages, { storage_order_id, packages });
    const same = await admin(repriceStorageOrder, { storage_order_id });
    assert.equal(same.is_changed, false);
    const lines = [{ label: "Handling", amount_minor: 2000 }];
    const dry = await admin(repriceStorageOrder, { storage_order_id, lines }, { dry_run: true });
    assert.equal(dry.difference_minor, 900);
    assert.equal((await getOwnOrder(storage_order_id)).total_minor, 1111);
    await admin(repriceStorageOrder, { storage_order_id, lines, note: "Heavier" });
    const repriced = await getOwnOrder(storage_order_id);
    assert.partialDeepStrictEqual(repriced, { total_minor: 2011, storage_minor: 11, remaining_minor: 911 });
    assert.deepEqual(
      repriced.price_steps?.map(({ kind }) => kind),
      ["ordered", "charged", "repriced"],
    );
    await pay(storage_order_id);
    const { order } = await admin(refundStorageOrder, {
      storage_order_id,
      amount_minor: 11,
      reason: "Late",
    });
    assert.partialDeepStrictEqual(order, { total_minor: 2000, paid_minor: 2000, remaining_minor: 0 });
  });
});

describe("days of storage", () => {
  test("are charged at midnight of the business, after the free days, once, by any run", async () => {
    const time_zone = "America/Sao_Paulo";
    const { store, getOwnOrder } = await open({ time_zone });
    const { storage_order_id } = await store(2);
    const midnight = (date: string) => toInstant(date, "00:00", time_zone).getTime();
    const total = async () => (await getOwnOrder(storage_order_id)).storage_minor;
    // The 1st and the 2nd are free; the 3rd ends at the beginning of the 4th.
    service.setNow(new Date(midnight("2030-05-04") - 1));
    await runDue(service.runtime);
    assert.equal(await total(), 0);
    service.setNow(new Date(midnight("2030-05-04")));
    await Promise.all([runDue(service.runtime), runDue(service.runtime), runDue(service.runtime)]);
    await runDue(service.runtime);
    assert.equal(await total(), 22);
    service.setNow(new Date(midnight("2030-05-05") - 1));
    await runDue(service.runtime);
    assert.equal(await total(), 22);
    // Nothing ran for four days: all of them are charged, each once.
    service.setNow(new Date(midnight("2030-05-09") + 3_600_000));
    await runDue(service.runtime);
    const order = await getOwnOrder(storage_order_id);
    assert.equal(order.storage_minor, 6 * 22);
    assert.deepEqual(
      order.day_charges?.map(({ date }) => date),
      ["2030-05-08", "2030-05-07", "2030-05-06", "2030-05-05", "2030-05-04", "2030-05-03"],
    );
    assert.equal(order.charged_until, "2030-05-08");
  });

  test("are charged once although a process dies while it charges them", async () => {
    const { business, store, getOwnOrder } = await open();
    const { storage_order_id } = await store();
    const { owner } = service.runtime.pools;
    const name = `die_${business.id}`;
    // After the row of the day, and before the commit.
    await owner.query(`create function ${name}() returns trigger language plpgsql as $$
      begin raise exception 'The process dies here.'; end $$`);
    await owner.query(`create trigger ${name} before insert on customer_bill_step for each row
      when (new.business_id = ${business.id}) execute function ${name}()`);
    service.setNow("2030-05-04T00:00:00Z");
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      storage_minor: 0,
      charged_until: null,
    });
    await owner.query(`drop trigger ${name} on customer_bill_step`);
    await owner.query(`drop function ${name}`);
    service.advance(60_000);
    await runDue(service.runtime);
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      storage_minor: 11,
      charged_until: "2030-05-03",
    });
  });

  test("add up to what the list has for them together, however small each one is", async () => {
    // An eighth of a cubic metre: 0.375 a day.
    const rules = [
      { name: "Volume", base_minor: 1000, per_day_minor: 3, day_unit: "m3" as const, includes_days: 4 },
    ];
    const { order, pay, getOwnOrder, admin, warehouse } = await open({ rules });
    const side = { length_mm: 500, width_mm: 500, height_mm: 500 };
    const storage_order_id = await order({ packages: [side] });
    await pay(storage_order_id);
    const [one] = (await getOwnOrder(storage_order_id)).packages;
    const packages = [{ stored_package_id: one?.id ?? 0, ...side }];
    await admin(receiveStoredPackages, { storage_order_id, bin_id: warehouse.r1, packages });
    for (let day = 2; day <= 21; day += 1) {
      service.setNow(`2030-05-${String(day).padStart(2, "0")}T00:00:00Z`);
      await runDue(service.runtime);
    }
    // Twenty days, four of them included: 6.0, and 10 % of 1006 less 10 % of 1000.
    assert.equal((await getOwnOrder(storage_order_id)).storage_minor, 7);
  });

  test("that no job has charged yet are paid with the balance, and charged when a package leaves", async () => {
    const { store, getOwnOrder, pay, admin } = await open();
    const { storage_order_id, ids } = await store(2);
    service.setNow("2030-05-05T09:00:00Z");
    await pay(storage_order_id);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      paid_minor: 1100 + 44,
      remaining_minor: 0,
    });
    service.setNow("2030-05-06T09:00:00Z");
    const first_package = { storage_order_id, stored_package_ids: ids.slice(0, 1) };
    const { order } = await admin(releaseFromStorage, first_package);
    assert.partialDeepStrictEqual(order, { storage_minor: 66, charged_until: "2030-05-05" });
  });

  test("are paid with the balance, and are overdue after the grace days", async () => {
    const { business, store, getOwnOrder, pay, admin } = await open();
    const { storage_order_id } = await store();
    assert.equal((await getOwnOrder(storage_order_id)).billing, "current");
    service.setNow("2030-05-04T00:00:00Z");
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      remaining_minor: 11,
      billing: "grace",
      due_date: "2030-05-07",
    });
    service.setNow("2030-05-07T23:59:59.999Z");
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).billing, "grace");
    const overdue = async () =>
      (await business.readEvents("storage_order", storage_order_id)).filter(
        ({ kind }) => kind === "storage_order.overdue",
      ).length;
    assert.equal(await overdue(), 0);
    service.setNow("2030-05-08T00:00:00Z");
    await Promise.all([runDue(service.runtime), runDue(service.runtime)]);
    assert.equal((await getOwnOrder(storage_order_id)).billing, "overdue");
    assert.equal(await overdue(), 1);
    const listed = await admin(listCustomerStorageOrders, { billing: "overdue" });
    assert.deepEqual(
      listed.orders.map(({ id }) => id),
      [storage_order_id],
    );
    // Five days have ended since the free ones.
    await pay(storage_order_id);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      paid_minor: 1100 + 55,
      remaining_minor: 0,
      billing: "current",
      due_date: null,
    });
    assert.deepEqual((await admin(listCustomerStorageOrders, { billing: "overdue" })).orders, []);
    service.setNow("2030-05-09T00:00:00Z");
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).billing, "grace");
    assert.equal(await overdue(), 1);
  });

  test("end when a package leaves, is lost or handed over, and go on when it is found", async () => {
    const { admin, getOwnOrder, store, warehouse } = await open();
    const { storage_order_id, ids } = await store(3);
    const [lost = 0, handed = 0] = ids;
    service.setNow("2030-05-04T12:00:00Z");
    const { order } = await admin(getCustomerStorageOrder, { storage_order_id });
    const package_id = order.packages.find(({ id }) => id === lost)?.stock_package_id ?? 0;
    const adjust = (change: number, reason: "lost" | "found") =>
      admin(adjustStock, { bin_id: warehouse.r1, package_id, change, reason });
    await adjust(-1, "lost");
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      status: "PARTLY_OUT",
      // The 3rd ended with all three of them.
      storage_minor: 33,
    });
    await admin(releaseFromStorage, { storage_order_id, stored_package_ids: [handed] });
    const again = await catchRefusal(
      admin(releaseFromStorage, { storage_order_id, stored_package_ids: [handed] }),
    );
    assert.deepEqual([again.status, again.errors?.[0]?.message], [422, "is not in store"]);
    service.setNow("2030-05-05T12:00:00Z");
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).storage_minor, 33 + 11);
    await adjust(1, "found");
    await runDue(service.runtime);
    assert.equal(
      (await getOwnOrder(storage_order_id)).packages.find(({ id }) => id === lost)?.status,
      "RECEIVED",
    );
    service.setNow("2030-05-06T12:00:00Z");
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).storage_minor, 33 + 11 + 22);
  });

  test("that are overdue keep the packages at the counter, unless staff allow it", async () => {
    const { admin, getOwnOrder, store } = await open();
    const { storage_order_id, ids } = await store();
    for (const now of ["2030-05-04T00:00:00Z", "2030-05-20T12:00:00Z"]) {
      service.setNow(now);
      await runDue(service.runtime);
    }
    const overdue = await catchRefusal(
      admin(releaseFromStorage, { storage_order_id, stored_package_ids: ids }),
    );
    assert.deepEqual([overdue.status, overdue.error_code], [409, "STORAGE_OVERDUE"]);
    assert.equal((await getOwnOrder(storage_order_id)).status, "STORED");
    await admin(releaseFromStorage, { storage_order_id, stored_package_ids: ids, allow_unpaid: true });
    assert.partialDeepStrictEqual(await getOwnOrder(storage_order_id), {
      status: "CLOSED",
      storage_minor: 17 * 11,
      can_be_paid: true,
    });
    service.advance(30 * DAY_MS);
    await runDue(service.runtime);
    assert.equal((await getOwnOrder(storage_order_id)).storage_minor, 17 * 11);
  });

  test("of a customer who does not see prices are charged outside", async () => {
    const { admin, store, hide, wallet, person } = await open();
    const { storage_order_id } = await store();
    await hide();
    service.setNow("2030-05-06T00:00:00Z");
    await runDue(service.runtime);
    const { order } = await admin(getCustomerStorageOrder, { storage_order_id });
    assert.partialDeepStrictEqual(order, { storage_minor: 33, paid_minor: 1133, remaining_minor: 0 });
    assert.equal((await wallet()).balance_minor, 1_000_000 - 1100);
    const nothing = await catchRefusal(admin(settleStorageOrder, { storage_order_id }));
    assert.equal(nothing.error_code, "NOTHING_TO_PAY");
    const raw = (
      await person.http("GET", `/api/v1/customer/storage-orders/${storage_order_id}`)
    ).raw.toString();
    assert.ok(!raw.includes("1133") && !raw.includes("_minor"), raw);
  });
});

test("the ledger adds up whatever payments, charges, refunds and cancellations come together", async () => {
  const step = fc.constantFrom("pay", "part", "day", "refund", "store", "cancel", "reprice");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      async (rounds) => {
        const { order, person, admin, receive, customer_id, wallet, business } = await open({
          wallet_minor: 3000,
        });
        const storage_order_id = await order();
        const acts: Record<string, () => Promise<unknown>> = {
          pay: () => person.call(payStorageOrder, { storage_order_id }),
          part: () => person.call(payStorageOrder, { storage_order_id, amount_minor: 7 }),
          async day() {
            service.advance(2 * DAY_MS);
            await runDue(service.runtime);
          },
          refund: () => admin(refundStorageOrder, { storage_order_id, amount_minor: 5, reason: "X" }),
          store: () => receive(storage_order_id),
          cancel: () => person.call(cancelStorageOrder, { storage_order_id }),
          reprice: () =>
            admin(repriceStorageOrder, { storage_order_id, lines: [{ label: "Y", amount_minor: 900 }] }),
        };
        for (const round of rounds) await Promise.allSettled(round.map((name) => acts[name]?.()));
        const { order: order_view } = await admin(getCustomerStorageOrder, { storage_order_id });
        const { balance_minor, held_minor } = await wallet();
        const entries = await service.system.row<{ all: number; wallet: number }>(
          `select coalesce(sum(e.amount_minor), 0)::int as all,
           coalesce(sum(e.amount_minor) filter (where a.kind = 'wallet' and a.customer_id = $2), 0)::int as wallet
           from ledger_entry e join ledger_account a on a.id = e.account_id where e.business_id = $1`,
          [business.id, customer_id],
        );
        assert.deepEqual(entries, { all: 0, wallet: balance_minor + held_minor });
        assert.equal(balance_minor, 3000 - (order_view.paid_minor ?? 0));
        const lines = order_view.price_details?.reduce((sum, line) => sum + line.amount_minor, 0);
        assert.equal(lines, order_view.total_minor);
        const days = order_view.day_charges?.reduce((sum, day) => sum + (day.amount_minor ?? 0), 0);
        assert.equal(days, order_view.storage_minor);
      },
    ),
    { numRuns: Number(process.env["FOLD_RUNS"] ?? 12) },
  );
});
