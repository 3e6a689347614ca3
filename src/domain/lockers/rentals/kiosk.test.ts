/**
 * Rentals that a kiosk starts, extends and ends, over HTTP with a device that signs: what they cost, what the locker reports in
 * time and late, and what staff do.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { replacePriceList } from "#domain/money/price-lists/operations/replace-price-list.ts";
import type { Rule } from "#domain/money/price-lists/shapes.ts";
import { createSurcharge } from "#domain/money/surcharges/operations/create-surcharge.ts";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { runDue } from "#operation/due/run-due.ts";
import { closed, opened, openTestLocker, type TestLocker } from "#tests/support/lockers.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROOT = "/api/v1/device-operations/rentals";

/** 500, and 100 for each period beyond the first. A period is two hours, without grace. */
const RULE: Rule = {
  name: "Luggage",
  services: ["locker-s", "locker-m"],
  base_minor: 500,
  includes_days: 1,
  per_day_minor: 100,
};

interface Opening {
  rules?: Rule[];
  /** Of the wallet; null for nobody with an account. */
  wallet_minor?: number | null;
  hidden_price_families?: "storage_services"[];
}

async function openStorage({
  rules = [RULE],
  wallet_minor = null,
  hidden_price_families = [],
}: Opening = {}) {
  const business = await service.business({ currency: "BRL" });
  const admin = business.as("client_admin");
  const settings = { storage_rental_period_h: 2, storage_rental_grace_min: 0 };
  const changed = await business.http("client_admin", "PUT", "/api/v1/client/settings", { settings });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { price_list_id } = await admin(createPriceList, {
    name: "Lockers",
    family: "storage_services",
    rules,
    is_default: true,
  });
  const locker = await openTestLocker(business, [["S", "S", "M"]]);
  const customer = wallet_minor === null ? null : await business.customer({ hidden_price_families });
  if (customer !== null && wallet_minor !== null && wallet_minor > 0)
    await admin(topUpWallet, { customer_id: customer.id, amount_minor: wallet_minor, method: "cash" });
  return { business, admin, locker, customer, price_list_id };
}

const start = (locker: TestLocker, more: Record<string, unknown> = {}) =>
  locker.device.call("POST", ROOT, { request_id: randomUUID(), size: "S", hours: 4, ...more });

async function startId(locker: TestLocker, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await start(locker, more);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.rental_id;
}

const cash = (amount_minor: number) => ({ amount_minor, reference: randomUUID() });

