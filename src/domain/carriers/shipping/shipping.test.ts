import assert from "node:assert/strict";
import { test } from "node:test";
import { listDocuments } from "#domain/files/documents/operations/list-documents.ts";
import { verifyDocument } from "#domain/files/documents/operations/verify-document.ts";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { inTransaction } from "#platform/db/db.ts";
import { readBarcodesOfPdf } from "#tests/support/barcodes.ts";
import { createProvider } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { acceptAdjustment } from "./operations/accept-adjustment.ts";
import { cancelShippingLabel } from "./operations/cancel-shipping-label.ts";
import { createReturnLabel } from "./operations/create-return-label.ts";
import { disputeAdjustment } from "./operations/dispute-adjustment.ts";
import { endOfDay } from "./operations/end-of-day.ts";
import { getManifestDocument } from "./operations/get-manifest-document.ts";
import { getShippingDetail } from "./operations/get-shipping-detail.ts";
import { getShippingLabel } from "./operations/get-shipping-label.ts";
import { listLabelOrders } from "./operations/list-label-orders.ts";
import { rateLabels } from "./operations/rate-labels.ts";
import { recordAdjustment } from "./operations/record-adjustment.ts";
import { submitLabelOrder } from "./operations/submit-label-order.ts";

const service = await testService();

const FROM = {
  name: "Hub",
  line1: "SIA 3",
  city: "Brasília",
  region: "DF",
  postal_code: "71200-030",
  country: "BR",
};
const TO = {
  name: "Clara Dias",
  line1: "Rua A 1",
  city: "Goiânia",
  region: "GO",
  postal_code: "74000-000",
  country: "BR",
};
const shipment = { ship_from: FROM, ship_to: TO, packages: [{ weight_g: 800 }] };

async function tool(business: TestBusiness, name: string, args: object) {
  const { http } = await business.person("client_admin");
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { body } = await http("POST", "/mcp", message);
  return body.result;
}

test("over REST a shipment is rated, bought, printed with bars that scan, and cancelled", async () => {
  const business = await service.business();
  const post = (path: string, body: object) => business.http("client_admin", "POST", path, body);
  const rated = await post("/api/v1/labelservice/rate", shipment);
  assert.equal(rated.status, 200, JSON.stringify(rated.body));
  const [cheapest] = rated.body.rates;
  assert.equal(cheapest.carrier_account, "house");
  const bought = await post("/api/v1/labelservice/submitOrder", { rate_id: cheapest.rate_id, ref: "A-1" });
  assert.equal(bought.status, 201, JSON.stringify(bought.body));
  const { label_order, tracking_numbers } = bought.body;
  assert.partialDeepStrictEqual(label_order, {
    state: "LABEL_READY",
    ref: "A-1",
    shipping_price: cheapest.shipping_price,
  });
  const { id: label_order_id } = label_order;
  const { downloads } = (await post("/api/v1/labelservice/getLabel", { label_order_id })).body;
  assert.equal(downloads.length, tracking_numbers.length);
  const printed = await post(downloads[0].path, downloads[0].body);
  const [label] = printed.body.labels;
  const [codes = []] = await readBarcodesOfPdf(Buffer.from(label.content_base64, "base64"));
  assert.ok(
    codes.some(({ text }) => text.includes(tracking_numbers[0])),
    JSON.stringify(codes),
  );
  const cancelled = await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id });
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
  assert.equal(cancelled.body.label_order.state, "VOIDED");
  const again = await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id });
  assert.deepEqual([again.status, again.body.error_code], [409, "NOTHING_TO_CANCEL"]);
  const used = await post("/api/v1/labelservice/submitOrder", { rate_id: cheapest.rate_id });
  assert.deepEqual([used.status, used.body.error_code], [409, "RATE_USED"]);
});

