/**
 * A merchant's shop over HTTP, with a locker that signs what it reports and a processor in its documented form: the door opens
 * after the event of the processor alone, and money is taken by the event of the door alone.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runDue } from "#operation/due/run-due.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { readItem } from "#tests/support/attention.ts";
import { createCardProcessor, EVENT_SECRET, SECRET_KEY, signEvent } from "#tests/support/card-processor.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { closed, openTestLocker, PLACE, type TestLocker } from "#tests/support/lockers.ts";
import { PNG } from "#tests/support/samples.ts";
import { type HttpAnswer, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
const MINUTE = 60_000;
const ROOT = "/api/v1/locker-shop";

const expectSuccess = (answer: HttpAnswer): HttpAnswer => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer;
};
const readRefusal = ({ status, body }: HttpAnswer) => [status, body.error_code];

const here = () => ({
  position: { lat: PLACE.lat, lng: PLACE.lng, accuracy_m: 5, at: service.now().toISOString() },
});

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A shop with one product in one cell. */
async function openShop({ qty = 1, product = {} }: { qty?: number; product?: Record<string, unknown> } = {}) {
  const business = await service.business();
  const locker = await openTestLocker(business, [["S", "S"]]);
  const processor = await createCardProcessor();
  const { id: customer_id, person: member } = await business.customer({ name: "Shopkeeper" });
  const { admin } = locker;
  const created = expectSuccess(
    await admin("POST", `${ROOT}/merchants`, {
      customer_id,
      name: "Corner",
      fee_bp: 500,
      member_account_ids: [member.account_id],
    }),
  );
  const merchant_id: number = created.body.merchant_id;
  const merchant = expectSuccess(
    await member.http("PATCH", `${ROOT}/merchants/${merchant_id}/payment`, {
      base_url: processor.base_url,
      secret_key: SECRET_KEY,
      event_secret: EVENT_SECRET,
    }),
  ).body.merchant;
  const { product_id } = expectSuccess(
    await member.http("POST", `${ROOT}/products`, {
      merchant_id,
      sku: "COFFEE",
      name: "Coffee",
      price_minor: 1200,
      tax_bp: 2000,
      ...product,
    }),
  ).body;
  const { cell_id } = expectSuccess(
    await member.http("POST", `${ROOT}/cells`, { product_id, locker_id: locker.id, size: "S" }),
  ).body;
  const shop = {
    business,
    locker,
    processor,
    member,
    merchant_id,
    product_id,
    cell_id,
    events_path: new URL(merchant.events_url).pathname,
    cell: async () =>
      (await member.http("GET", `${ROOT}/cells`)).body.cells.find(({ id }: { id: number }) => id === cell_id),
  };
  const stock = (more: object) => member.http("POST", `${ROOT}/cells/${cell_id}/stock`, { qty, ...more });
  assert.deepEqual(readRefusal(await stock({})), [403, "PRESENCE_FAILED"]);
  expectSuccess(await stock(here()));
  await carryOut(locker, "FULL");
  return shop;
}

/** The device carries out the last command to open; the door is closed over these contents, or stays open. */
async function carryOut(locker: TestLocker, contents: string | null): Promise<void> {
  const { commands } = (await locker.device.call("GET", "/api/v1/device-operations/commands")).body;
  const { nonce, compartment } = commands.findLast(({ kind }: { kind: string }) => kind === "open");
  const opening = { action: "door_opened", compartment, details: { cause: "command", nonce } };
  await locker.tell(opening, ...(contents === null ? [] : [closed(compartment, contents)]));
}

/** Those of other shops go to processors that are gone. */
const settlePayments = ({ business }: Shop) => runQueued(service, "settle-shop-payment", business.id);

const hold = (shop: Shop) =>
  service.http("POST", `${ROOT}/public/${shop.locker.id}/cart`, { product_id: shop.product_id });

