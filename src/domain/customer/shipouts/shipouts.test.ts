import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { listStoredPackages } from "#domain/customer/storage-orders/operations/list-stored-packages.ts";
import { measureStoredPackages } from "#domain/customer/storage-orders/operations/measure-stored-packages.ts";
import { receiveStoredPackages } from "#domain/customer/storage-orders/operations/receive-stored-packages.ts";
import { releaseFromStorage } from "#domain/customer/storage-orders/operations/release-from-storage.ts";
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { createEventTools, createProvider } from "#tests/support/provider.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { box, openStorage, PARIS } from "#tests/support/storage.ts";
import { cancelShipout } from "./operations/cancel-shipout.ts";
import { completeShipout } from "./operations/complete-shipout.ts";
import { createShipout } from "./operations/create-shipout.ts";
import { estimateShipout } from "./operations/estimate-shipout.ts";
import { getCustomerShipout } from "./operations/get-customer-shipout.ts";
import { listCustomerShipouts } from "./operations/list-customer-shipouts.ts";
import { listShipouts } from "./operations/list-shipouts.ts";
import { packShipout } from "./operations/pack-shipout.ts";
import { payShipout } from "./operations/pay-shipout.ts";
import { processShipout } from "./operations/process-shipout.ts";
import { quoteShipout } from "./operations/quote-shipout.ts";
import { refundShipout } from "./operations/refund-shipout.ts";
import { repriceShipout } from "./operations/reprice-shipout.ts";
import { settleShipout } from "./operations/settle-shipout.ts";
import { shipShipout } from "./operations/ship-shipout.ts";

const service = await testService();

describe("the path of a package", () => {
  test("leads over REST and MCP from an order into storage, and with a ship-out away", async () => {
    const { person, warehouse, receive, dispatch } = await openStorage(service);
    const tool = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const answer = await person.http("POST", "/mcp", {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params,
      });
      assert.notEqual(answer.body.result?.isError, true, JSON.stringify(answer.body));
      return answer.body.result.structuredContent;
    };
    const { config } = await tool("get_storage_order_config", {});
    assert.deepEqual([config.service_code, config.free_days], ["store", 2]);
    const packages = [{ ...box(1500), contents: "Books" }];
    const quoted = await tool("quote_storage_order", { packages });
    assert.deepEqual([quoted.total_minor, quoted.day_minor], [1100, 11]);
    const { storage_order_id } = await tool("create_storage_order", { packages, rate_id: quoted.rate_id });
    const paid = await person.http("POST", `/api/v1/customer/storage-orders/${storage_order_id}/pay`, {});
    assert.partialDeepStrictEqual(paid.body, {
      order: { status: "CONFIRMED", can_edit: true, can_cancel: true },
    });
    const [stored_package_id = 0] = await receive(storage_order_id);
    const storage_order = await tool("get_storage_order", { storage_order_id });
    assert.partialDeepStrictEqual(storage_order.order, {
      status: "STORED",
      can_edit: false,
      can_cancel: false,
      packages: [{ is_received: true, status: "RECEIVED", warehouse: { code: "NORTH" } }],
    });
    const { packages: available } = await tool("list_stored_packages", {});
    assert.deepEqual(
      available.map((one: { stored_package_id: number }) => one.stored_package_id),
      [stored_package_id],
    );
    const { code } = available[0];
    assert.deepEqual(await warehouse.readContent(warehouse.r1), { [code]: 1 });

    const shipout_input = { service_code: "out", stored_package_ids: [stored_package_id], dropoff: PARIS };
    const { services } = await tool("list_shipout_services", {});
    assert.equal(services[0].pricing_method, 1);
    const { rate_id, total_minor } = await tool("estimate_shipout", shipout_input);
    assert.equal(total_minor, 770);
    const creation = await person.http("POST", "/api/v1/customer/shipout-orders/services/out/orders", {
      ...shipout_input,
      rate_id,
    });
    const { shipout_id } = creation.body;
    assert.partialDeepStrictEqual(creation.body.shipout, {
      status: "AWAITING_PAYMENT",
      remaining_minor: 770,
      can_be_paid: true,
      can_be_cancelled: true,
    });
    assert.deepEqual((await tool("list_stored_packages", {})).packages, []);
    const refused = await catchRefusal(dispatch(shipout_id));
    assert.equal(refused.error_code, "NOT_POSSIBLE");
    const settled = await tool("pay_shipout", { shipout_id, confirm: true });
    assert.partialDeepStrictEqual(settled.shipout, {
      status: "PAID",
      remaining_minor: 0,
      can_be_paid: false,
    });
    await dispatch(shipout_id, { carrier: "ups", carrier_number: "1Z999AA10123456784" });
    assert.deepEqual(await warehouse.readContent(warehouse.r1), {});
    const { shipout } = await tool("get_shipout", { shipout_id });
    assert.partialDeepStrictEqual(shipout, { status: "SHIPPED", packages: [{ status: "STOCKED_OUT" }] });
    const tracked = await service.http("GET", `/api/v1/tracking/${shipout.tracking_number}`);
    assert.equal(tracked.body.status_code, "otep:storage:shipped_out");
    assert.partialDeepStrictEqual((await tool("get_storage_order", { storage_order_id })).order, {
      status: "CLOSED",
    });
  });
});