test("a label of the house carrier is tracked by the number of any package, to the delivery that a provider reports", async () => {
  const business = await service.business();
  const post = (path: string, body: object) => business.http("client_admin", "POST", path, body);
  const rated = await post("/api/v1/labelservice/rate", {
    ...shipment,
    packages: [{ weight_g: 800 }, { weight_g: 900 }],
  });
  const buy = (index: number) =>
    post("/api/v1/labelservice/submitOrder", { rate_id: rated.body.rates[index].rate_id });
  const [{ body: bought }, { body: other }] = [await buy(0), await buy(1)];
  const [first, second] = bought.tracking_numbers;
  assert.equal(bought.label_order.public_number, first);
  await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id: other.label_order.id });
  await post("/api/v1/labelservice/endofday", {});
  const codes = async (number: string) => {
    const { body } = await service.http("GET", `/api/v1/tracking/${number}`);
    return [body.status, ...body.events.map((event: { status_code: string }) => event.status_code)];
  };
  const created = "otep:carrier:label_created";
  assert.deepEqual(await codes(second), ["MANIFESTED", created, "otep:carrier:manifested"]);
  assert.deepEqual(await codes(other.tracking_numbers[0]), ["VOIDED", created, "otep:core:cancelled"]);
  const provider = await createProvider(business);
  const report = (status_code: string) =>
    provider.ingest({
      events: [{ subject: second, status_code, occurred_at: business.service.now().toISOString() }],
    });
  assert.equal((await report("otep:core:delivered")).status, 200);
  assert.deepEqual((await codes(first)).slice(-1), ["otep:core:delivered"]);
  const { label_order } = await business.as("client_admin")(getShippingDetail, {
    label_order_id: bought.label_order.id,
  });
  assert.deepEqual([label_order.state, label_order.can_cancel], ["CLOSED", false]);
  const { http } = await business.person("client_admin");
  const otep = await http("GET", `/api/v1/otep/trackings/${first}`);
  assert.equal(otep.status, 200, JSON.stringify(otep.body));
  assert.match(JSON.stringify(otep.body), /label_created.*manifested.*delivered/);
});

test("an agent does the same over MCP", async () => {
  const business = await service.business();
  const methods = await tool(business, "get_shipping_methods", {});
  assert.deepEqual(
    methods.structuredContent.carriers.map((one: { carrier_account: string }) => one.carrier_account),
    ["house"],
  );
  const rated = await tool(business, "get_shipping_rate", shipment);
  const { rate_id } = rated.structuredContent.rates[0];
  const bought = await tool(business, "create_shipping_label", { rate_id });
  const { label_order_id } = bought.structuredContent.label_order;
  const unconfirmed = await tool(business, "download_shipping_label", { label_order_id });
  assert.equal(unconfirmed.isError, true);
  const printed = await tool(business, "download_shipping_label", {
    label_order_id,
    format: "zpl",
    confirm: true,
  });
  const [zpl] = printed.structuredContent.labels;
  assert.match(Buffer.from(zpl.content_base64, "base64").toString(), /^\^XA/);
  const detail = await tool(business, "get_shipping_detail", { label_order_id, confirm: true });
  assert.deepEqual(
    detail.structuredContent.events.map(({ kind }: { kind: string }) => kind),
    ["label.ordered", "label.purchased"],
  );
  const [tracking_number] = bought.structuredContent.tracking_numbers;
  const cancelled = await tool(business, "cancel_shipping_label", { tracking_number, confirm: true });
  assert.equal(cancelled.structuredContent.label_order.state, "VOIDED");
});

test("a customer pays its own price from its wallet, and gets it back when the label is voided", async () => {
  const business = await service.business();
  const { id: customer_id, person } = await business.customer();
  const { person: other } = await business.customer();
  const post = (path: string, body: object) => person.http("POST", path, body);
  const rated = await post("/api/v1/labelservice/rate", shipment);
  const { rate_id, shipping_price, carrier_charge_minor } = rated.body.rates[0];
  assert.equal(carrier_charge_minor, undefined);
  const poor = await post("/api/v1/labelservice/submitOrder", { rate_id });
  assert.deepEqual([poor.status, poor.body.error_code], [402, "WALLET_TOO_LOW"]);
  const admin = business.as("client_admin");
  await admin(topUpWallet, { customer_id, amount_minor: 100_000, method: "cash" });
  const wallet = async () => (await admin(getWallet, { customer_id })).wallet;
  const foreign = await other.http("POST", "/api/v1/labelservice/submitOrder", { rate_id });
  assert.equal(foreign.body.error_code, "RATE_UNKNOWN");
  const bought = await post("/api/v1/labelservice/submitOrder", { rate_id });
  assert.equal(bought.status, 201, JSON.stringify(bought.body));
  const { id: label_order_id } = bought.body.label_order;
  assert.partialDeepStrictEqual(await wallet(), { balance_minor: 100_000 - shipping_price, held_minor: 0 });
  const hidden = await other.http("POST", "/api/v1/labelservice/getShippingDetail", { label_order_id });
  assert.equal(hidden.status, 404);
  await post("/api/v1/labelservice/cancelShippingLabel", { label_order_id });
  assert.partialDeepStrictEqual(await wallet(), { balance_minor: 100_000, held_minor: 0 });
});

