import assert from "node:assert/strict";
import { test } from "node:test";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { readBarcodesOfPdf } from "#tests/support/barcodes.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";

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

async function tool(t: TestBusiness, name: string, args: object) {
  const { http } = await t.person("client_admin");
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { body } = await http("POST", "/mcp", message);
  return body.result;
}

test("over REST a shipment is rated, bought, printed with bars that scan, and cancelled", async () => {
  const t = await service.business();
  const post = (path: string, body: object) => t.http("client_admin", "POST", path, body);
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
  const printed = await post("/api/v1/shipping/getShippingLabel", { label_order_id });
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

test("an agent does the same over MCP", async () => {
  const t = await service.business();
  const methods = await tool(t, "get_shipping_methods", {});
  assert.deepEqual(
    methods.structuredContent.carriers.map((one: { carrier_account: string }) => one.carrier_account),
    ["house"],
  );
  const rated = await tool(t, "get_shipping_rate", shipment);
  const { rate_id } = rated.structuredContent.rates[0];
  const bought = await tool(t, "create_shipping_label", { rate_id });
  const { id: label_order_id } = bought.structuredContent.label_order;
  const unconfirmed = await tool(t, "download_shipping_label", { label_order_id });
  assert.equal(unconfirmed.isError, true);
  const printed = await tool(t, "download_shipping_label", { label_order_id, format: "zpl", confirm: true });
  const [zpl] = printed.structuredContent.labels;
  assert.match(Buffer.from(zpl.content_base64, "base64").toString(), /^\^XA/);
  const detail = await tool(t, "get_shipping_detail", { label_order_id, confirm: true });
  assert.deepEqual(
    detail.structuredContent.events.map(({ kind }: { kind: string }) => kind),
    ["label.ordered", "label.purchased"],
  );
  const [tracking_number] = bought.structuredContent.tracking_numbers;
  const cancelled = await tool(t, "cancel_shipping_label", { tracking_number, confirm: true });
  assert.equal(cancelled.structuredContent.label_order.state, "VOIDED");
});

test("a customer pays its own price from its wallet, and gets it back when the label is voided", async () => {
  const t = await service.business();
  const { id: customer_id, person } = await t.customer();
  const { person: other } = await t.customer();
  const post = (path: string, body: object) => person.http("POST", path, body);
  const rated = await post("/api/v1/labelservice/rate", shipment);
  const { rate_id, shipping_price, carrier_charge_minor } = rated.body.rates[0];
  assert.equal(carrier_charge_minor, undefined);
  const poor = await post("/api/v1/labelservice/submitOrder", { rate_id });
  assert.deepEqual([poor.status, poor.body.error_code], [402, "WALLET_TOO_LOW"]);
  const admin = t.as("client_admin");
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
  assert.ok(refusalOf);
});