describe("a package", () => {
  test("is held by one of several ship-outs that are ordered at once, and is free again when that one is cancelled", async () => {
    const { store, person, ownOut, payOut, wallet, business } = await openStorage(service);
    const { ids } = await store(2);
    const [first = 0, second = 0] = ids;
    const buildInput = (stored_package_ids: number[]) => ({
      service_code: "out",
      stored_package_ids,
      dropoff: PARIS,
    });
    const sets = [[first], [first, second], [second, first], [first]];
    const rates: string[] = [];
    for (const set of sets) rates.push((await person.call(estimateShipout, buildInput(set))).rate_id ?? "");
    const calls = await Promise.allSettled(
      sets.map((set, index) =>
        person.call(createShipout, { ...buildInput(set), rate_id: rates[index] ?? "" }),
      ),
    );
    const shipout_ids = calls.flatMap((call) => (call.status === "fulfilled" ? [call.value.shipout_id] : []));
    assert.equal(shipout_ids.length, 1);
    const held = await service.system.rows(
      "select 1 from shipout_package where business_id = $1 and stored_package_id = $2 and is_active",
      [business.id, first],
    );
    assert.equal(held.length, 1);
    const refused = await catchRefusal(person.call(estimateShipout, buildInput([first])));
    assert.deepEqual([refused.status, refused.error_code], [409, "PACKAGE_UNAVAILABLE"]);
    assert.deepEqual(refused.errors, [{ field: "stored_package_ids/0", message: "is held by a ship-out" }]);
    const [shipout_id = 0] = shipout_ids;
    await payOut(shipout_id);
    const before = (await wallet()).balance_minor;
    const cancels = await Promise.allSettled([1, 2, 3].map(() => person.call(cancelShipout, { shipout_id })));
    assert.equal(cancels.filter(({ status }) => status === "fulfilled").length, 1);
    assert.partialDeepStrictEqual(await ownOut(shipout_id), { status: "CANCELLED", paid_minor: 0 });
    assert.ok((await wallet()).balance_minor > before);
    assert.equal((await person.call(listStoredPackages, {})).packages.length, 2);
    assert.equal(
      (await catchRefusal(person.call(payShipout, { shipout_id }))).error_code,
      "SHIPOUT_CANCELLED",
    );
  });

  test("that is not the caller's, not in store or in another warehouse is refused by field", async () => {
    const { store, person, business, admin, shipOut, order, pay, getOwnOrder } = await openStorage(service);
    const { ids, storage_order_id } = await store(2);
    const { person: other_customer } = await business.customer({ name: "Other" });
    const [one = 0, two = 0] = ids;
    const estimate = (stored_package_ids: number[], who = person) =>
      catchRefusal(who.call(estimateShipout, { service_code: "out", stored_package_ids, dropoff: PARIS }));
    const foreign = await estimate([one], other_customer);
    assert.deepEqual(
      [foreign.status, foreign.errors],
      [422, [{ field: "stored_package_ids/0", message: "is no stored package of yours" }]],
    );
    const south = await openWarehouse(business, "SOUTH");
    const other = await order();
    await pay(other);
    const [far] = (await getOwnOrder(other)).packages;
    await admin(receiveStoredPackages, {
      storage_order_id: other,
      bin_id: south.r1,
      packages: [{ stored_package_id: far?.id ?? 0 }],
    });
    const apart = await estimate([one, far?.id ?? 0]);
    assert.deepEqual(apart.errors?.[0]?.field, "stored_package_ids/1");
    await admin(releaseFromStorage, { storage_order_id, stored_package_ids: [two] });
    assert.equal((await estimate([two])).status, 409);
    const shipout_id = await shipOut([one]);
    const held = await catchRefusal(
      admin(releaseFromStorage, { storage_order_id, stored_package_ids: [one] }),
    );
    assert.equal(held.errors?.[0]?.message, "is held by a ship-out");
    assert.equal((await catchRefusal(other_customer.call(payShipout, { shipout_id }))).status, 404);
    assert.equal((await other_customer.call(listShipouts, {})).shipouts.length, 0);
  });

  test("that was lost keeps its ship-out until it is found", async () => {
    const { store, shipOut, payOut, admin, warehouse, dispatch, ownOut } = await openStorage(service);
    const { ids } = await store();
    const shipout_id = await shipOut(ids);
    await payOut(shipout_id);
    const package_id =
      (
        await service.system.row<{ id: number }>(
          "select stock_package_id as id from stored_package where id = $1",
          [ids[0]],
        )
      )?.id ?? 0;
    const adjust = (change: number, reason: "lost" | "found") =>
      admin(adjustStock, { bin_id: warehouse.r1, package_id, change, reason });
    await adjust(-1, "lost");
    const missing = await catchRefusal(dispatch(shipout_id));
    assert.deepEqual([missing.status, missing.error_code], [409, "NOT_IN_STOCK"]);
    assert.equal((await ownOut(shipout_id)).packages[0]?.status, "MISSING");
    await adjust(1, "found");
    assert.equal((await ownOut(shipout_id)).packages[0]?.status, "HELD");
    await admin(shipShipout, { shipout_id, carrier: "own" });
    assert.equal((await ownOut(shipout_id)).status, "SHIPPED");
  });
});