test("a customer that names the label of another neither waits for its lock nor takes it", async () => {
  const business = await service.business();
  const { id: customer_id } = await business.customer();
  const { person: other } = await business.customer();
  const { id: label_order_id } = await buyFor(business, customer_id);
  // A call that waits for the lock ends in 503.
  const hidden = await inTransaction(service.runtime.pools.system, async (db) => {
    await db.row("select id from label_order where id = $1 for update", [label_order_id]);
    return other.http("POST", `/api/v1/labelservice/orders/${label_order_id}/purchase`, {});
  });
  assert.partialDeepStrictEqual(hidden, { status: 404, body: { error_code: "NOT_FOUND" } });
});

/** Bought by the business for a customer with money, or for itself. */
async function buyFor(business: TestBusiness, customer_id?: number, more: object = {}) {
  const admin = business.as("client_admin");
  const whose = customer_id === undefined ? {} : { customer_id };
  if (customer_id !== undefined)
    await admin(topUpWallet, { customer_id, amount_minor: 100_000, method: "cash" });
  const { rates } = await admin(rateLabels, { ...shipment, ...more, ...whose });
  const rate_id = rates[0]?.rate_id ?? "";
  return (await admin(submitLabelOrder, { rate_id, ...whose })).label_order;
}

test("a customer that is not shown prices buys on account, and is refused where it insists on its wallet", async () => {
  const business = await service.business();
  const { id: customer_id, person } = await business.customer({ hidden_price_families: ["label_service"] });
  await business.as("client_admin")(topUpWallet, { customer_id, amount_minor: 100_000, method: "cash" });
  const { rates } = await person.call(rateLabels, shipment);
  const [rate] = rates;
  assert.ok(rate);
  const { body } = await person.http("POST", "/api/v1/labelservice/rate", shipment);
  assert.deepEqual([body.rates[0].shipping_price, body.rates[0].price_hidden], [undefined, true]);
  const { rate_id } = rate;
  const paid = await person.http("POST", "/api/v1/labelservice/submitOrder", { rate_id, pay_from: "wallet" });
  assert.deepEqual([paid.status, paid.body.code], [403, "PRICE_HIDDEN_SETTLE_OFFLINE"]);
  const { label_order } = await person.call(submitLabelOrder, { rate_id });
  assert.equal(label_order.state, "LABEL_READY");
  const { wallet } = await business.as("client_admin")(getWallet, { customer_id });
  assert.equal(wallet.balance_minor, 100_000);
  await person.call(cancelShippingLabel, { label_order_id: label_order.id });
});

test("a rate is for the shipment that was rated: people may be corrected, the weight may not", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { rates } = await admin(rateLabels, shipment);
  const [one, other] = rates;
  assert.ok(one && other);
  const heavier = { ...shipment, packages: [{ weight_g: 900 }] };
  const refused = await catchRefusal(admin(submitLabelOrder, { rate_id: one.rate_id, ...heavier }));
  assert.equal(refused.code, "rate_unknown");
  const renamed = { ...shipment, ship_to: { ...TO, name: "Bruno Dias" } };
  const { label_order } = await admin(submitLabelOrder, { rate_id: one.rate_id, ...renamed });
  assert.equal(label_order.recipient, "Bruno Dias");
  const half = await catchRefusal(admin(submitLabelOrder, { rate_id: other.rate_id, ship_to: TO }));
  assert.equal(half.code, "invalid_request");
  service.advance(31 * 60_000);
  assert.equal(
    (await catchRefusal(admin(submitLabelOrder, { rate_id: other.rate_id }))).code,
    "rate_expired",
  );
});

test("a shipment of three packages has a label for each, in each format", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { id } = await buyFor(business, undefined, { packages: [{ weight_g: 500, quantity: 3 }] });
  const detail = await admin(getShippingDetail, { label_order_id: id });
  assert.equal(detail.tracking_numbers.length, 3);
  for (const format of ["pdf", "png", "zpl"] as const) {
    const { labels } = await admin(getShippingLabel, { label_order_id: id, format });
    assert.deepEqual(
      labels.map((one) => [one.tracking_number, one.format]),
      detail.tracking_numbers.map((number) => [number, format]),
    );
  }
  const [first = ""] = detail.tracking_numbers;
  await admin(cancelShippingLabel, { tracking_number: first });
  const { labels } = await admin(getShippingLabel, { label_order_id: id });
  assert.deepEqual(
    labels.map((one) => one.tracking_number),
    detail.tracking_numbers.slice(1),
  );
});