async function read({ admin }: TestLocker, rental_id: number) {
  const { status, body } = await admin("GET", `/api/v1/locker-storage/rentals/${rental_id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.rental;
}

const deposit = (locker: TestLocker, code = "A01") =>
  locker.tell(opened(code, "deposit"), closed(code, "FULL"));
const collect = (locker: TestLocker, code = "A01") =>
  locker.tell(opened(code, "collect"), closed(code, "EMPTY"));
const listCodes = ({ charges }: { charges: { code: string }[] }) => charges.map(({ code }) => code);

/** Time goes by; the locker is heard meanwhile, unless it is offline. */
async function pass(locker: TestLocker, milliseconds: number, is_offline = false): Promise<void> {
  // That it is not heard is noticed before what depends on it becomes due: due tasks of one pass run at the same time.
  const unheard_ms = is_offline ? 30 * MINUTE : 0;
  service.advance(unheard_ms);
  if (is_offline) await runDue(service.runtime);
  service.advance(milliseconds - unheard_ms);
  if (!is_offline) await locker.device.send("/heartbeat", { type: "heartbeat" });
  await runDue(service.runtime);
}

describe("a rental at a kiosk", () => {
  test("is paid, booked, occupied and ended as its locker reports it", async () => {
    const { locker, customer, admin } = await openStorage({ wallet_minor: 10_000 });
    const offer = await locker.device.call("GET", "/api/v1/device-operations/rental-offer?hours=4");
    assert.partialDeepStrictEqual(offer.body, {
      period_h: 2,
      sizes: [{ size: "S", free: 2, price_minor: 600 }, { size: "M" }],
    });
    const request_id = randomUUID();
    const body = {
      request_id,
      customer_id: customer!.id,
      price_minor: 600,
      contact: { phone: "+55 61 99999-0000", name: "Ana" },
    };
    const started = await start(locker, body);
    assert.equal(started.status, 201, JSON.stringify(started.body));
    const { rental_id, rental, deposit_code, collect_code } = started.body;
    assert.partialDeepStrictEqual(rental, {
      state: "BOOKED",
      compartment: "A01",
      price_minor: 600,
      unpaid_minor: 0,
    });
    assert.match(`${deposit_code} ${collect_code}`, /^\d{8} \d{8}$/);
    const again = await start(locker, body);
    assert.deepEqual(again.body, started.body);
    assert.equal((await admin(getWallet, { customer_id: customer!.id })).wallet.balance_minor, 9400);
    assert.partialDeepStrictEqual(await read(locker, rental_id), {
      state: "BOOKED",
      customer_id: customer!.id,
      locker_id: locker.id,
    });
    await deposit(locker);
    assert.equal((await read(locker, rental_id)).state, "ACTIVE");
    await pass(locker, HOUR);
    const ended = await locker.device.call("POST", `${ROOT}/${rental_id}/end`, {});
    assert.equal(ended.status, 200, JSON.stringify(ended.body));
    assert.equal(typeof ended.body.command_id, "number");
    assert.equal(ended.body.rental.state, "ACTIVE");
    await collect(locker);
    const after = await read(locker, rental_id);
    assert.partialDeepStrictEqual(after, {
      state: "ENDED",
      charges: [],
      paid_minor: 600,
      actual_to: service.now().toISOString(),
    });
    assert.equal((await locker.compartment("A01")).status, "FREE");
    const mail = await locker.admin("GET", "/api/v1/client/messages");
    assert.ok(!JSON.stringify(mail.body).includes("undefined"));
  });

  test("is not granted without its price, a free compartment, or what the renter pays", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 0 });
    const refused = async (more: Record<string, unknown>) => {
      const { status, body } = await start(locker, more);
      return [status, body.error_code];
    };
    assert.deepEqual(await refused({}), [402, "PAYMENT_REQUIRED"]);
    assert.deepEqual(await refused({ payment: cash(599) }), [402, "PAYMENT_REQUIRED"]);
    assert.deepEqual(await refused({ customer_id: customer!.id }), [402, "WALLET_TOO_LOW"]);
    assert.deepEqual(await refused({ customer_id: customer!.id + 100_000 }), [404, "NOT_FOUND"]);
    assert.deepEqual(await refused({ payment: cash(600), price_minor: 599 }), [409, "PRICE_CHANGED"]);
    assert.deepEqual(await refused({ size: "L", payment: cash(600) }), [409, "NO_PRICE"]);
    assert.deepEqual(await refused({ hours: 73, payment: cash(600) }), [422, "HOURS_MAX"]);
    assert.deepEqual(await refused({ contact: { phone: "12" }, payment: cash(600) }), [422, "INVALID_PHONE"]);
    await startId(locker, { size: "M", payment: cash(600) });
    assert.deepEqual(await refused({ size: "M", payment: cash(600) }), [409, "NO_FREE_COMPARTMENT"]);
    const { total } = (await locker.admin("GET", "/api/v1/locker-storage/rentals")).body;
    assert.equal(total, 1);
  });

  test("is found by the kiosk of its own locker alone", async () => {
    const { locker, business } = await openStorage();
    const other = await openTestLocker(business, [["S"]], "South hall");
    const rental_id = await startId(locker, { payment: cash(600) });
    for (const action of ["end", "extend"]) {
      const body = action === "extend" ? { request_id: "1", hours: 2 } : {};
      assert.equal((await other.device.call("POST", `${ROOT}/${rental_id}/${action}`, body)).status, 404);
    }
  });

  test("that is cancelled costs nothing; one that nobody came for keeps its price", async () => {
    const { locker, customer, admin } = await openStorage({ wallet_minor: 10_000 });
    const by_customer = { customer_id: customer!.id };
    const [cancelled, aborted, no_show] = [
      await startId(locker, by_customer),
      await startId(locker, by_customer),
      0,
    ];
    const ended = await locker.device.call("POST", `${ROOT}/${cancelled}/end`, {});
    assert.equal(ended.body.rental.state, "CANCELLED");
    await locker.tell(opened("A02", "deposit"), closed("A02", "EMPTY"));
    assert.partialDeepStrictEqual(await read(locker, aborted), {
      state: "CANCELLED",
      paid_minor: 0,
      unpaid_minor: 0,
    });
    assert.equal((await admin(getWallet, { customer_id: customer!.id })).wallet.balance_minor, 10_000);
    assert.equal(no_show, 0);
    const absent = await startId(locker, by_customer);
    await pass(locker, 4 * HOUR);
    assert.partialDeepStrictEqual(await read(locker, absent), {
      state: "NO_SHOW",
      paid_minor: 600,
      charges: [],
    });
    assert.equal((await locker.compartment("A01")).status, "FREE");
  });
});

describe("what a rental costs", () => {
  test("beyond its booked time each period that began, once, with the surcharge for it", async () => {
    const { locker, customer, admin } = await openStorage({ wallet_minor: 10_000 });
    await admin(createSurcharge, {
      code: "late",
      name: "Late",
      kind: "per_day",
      trigger: "storage_overrun",
      families: ["storage_services"],
      amount_minor: 30,
      currency: "BRL",
    });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    await pass(locker, 4 * HOUR);
    assert.partialDeepStrictEqual(await read(locker, rental_id), { state: "OVERDUE", charges: [] });
    await pass(locker, MINUTE);
    await runDue(service.runtime);
    const first = await read(locker, rental_id);
    assert.deepEqual(listCodes(first), ["overdue"]);
    assert.equal(first.charges[0].amount_minor, 130);
    await pass(locker, 2 * HOUR);
    assert.equal((await read(locker, rental_id)).charges.length, 2);
    await collect(locker);
    const after = await read(locker, rental_id);
    assert.partialDeepStrictEqual(after, { state: "ENDED", paid_minor: 860, unpaid_minor: 0 });
    await pass(locker, 5 * HOUR);
    assert.equal((await read(locker, rental_id)).charges.length, 2);
    assert.equal((await admin(getWallet, { customer_id: customer!.id })).wallet.balance_minor, 9140);
  });

  test("is the price of its start, whatever the list says meanwhile", async () => {
    const { locker, customer, admin, price_list_id } = await openStorage({ wallet_minor: 10_000 });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    await admin(replacePriceList, {
      price_list_id,
      name: "Lockers",
      rules: [{ ...RULE, base_minor: 5000, per_day_minor: 900 }],
    });
    assert.equal((await start(locker, { payment: cash(5900), price_minor: 5900 })).status, 201);
    const extended = await locker.device.call("POST", `${ROOT}/${rental_id}/extend`, {
      request_id: "more",
      hours: 2,
      price_minor: 100,
    });
    assert.equal(extended.status, 200, JSON.stringify(extended.body));
    await pass(locker, 6 * HOUR + MINUTE);
    const { charges, state } = await read(locker, rental_id);
    assert.deepEqual(
      [state, charges.map(({ amount_minor }: { amount_minor: number }) => amount_minor)],
      ["OVERDUE", [100, 100]],
    );
  });

  test("is not charged again for an extension that is sent twice; one after the end goes on where it was charged to", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 10_000 });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    const booked_to = Date.parse((await read(locker, rental_id)).booked_to);
    await pass(locker, 4 * HOUR + MINUTE);
    const extend = () =>
      locker.device.call("POST", `${ROOT}/${rental_id}/extend`, { request_id: "once", hours: 2 });
    const [first, second] = [await extend(), await extend()];
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual(first.body, second.body);
    assert.equal(first.body.rental.state, "ACTIVE");
    assert.equal(Date.parse(first.body.rental.booked_to), booked_to + 4 * HOUR);
    assert.deepEqual(listCodes(await read(locker, rental_id)), ["overdue", "extension"]);
    await pass(locker, 4 * HOUR);
    assert.partialDeepStrictEqual(await read(locker, rental_id), { state: "OVERDUE" });
    assert.deepEqual(listCodes(await read(locker, rental_id)), ["overdue", "extension", "overdue"]);
  });

  test("stays unpaid where the wallet has too little, does not keep the bag, and is settled by staff once", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 650 });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    await pass(locker, 4 * HOUR + MINUTE);
    assert.partialDeepStrictEqual(await read(locker, rental_id), { paid_minor: 600, unpaid_minor: 100 });
    const ended = await locker.device.call("POST", `${ROOT}/${rental_id}/end`, {});
    assert.equal(typeof ended.body.command_id, "number");
    await collect(locker);
    const settle = (amount_minor: number, reference = "R-1") =>
      locker.admin("POST", `/api/v1/lockers/rentals/${rental_id}/settle`, { amount_minor, reference });
    assert.equal((await settle(101)).body.error_code, "NOT_OWED");
    assert.equal((await settle(-1)).body.error_code, "NOT_OWED");
    assert.equal((await settle(100)).body.rental.unpaid_minor, 0);
    assert.equal((await settle(100)).body.rental.paid_minor, 700);
  });

  test("is not shown to a customer whose prices are hidden, at the kiosk either", async () => {
    const { locker, customer } = await openStorage({
      wallet_minor: 0,
      hidden_price_families: ["storage_services"],
    });
    const answer = await start(locker, { customer_id: customer!.id, price_minor: 1 });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.body.rental.price_hidden, true);
    assert.ok(!JSON.stringify(answer.body).includes("_minor"));
    const offer = await locker.device.call(
      "GET",
      `/api/v1/device-operations/rental-offer?hours=4&customer_id=${customer!.id}`,
    );
    assert.ok(!JSON.stringify(offer.body).includes("price_minor"));
  });
});

describe("a locker that is offline at the end of the booked time", () => {
  test("tells hours later that the bag was taken out in time: nothing is charged", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 10_000 });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    await pass(locker, 3 * HOUR);
    const collected_at = service.now().toISOString();
    await pass(locker, 6 * HOUR, true);
    assert.partialDeepStrictEqual(await read(locker, rental_id), { state: "OVERDUE", charges: [] });
    await locker.tell(
      { ...opened("A01", "collect"), occurred_at: collected_at },
      { ...closed("A01", "EMPTY"), occurred_at: collected_at },
    );
    assert.partialDeepStrictEqual(await read(locker, rental_id), {
      state: "ENDED",
      actual_to: collected_at,
      charges: [],
      paid_minor: 600,
    });
    await runDue(service.runtime);
    assert.deepEqual((await read(locker, rental_id)).charges, []);
  });

  test("tells that it was taken out late: the periods until then are charged, once", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 10_000 });
    const rental_id = await startId(locker, { customer_id: customer!.id });
    await deposit(locker);
    await pass(locker, 4 * HOUR + MINUTE);
    await pass(locker, 2 * HOUR);
    // Two periods are charged before it falls silent; the bag was gone within the first.
    assert.deepEqual(listCodes(await read(locker, rental_id)), ["overdue", "overdue"]);
    const collected_at = new Date(service.now().getTime() - 2 * HOUR).toISOString();
    await pass(locker, 9 * HOUR, true);
    assert.equal((await read(locker, rental_id)).charges.length, 2);
    await locker.tell(
      { ...opened("A01", "collect"), occurred_at: collected_at },
      { ...closed("A01", "EMPTY"), occurred_at: collected_at },
    );
    const after = await read(locker, rental_id);
    assert.deepEqual(
      [after.state, listCodes(after), after.paid_minor],
      ["ENDED", ["overdue", "overdue", "overdue_returned"], 700],
    );
  });

  test("and at the end of a rental that it had opened for: the bag is in it, and nobody said so before", async () => {
    const { locker } = await openStorage();
    const rental_id = await startId(locker, { payment: cash(600) });
    const put_in_at = new Date(service.now().getTime() + MINUTE).toISOString();
    await pass(locker, 5 * HOUR, true);
    assert.equal((await read(locker, rental_id)).state, "BOOKED");
    await locker.tell(
      { ...opened("A01", "deposit"), occurred_at: put_in_at },
      { ...closed("A01", "FULL"), occurred_at: put_in_at },
    );
    await runDue(service.runtime);
    assert.partialDeepStrictEqual(await read(locker, rental_id), {
      state: "OVERDUE",
      actual_from: put_in_at,
    });
  });
});

describe("staff", () => {
  test("take a bag out and say where it is; a bag that they leave in it stays rented", async () => {
    const { locker } = await openStorage();
    const rental_id = await startId(locker, { payment: cash(600), contact: { email: "ana@example.org" } });
    const remove = () =>
      locker.admin("POST", `/api/v1/lockers/rentals/${rental_id}/remove`, {
        reason: "Smells",
        kept_at: "Office 2",
      });
    assert.equal((await remove()).body.error_code, "NOTHING_STORED");
    await deposit(locker);
    const removing = await remove();
    assert.equal(typeof removing.body.command_id, "number", JSON.stringify(removing.body));
    assert.equal((await remove()).body.error_code, "OPEN_PENDING");
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "FULL"),
    );
    assert.partialDeepStrictEqual(await read(locker, rental_id), { state: "ACTIVE", kept_at: null });
    await pass(locker, MINUTE);
    assert.equal((await remove()).status, 200);
    await locker.tell(
      { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
      closed("A01", "EMPTY"),
    );
    assert.partialDeepStrictEqual(await read(locker, rental_id), {
      state: "REMOVED_BY_STAFF",
      kept_at: "Office 2",
      can_remove: false,
    });
    await pass(locker, 9 * HOUR);
    assert.deepEqual((await read(locker, rental_id)).charges, []);
    assert.equal((await remove()).body.error_code, "NOTHING_STORED");
  });

  test("issue the code of a renter who lost it, and another one", async () => {
    const { locker, customer } = await openStorage({ wallet_minor: 10_000 });
    const started = await start(locker, { customer_id: customer!.id });
    const { rental_id, collect_code } = started.body;
    const path = `/api/v1/lockers/rentals/${rental_id}/code`;
    assert.equal((await locker.admin("POST", path, {})).body.code, collect_code);
    assert.notEqual((await locker.admin("POST", path, { reissue: true })).body.code, collect_code);
    await deposit(locker);
    await collect(locker);
    assert.equal((await locker.admin("POST", path, {})).body.error_code, "RENTAL_ENDED");
  });
});

describe("the renter", () => {
  const readNotices = async ({ admin }: TestLocker, rental_id: number) =>
    (await admin("GET", `/api/v1/locker-storage/rentals/${rental_id}`)).body.notices.toReversed();
  const format = (at: number) =>
    new Intl.DateTimeFormat("de", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Asia/Tokyo",
    }).format(at);

  test("is told of start, end, each charge and where staff keep the bag, in its language and the time of the place", async () => {
    const { business, locker, customer } = await openStorage({ wallet_minor: 10_000 });
    await service.system.execute(
      `update locker_device set place = place || '{"country": "JP"}' where id = $1`,
      [locker.id],
    );
    const started_ms = service.now().getTime();
    const email = `${randomUUID()}@example.org`;
    const id = await startId(locker, { customer_id: customer!.id, contact: { email, language: "de" } });
    await deposit(locker);
    try {
      await pass(locker, 2.9 * HOUR);
      assert.equal((await readNotices(locker, id)).length, 1);
      await pass(locker, 0.2 * HOUR);
      await pass(locker, HOUR);
      await pass(locker, MINUTE);
      await locker.admin("POST", `/api/v1/lockers/rentals/${id}/remove`, {
        reason: "Closing",
        kept_at: "Counter 3",
      });
      await locker.tell(
        { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
        closed("A01", "EMPTY"),
      );
      assert.deepEqual(
        (await readNotices(locker, id)).map(({ kind, state }: Record<string, string>) => [kind, state]),
        ["booked", "ending", "overdue", "charged", "removed"].map((kind) => [`rental_${kind}`, "kept"]),
      );
      const [booked = "", ending = "", , charged = "", removed = ""] = (
        await readOutbox(business, email)
      ).map(({ body }) => body);
      const end = format(started_ms + 4 * HOUR);
      assert.match(booked, /Fach A01 in North hall gehört Ihnen bis .* Code zum Abholen: \d{8}/);
      assert.ok(booked.includes(end) && ending.includes(end), ending);
      assert.ok(charged.includes(`bis ${format(started_ms + 6 * HOUR)}, wurden 1,00`), charged);
      assert.match(removed, /Es wird hier aufbewahrt: Counter 3/);
    } finally {
      service.advance(started_ms - service.now().getTime());
    }
  });

  test("whose prices are hidden is told of a charge without its amount; one who took the bag out, of no end", async () => {
    const { locker, customer } = await openStorage({
      wallet_minor: 10_000,
      hidden_price_families: ["storage_services"],
    });
    const started_ms = service.now().getTime();
    const email = `${randomUUID()}@example.org`;
    const contact = { email, language: "de" };
    const id = await startId(locker, { customer_id: customer!.id, contact });
    const early = await startId(locker, { customer_id: customer!.id, contact });
    await deposit(locker);
    await deposit(locker, "A02");
    await collect(locker, "A02");
    try {
      await pass(locker, 3.1 * HOUR);
      await pass(locker, HOUR);
      const texts = (await readOutbox(locker.business, email)).map(({ body }) => body);
      const charged = texts.filter((text) =>
        /Die Zeit nach der gebuchten Zeit, bis .*, wurde berechnet/.test(text),
      );
      assert.equal(charged.length, 1, texts.join("\n"));
      assert.doesNotMatch(charged[0] ?? "", /BRL|1,00/);
      assert.equal((await readNotices(locker, id)).length, 4);
      assert.equal((await readNotices(locker, early)).length, 1);
    } finally {
      service.advance(started_ms - service.now().getTime());
    }
  });
});