describe("a ship-out", () => {
  test("is picked, repriced visibly, packed, paid and dispatched with movements, and delivered by report", async () => {
    const { business, store, shipOut, payOut, admin, ownOut, wallet } = await openStorage(service);
    const { ids, storage_order_id } = await store();
    const shipout_id = await shipOut(ids);
    await payOut(shipout_id);
    await admin(processShipout, { shipout_id });
    assert.equal((await catchRefusal(admin(processShipout, { shipout_id }))).error_code, "NOT_POSSIBLE");
    const late = await catchRefusal(
      (await business.customer({ name: "X" })).person.call(cancelShipout, { shipout_id }),
    );
    assert.equal(late.status, 404);
    const [stored_package_id = 0] = ids;
    const packages = [{ stored_package_id, ...box(2500) }];
    await admin(measureStoredPackages, { storage_order_id, packages });
    const { difference_minor } = await admin(repriceShipout, { shipout_id });
    assert.equal(difference_minor, 110);
    assert.partialDeepStrictEqual(await ownOut(shipout_id), {
      status: "PICKING",
      remaining_minor: 110,
      can_be_paid: true,
      can_be_cancelled: false,
    });
    await admin(packShipout, { shipout_id });
    const unpaid = await catchRefusal(admin(shipShipout, { shipout_id, carrier: "own" }));
    assert.deepEqual([unpaid.status, unpaid.error_code], [409, "UNPAID"]);
    assert.equal((await ownOut(shipout_id)).packages[0]?.status, "HELD");
    await payOut(shipout_id);
    const calls = await Promise.allSettled(
      [1, 2, 3].map(() =>
        admin(shipShipout, { shipout_id, carrier: "ups", carrier_number: "1Z999AA10123456784" }),
      ),
    );
    assert.equal(calls.filter(({ status }) => status === "fulfilled").length, 1);
    const issued = await service.system.rows(
      "select 1 from stock_movement where business_id = $1 and reason = 'issued'",
      [business.id],
    );
    assert.equal(issued.length, 1);
    const { shipout } = await admin(refundShipout, { shipout_id, amount_minor: 80, reason: "Late" });
    assert.partialDeepStrictEqual(shipout, { paid_minor: 800, total_minor: 800, status: "SHIPPED" });
    assert.equal((await wallet()).balance_minor, 1_000_000 - 1100 - 800);
    const { event } = createEventTools(service);
    const partner = await createProvider(business);
    const ingested = await partner.ingest({ events: [event("1Z999AA10123456784", "delivered")] });
    assert.equal(ingested.status, 200, JSON.stringify(ingested.body));
    assert.equal((await ownOut(shipout_id)).status, "DELIVERED");
    const { shipouts } = await admin(listCustomerShipouts, { q: shipout.tracking_number.slice(0, 8) });
    assert.equal(shipouts.length, 1);
  });

  test("that staff price waits for the price, and one of a hidden family is settled by staff", async () => {
    const { store, person, admin, hide, ownOut, wallet, dispatch } = await openStorage(service, {
      shipout: { pricing_method: 2 },
    });
    const { ids } = await store();
    const shipout_input = { service_code: "out", stored_package_ids: ids, dropoff: PARIS };
    assert.equal((await person.call(estimateShipout, shipout_input)).rate_id, null);
    const { shipout_id, shipout } = await person.call(createShipout, shipout_input);
    assert.partialDeepStrictEqual(shipout, {
      status: "AWAITING_PRICE",
      can_be_paid: false,
      is_priced: false,
    });
    await admin(quoteShipout, { shipout_id, lines: [{ label: "Crate", amount_minor: 4321 }] });
    assert.partialDeepStrictEqual(await ownOut(shipout_id), {
      status: "AWAITING_PAYMENT",
      remaining_minor: 4321,
      can_be_paid: true,
    });
    await hide();
    const hidden = await catchRefusal(person.call(payShipout, { shipout_id }));
    assert.deepEqual([hidden.status, hidden.error_code], [403, "PRICE_HIDDEN_SETTLE_OFFLINE"]);
    const own_shipout = await ownOut(shipout_id);
    assert.deepEqual(
      [own_shipout.price_hidden, own_shipout.total_minor, own_shipout.price_details, own_shipout.can_be_paid],
      [true, undefined, undefined, false],
    );
    await admin(settleShipout, { shipout_id });
    assert.equal((await ownOut(shipout_id)).status, "PAID");
    assert.equal((await wallet()).balance_minor, 1_000_000 - 1100);
    await dispatch(shipout_id);
    await admin(completeShipout, { shipout_id });
    assert.partialDeepStrictEqual((await admin(getCustomerShipout, { shipout_id })).shipout, {
      status: "DELIVERED",
      can_refund: true,
    });
  });

  test("is seen by the staff of its warehouse alone", async () => {
    const { store, shipOut, business, warehouse } = await openStorage(service);
    const { ids } = await store();
    const shipout_id = await shipOut(ids);
    const south = await openWarehouse(business, "SOUTH");
    const { actor } = await business.person("client_admin");
    const look = (warehouse_ids: number[]) =>
      service.call({ ...actor, warehouse_ids }, getCustomerShipout, { shipout_id });
    assert.equal((await look([warehouse.warehouse_id])).kind, "done");
    assert.equal((await catchRefusal(look([south.warehouse_id]))).status, 404);
    assert.equal((await look([])).kind, "done");
  });
});