/** A held unit, and what its buyer may do. */
async function buy(shop: Shop) {
  const { sale_token, sale } = expectSuccess(await hold(shop)).body;
  const link = { authorization: `Bearer ${sale_token}` };
  const call = (path: string, body: object = {}) => service.http("POST", `${ROOT}/sale/${path}`, body, link);
  return {
    id: sale.id as number,
    call,
    read: async () => (await service.http("GET", `${ROOT}/sale`, undefined, link)).body.sale,
    open: () => call("open", here()),
  };
}

/** The processor reports the payment of a sale. */
async function report(
  shop: Shop,
  sale_id: number,
  status = "requires_capture",
  more: Record<string, unknown> = {},
) {
  const intent = shop.processor.intents.get(`shop-${shop.business.id}-${sale_id}`);
  assert.ok(intent !== undefined, "No checkout was opened.");
  intent.status = status;
  const event = signEvent("payment_intent.amount_capturable_updated", { ...intent, ...more }, service.now());
  return service.http("POST", shop.events_path, event.body, event.headers);
}

async function pay(shop: Shop) {
  const buyer = await buy(shop);
  expectSuccess(await buyer.call("checkout"));
  expectSuccess(await report(shop, buyer.id));
  return buyer;
}

describe("a sale", () => {
  test("is held, paid, opened by the processor's event alone, and taken by the door's event alone", async () => {
    const shop = await openShop({ qty: 2 });
    const catalog = await service.http("GET", `${ROOT}/public/${shop.locker.id}/catalog`);
    assert.partialDeepStrictEqual(catalog.body.products[0], {
      sku: "COFFEE",
      price_minor: 1200,
      available: 2,
    });
    const buyer = await buy(shop);
    assert.deepEqual(readRefusal(await buyer.open()), [402, "PAYMENT_MISSING"]);
    const { checkout_url } = expectSuccess(await buyer.call("checkout")).body.sale;
    assert.match(checkout_url, /^https:\/\/pay\.example\//);
    assert.deepEqual(readRefusal(await buyer.open()), [402, "PAYMENT_MISSING"]);
    const forged = signEvent(
      "payment_intent.amount_capturable_updated",
      {},
      service.now(),
      "whsec_wrong_wrong_wrong",
    );
    assert.equal((await service.http("POST", shop.events_path, forged.body, forged.headers)).status, 401);
    expectSuccess(await report(shop, buyer.id));
    assert.partialDeepStrictEqual(await buyer.read(), {
      status: "PAID",
      can_open: true,
      tax_minor: 200,
      fee_minor: null,
    });
    assert.deepEqual(readRefusal(await buyer.call("open")), [403, "PRESENCE_FAILED"]);
    expectSuccess(await buyer.open());
    await settlePayments(shop);
    assert.deepEqual(shop.processor.calls, ["checkout"]);
    await carryOut(shop.locker, null);
    await settlePayments(shop);
    assert.deepEqual(shop.processor.calls, ["checkout", "payment_intents capture"]);
    const { compartment_code } = await shop.cell();
    await shop.locker.tell(closed(compartment_code, "FULL"));
    assert.partialDeepStrictEqual(await buyer.read(), { status: "COLLECTED", payment_status: "CAPTURED" });
    assert.partialDeepStrictEqual(await shop.cell(), { qty: 1, held: 0, not_sold_because: null });
    const kinds = (await shop.business.readEvents("shop_sale", buyer.id)).map(({ kind }) => kind);
    assert.deepEqual(
      kinds.filter((kind) => kind !== "shop.sale_changed"),
      ["shop.paid", "shop.opened"],
    );
    const settled = (await shop.member.http("GET", `${ROOT}/settlements`)).body.settlements;
    assert.partialDeepStrictEqual(settled, [
      { sales: 1, taken_minor: 1200, fee_minor: 60, refunded_minor: 0 },
    ]);
  });

  test("of the last unit goes to one of two buyers", async () => {
    const shop = await openShop();
    const answers = await Promise.all([hold(shop), hold(shop)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.body.error_code, "SOLD_OUT");
  });

  test("keeps the price of its hold", async () => {
    const shop = await openShop();
    const buyer = await buy(shop);
    expectSuccess(
      await shop.member.http("PATCH", `${ROOT}/products/${shop.product_id}`, { price_minor: 9900 }),
    );
    expectSuccess(await buyer.call("checkout"));
    assert.equal(shop.processor.intents.get(`shop-${shop.business.id}-${buyer.id}`)?.amount, 1200);
    expectSuccess(await report(shop, buyer.id));
    assert.partialDeepStrictEqual(await buyer.read(), { status: "PAID", price_minor: 1200 });
  });

  test("of another amount than reserved is not paid, and nothing is taken", async () => {
    const shop = await openShop();
    const buyer = await buy(shop);
    expectSuccess(await buyer.call("checkout"));
    expectSuccess(await report(shop, buyer.id, "requires_capture", { amount: 1 }));
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), { status: "EXPIRED", payment_status: "VOIDED" });
    assert.deepEqual(shop.processor.calls, ["checkout", "payment_intents cancel"]);
  });

  test("whose hold has ended is never taken, also when the payment comes later", async () => {
    const shop = await openShop();
    const buyer = await buy(shop);
    expectSuccess(await buyer.call("checkout"));
    service.advance(16 * MINUTE);
    await runDue(service.runtime);
    assert.equal((await buyer.read()).status, "EXPIRED");
    assert.deepEqual(readRefusal(await buyer.call("checkout")), [410, "HOLD_EXPIRED"]);
    assert.deepEqual(readRefusal(await buyer.open()), [410, "HOLD_EXPIRED"]);
    expectSuccess(await report(shop, buyer.id));
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), { status: "EXPIRED", payment_status: "VOIDED" });
    assert.equal(shop.processor.calls.includes("payment_intents capture"), false);
    await shop.locker.device.send("/heartbeat", { type: "heartbeat" });
    assert.equal((await hold(shop)).status, 201);
  });
});