test("a return label is bought for a bought one, at a rate for the way back", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { id: label_order_id } = await buyFor(business);
  const back = { ship_from: TO, ship_to: FROM, packages: shipment.packages };
  const forth = await admin(rateLabels, back);
  const wrong = { label_order_id, rate_id: forth.rates[0]?.rate_id ?? "" };
  assert.equal((await catchRefusal(admin(createReturnLabel, wrong))).code, "not_a_return");
  const { rates } = await admin(rateLabels, { ...back, is_return: true });
  const rate_id = rates[0]?.rate_id ?? "";
  const { label_order } = await admin(createReturnLabel, { label_order_id, rate_id });
  assert.partialDeepStrictEqual(label_order, { is_return: true, return_of_id: label_order_id });
  const detail = await admin(getShippingDetail, { label_order_id });
  assert.deepEqual(detail.return_label_ids, [label_order.id]);
});

test("the manifest of the day is a PDF of the carrier, and labels ship on their day", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  await buyFor(business);
  const later = new Date(service.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const tomorrow = await buyFor(business, undefined, { ship_date: later });
  const { manifests } = await admin(endOfDay, {});
  assert.partialDeepStrictEqual(manifests, [{ state: "created", label_count: 1, package_count: 1 }]);
  const document = await admin(getManifestDocument, { manifest_id: manifests[0]?.id ?? 0 });
  assert.match(Buffer.from(document.content_base64, "base64").toString("latin1"), /^%PDF/);
  // It is recorded once, and whoever holds it can verify it.
  assert.deepEqual(await admin(getManifestDocument, { manifest_id: manifests[0]?.id ?? 0 }), document);
  assert.partialDeepStrictEqual(await service.anonymous(verifyDocument, { sha256: document.sha256 }), {
    verdict: "authentic",
    document: { kind: "carrier_manifest", code: null },
  });
  assert.partialDeepStrictEqual(
    (await admin(listDocuments, { subject_type: "label_manifest", subject_id: manifests[0]?.id ?? 0 }))
      .documents,
    [{ id: document.document_id, status: "valid", sha256: document.sha256 }],
  );
  const { label_orders } = await admin(listLabelOrders, { state: ["LABEL_READY"] });
  assert.deepEqual(
    label_orders.map(({ id }) => id),
    [tomorrow.id],
  );
});

test("a correction of a carrier is recorded once with our evidence, disputed, or accepted and passed on", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { id: customer_id } = await business.customer();
  const { id: label_order_id, shipping_price } = await buyFor(business, customer_id);
  const record = (carrier_reference: string) =>
    admin(recordAdjustment, {
      label_order_id,
      carrier_reference,
      kind: "weight",
      amount_minor: 250,
      claimed: { weight_g: 1900 },
      measured: { weight_g: 810 },
    });
  const { adjustment } = await record("B-1");
  assert.deepEqual(adjustment.evidence, {
    declared: [{ weight_g: 800 }],
    measured: { weight_g: 810 },
  });
  assert.equal((await catchRefusal(record("B-1"))).code, "adjustment_known");
  const disputed = await admin(disputeAdjustment, { adjustment_id: adjustment.id, reason: "Weighed here" });
  assert.equal(disputed.adjustment.state, "disputed");
  const decided = await catchRefusal(admin(acceptAdjustment, { adjustment_id: adjustment.id }));
  assert.equal(decided.code, "decided");
  const { adjustment: second } = await record("B-2");
  await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      admin(acceptAdjustment, { adjustment_id: second.id, charge_customer: true }),
    ),
  );
  const { wallet } = await admin(getWallet, { customer_id });
  assert.equal(wallet.balance_minor, 100_000 - (shipping_price ?? 0) - 250);
  await admin(cancelShippingLabel, { label_order_id });
  assert.equal((await admin(getWallet, { customer_id })).wallet.balance_minor, 100_000 - 250);
});

test("an account whose key cannot be read is named, and the others are rated", async () => {
  const business = await service.business();
  await service.system.execute(
    `insert into carrier_account (business_id, code, name, kind, api_key_sealed) values ($1, 'broken', 'Broken', 'gateway', 'x')`,
    [business.id],
  );
  const { rates, faults } = await business.as("client_admin")(rateLabels, shipment);
  assert.ok(rates.length > 0);
  assert.deepEqual(
    faults.map(({ carrier_account, code }) => [carrier_account, code]),
    [["broken", "not_authorised"]],
  );
});