test("a package is held by at most one ship-out, and is available exactly when none holds it, whatever is called at once", async () => {
  const { store, person, business, admin, customer_id } = await openStorage(service);
  const { ids } = await store(3);
  const subset = fc.subarray([0, 1, 2], { minLength: 1 });
  const act = fc.oneof(
    fc.record({ trigger: fc.constant("order" as const), of: subset }),
    fc.record({ trigger: fc.constantFrom("cancel" as const, "pay" as const), of: fc.nat(5) }),
  );
  const shipout_ids: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 5 }), async (acts) => {
      await Promise.allSettled(
        acts.map(async ({ trigger, of }) => {
          if (trigger === "order") {
            const shipout_input = {
              service_code: "out",
              stored_package_ids: (of as number[]).map((index) => ids[index] ?? 0),
              dropoff: PARIS,
            };
            const { rate_id } = await person.call(estimateShipout, shipout_input);
            shipout_ids.push(
              (await person.call(createShipout, { ...shipout_input, rate_id: rate_id ?? "" })).shipout_id,
            );
          } else {
            const shipout_id = shipout_ids.at(-1 - (of as number)) ?? 0;
            await (trigger === "cancel"
              ? person.call(cancelShipout, { shipout_id })
              : person.call(payShipout, { shipout_id }));
          }
        }),
      );
      const rows = await service.system.rows<{
        id: number;
        status: string;
        holders: number;
        stock: number | null;
      }>(
        `select p.id, p.status, k.holder_id as stock,
           (select count(*)::int from shipout_package h join shipout o on o.id = h.shipout_id
             where h.stored_package_id = p.id and h.is_active and o.status <> 'CANCELLED') as holders
           from stored_package p join stock_package k on k.id = p.stock_package_id where p.business_id = $1`,
        [business.id],
      );
      const { packages } = await person.call(listStoredPackages, {});
      for (const { id, status, holders, stock } of rows) {
        assert.ok(holders <= 1);
        assert.equal(status, holders === 1 ? "HELD" : "RECEIVED");
        assert.equal(stock !== null, holders === 1);
        assert.equal(
          packages.some((one) => one.id === id),
          holders === 0,
        );
      }
      const money = await service.system.row<{ paid: number; wallet: number; all: number }>(
        `select (select coalesce(sum(paid_minor), 0)::int from customer_bill where business_id = $1) as paid,
           (select coalesce(sum(e.amount_minor), 0)::int from ledger_entry e join ledger_account a on a.id = e.account_id
             where e.business_id = $1 and a.kind = 'wallet' and a.customer_id = $2) as wallet,
           (select coalesce(sum(amount_minor), 0)::int from ledger_entry where business_id = $1) as all`,
        [business.id, customer_id],
      );
      assert.deepEqual(money, { paid: money?.paid, wallet: 1_000_000 - (money?.paid ?? 0), all: 0 });
    }),
    { numRuns: Number(process.env["FOLD_RUNS"] ?? 15) },
  );
  assert.ok(shipout_ids.length > 0 && admin !== undefined);
});