describe("what goes wrong", () => {
  test("paid, but the door is stuck: the amount is given up by itself", async () => {
    const shop = await openShop();
    const buyer = await pay(shop);
    expectSuccess(await buyer.open());
    const { commands } = (await shop.locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const { nonce } = commands.findLast(({ kind }: { kind: string }) => kind === "open");
    expectSuccess(
      await shop.locker.device.send(`/commands/${nonce}/ack`, {
        type: "ack",
        nonce,
        status: "failed",
        at: service.now().toISOString(),
      }),
    );
    assert.partialDeepStrictEqual(await buyer.read(), {
      status: "REFUND_PENDING",
      refund_cause: "door_not_opened",
    });
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), { status: "REFUNDED", payment_status: "VOIDED" });
    assert.deepEqual(shop.processor.calls, ["checkout", "payment_intents cancel"]);
  });

  test("the door opens after the amount was given up: nothing is taken, and somebody settles the goods that are out", async () => {
    const shop = await openShop({ qty: 2 });
    const buyer = await pay(shop);
    expectSuccess(await buyer.open());
    const { commands } = (await shop.locker.device.call("GET", "/api/v1/device-operations/commands")).body;
    const { nonce, compartment } = commands.findLast(({ kind }: { kind: string }) => kind === "open");
    service.advance(2 * MINUTE);
    await runDue(service.runtime);
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), { status: "REFUNDED", unpaid_since: null });
    // Only now the locker reaches the service.
    await shop.locker.tell({ action: "door_opened", compartment, details: { cause: "command", nonce } });
    await settlePayments(shop);
    assert.deepEqual(shop.processor.calls, ["checkout", "payment_intents cancel"]);
    assert.partialDeepStrictEqual(await buyer.read(), {
      status: "REFUNDED",
      payment_status: "VOIDED",
      unpaid_since: service.now().toISOString(),
      can_settle_unpaid: false,
    });
    assert.equal((await shop.cell()).qty, 1);
    const listAlerts = async () =>
      (await shop.member.http("GET", `${ROOT}/alerts`)).body.alerts
        .filter(({ alert }: { alert: string }) => alert === "goods_unpaid")
        .map(({ sale_id }: { sale_id: number }) => sale_id);
    assert.deepEqual(await listAlerts(), [buyer.id]);
    assert.partialDeepStrictEqual(await readItem(shop.business, "shop_goods_unpaid"), {
      subject_id: buyer.id,
      state: "open",
      facts: { product: "Coffee", compartment_code: compartment, amount_minor: 1200 },
    });
    const settle = (person: typeof shop.member, body: object) =>
      person.http("POST", `${ROOT}/sales/${buyer.id}/unpaid`, body);
    const { person: stranger } = await shop.business.customer({ name: "Stranger" });
    const settlement = { outcome: "paid_elsewhere", note: "Cash, receipt 7" };
    assert.equal((await settle(stranger, settlement)).status, 404);
    assert.equal((await settle(shop.member, { outcome: "written_off" })).status, 422);
    assert.partialDeepStrictEqual(expectSuccess(await settle(shop.member, settlement)).body.sale, {
      unpaid_outcome: "paid_elsewhere",
      unpaid_note: "Cash, receipt 7",
      can_settle_unpaid: false,
    });
    assert.equal((await buyer.read()).unpaid_note, null);
    assert.deepEqual(await listAlerts(), []);
    assert.equal((await readItem(shop.business, "shop_goods_unpaid")).state, "cleared");
    assert.deepEqual(readRefusal(await settle(shop.member, settlement)), [409, "NOT_UNPAID"]);
  });

  test("paid and never opened: given up after half an hour; a processor that refuses is an alert", async () => {
    const shop = await openShop();
    const buyer = await pay(shop);
    service.advance(31 * MINUTE);
    shop.processor.state.refuses = "cancel";
    await runDue(service.runtime);
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), {
      status: "REFUND_PENDING",
      refund_cause: "not_collected",
    });
    const { alerts } = (await shop.member.http("GET", `${ROOT}/alerts`)).body;
    assert.partialDeepStrictEqual(
      alerts.find(({ alert }: { alert: string }) => alert === "payment_failed"),
      { sale_id: buyer.id, detail: "request_refused" },
    );
  });

  test("age-restricted goods are opened after somebody has seen a proof", async () => {
    const shop = await openShop({ product: { age_limit: 18 } });
    const buyer = await pay(shop);
    assert.deepEqual(readRefusal(await buyer.open()), [403, "AGE_NOT_CHECKED"]);
    expectSuccess(await shop.member.http("POST", `${ROOT}/sales/${buyer.id}/age`));
    expectSuccess(await buyer.open());
  });

  test("expired goods and goods that got warm are not sold, and a buyer who has paid gets the money back", async () => {
    const shop = await openShop({ qty: 2, product: { shelf_life_h: 1, temperature_max_c: 8 } });
    const buyer = await pay(shop);
    const { compartment_code } = await shop.cell();
    await shop.locker.tell({
      action: "temperature",
      compartment: compartment_code,
      details: { celsius: 11 },
    });
    await shop.locker.tell({ action: "temperature", compartment: compartment_code, details: { celsius: 5 } });
    assert.deepEqual(readRefusal(await hold(shop)), [409, "TOO_WARM"]);
    assert.deepEqual(readRefusal(await buyer.open()), [409, "NOT_SELLABLE"]);
    assert.partialDeepStrictEqual(await buyer.read(), {
      status: "REFUND_PENDING",
      refund_cause: "not_sellable",
    });
    service.advance(61 * MINUTE);
    assert.deepEqual(readRefusal(await hold(shop)), [409, "GOODS_EXPIRED"]);
  });

  test("goods are not sold after the date on them, which a stocking round gives", async () => {
    const shop = await openShop({ product: { shelf_life_h: 48 } });
    const stock = (expires_at: string) =>
      shop.locker.admin("POST", `${ROOT}/cells/${shop.cell_id}/stock`, { qty: 1, expires_at });
    assert.deepEqual(readRefusal(await stock(service.now().toISOString())), [422, "EXPIRED_ALREADY"]);
    const expires_at = new Date(service.now().getTime() + 30 * MINUTE).toISOString();
    expectSuccess(await stock(expires_at));
    assert.notEqual((await shop.cell()).expires_at, expires_at);
    await carryOut(shop.locker, "FULL");
    assert.partialDeepStrictEqual(await shop.cell(), { qty: 2, expires_at });
    service.advance(31 * MINUTE);
    assert.deepEqual(readRefusal(await hold(shop)), [409, "GOODS_EXPIRED"]);
  });

  test("a wrong item is reported, and paid back by the merchant after it was taken", async () => {
    const shop = await openShop();
    const buyer = await pay(shop);
    expectSuccess(await buyer.open());
    await carryOut(shop.locker, "EMPTY");
    await settlePayments(shop);
    expectSuccess(await buyer.call("problem", { problem: "wrong_item", text: "Tea" }));
    assert.partialDeepStrictEqual(await shop.cell(), {
      qty: 0,
      compartment_code: null,
      not_sold_because: "sold_out",
    });
    expectSuccess(await shop.member.http("POST", `${ROOT}/sales/${buyer.id}/refund`));
    await settlePayments(shop);
    assert.partialDeepStrictEqual(await buyer.read(), { status: "REFUNDED", payment_status: "REFUNDED" });
    assert.deepEqual(readRefusal(await shop.member.http("POST", `${ROOT}/sales/${buyer.id}/refund`)), [
      409,
      "NOTHING_TO_REFUND",
    ]);
  });

  test("buyers see the photo of a product, which only its merchant puts there", async () => {
    const shop = await openShop();
    const upload = async (person: typeof shop.member) =>
      expectSuccess(
        await person.http("POST", "/api/v1/files", {
          name: "coffee.png",
          content_type: "image/png",
          content_base64: PNG.toString("base64"),
        }),
      ).body.file_id;
    const { person: stranger } = await shop.business.customer({ name: "Stranger" });
    const change = (photo_file_id: number) =>
      shop.member.http("PATCH", `${ROOT}/products/${shop.product_id}`, { photo_file_id });
    assert.deepEqual(readRefusal(await change(await upload(stranger))), [422, "UNKNOWN_FILE"]);
    const photo_file_id = await upload(shop.member);
    assert.equal(expectSuccess(await change(photo_file_id)).body.product.photo_file_id, photo_file_id);
    const read = (person: typeof shop.member) => person.http("GET", `/api/v1/files/${photo_file_id}`);
    assert.deepEqual([(await read(shop.member)).status, (await read(stranger)).status], [200, 404]);
    const catalog = await service.http("GET", `${ROOT}/public/${shop.locker.id}/catalog`);
    const { pathname, search } = new URL(catalog.body.products[0].photo_url);
    assert.equal((await service.http("GET", pathname + search)).status, 200);
  });

  test("one sale is read with what happened to it, by its merchant alone", async () => {
    const shop = await openShop();
    const buyer = await pay(shop);
    const { person: stranger } = await shop.business.customer({ name: "Stranger" });
    assert.equal((await stranger.http("GET", `${ROOT}/sales/${buyer.id}`)).status, 404);
    const { sale, events } = expectSuccess(await shop.member.http("GET", `${ROOT}/sales/${buyer.id}`)).body;
    assert.partialDeepStrictEqual(sale, { status: "PAID", fee_minor: 60, payment_wanted: null });
    assert.partialDeepStrictEqual(events.at(0), { status: "CART_HELD" });
    assert.partialDeepStrictEqual(events.at(-1), {
      kind: "shop.paid",
      status: "PAID",
      payment_status: "AUTHORISED",
    });
  });

  test("a merchant sees its own alone", async () => {
    const shop = await openShop();
    const { person: stranger } = await shop.business.customer({ name: "Stranger" });
    for (const name of ["merchants", "products", "cells", "sales", "settlements", "alerts"])
      assert.equal((await stranger.http("GET", `${ROOT}/${name}`)).body.total, 0, name);
    for (const [method, path, body] of [
      ["PATCH", `merchants/${shop.merchant_id}/payment`, {}],
      ["PATCH", `products/${shop.product_id}`, { price_minor: 1 }],
      ["POST", `cells/${shop.cell_id}/stock`, { qty: 1 }],
      ["POST", `cells/${shop.cell_id}/withdraw`, {}],
    ] as const)
      assert.equal((await stranger.http(method, `${ROOT}/${path}`, body)).status, 404, path);
  });
});
