/** What becomes of labels after their purchase, at carriers that take no manifests and say little of their packages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCarrierAccount } from "#domain/carriers/carrier-accounts/operations/create-carrier-account.ts";
import { runDue } from "#operation/due/run-due.ts";
import { createCarriers } from "#providers/carriers/create-carriers.ts";
import type { CarrierVendors, LabelFormat } from "#providers/carriers/port.ts";
import { startGatewayStub } from "#tests/support/gateway-stub.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createReturnLabel } from "./operations/create-return-label.ts";
import { endOfDay } from "./operations/end-of-day.ts";
import { getShippingDetail } from "./operations/get-shipping-detail.ts";
import { getShippingLabel } from "./operations/get-shipping-label.ts";
import { rateLabels } from "./operations/rate-labels.ts";
import { submitLabelOrder } from "./operations/submit-label-order.ts";

const service = await testService();
service.freezeClock();
const { providers } = service.runtime;
service.runtime.providers = {
  ...providers,
  carriers: createCarriers({ private_addresses: true, user_agent: "test" }),
};

const SHOP = { name: "Shop", line1: "125 Church St", city: "Moncton", postal_code: "E1C4Z8", country: "CA" };
const BUYER = { name: "Jane Doe", line1: "5 Oak St", city: "Calgary", postal_code: "T2P1J9", country: "CA" };

/** Accounts of gateways sell these forms only. */
function sellingAs(...formats: LabelFormat[]): CarrierVendors {
  const all = createCarriers({ private_addresses: true, user_agent: "test" });
  return {
    of(account) {
      const carrier = all.of(account);
      return account.kind === "gateway"
        ? { ...carrier, capabilities: { ...carrier.capabilities, formats } }
        : carrier;
    },
  };
}

async function shipper() {
  const stub = await startGatewayStub();
  const business = await service.business();
  const admin = business.as("client_admin");
  const { base_url } = stub;
  await admin(createCarrierAccount, {
    code: "post",
    kind: "gateway",
    name: "Post",
    api_key: "key_0123456789",
    base_url,
  });
  const rate = async (more: object = {}) => {
    const shipment_input = {
      ship_from: SHOP,
      ship_to: BUYER,
      packages: [{ weight_g: 800 }],
      carrier_accounts: ["post"],
    };
    return (await admin(rateLabels, { ...shipment_input, ...more })).rates[0]?.rate_id ?? "";
  };
  return {
    stub,
    admin,
    buy: async (label_format: "pdf" | "png" = "pdf") =>
      (await admin(submitLabelOrder, { rate_id: await rate(), label_format })).label_order,
    buyReturn: async (label_order_id: number) => {
      const rate_id = await rate({ ship_from: BUYER, ship_to: SHOP, is_return: true });
      return (await admin(createReturnLabel, { label_order_id, rate_id })).label_order;
    },
    state: async (label_order_id: number) =>
      (await admin(getShippingDetail, { label_order_id })).label_order.state,
  };
}

/** A day passes. */
async function pass(): Promise<void> {
  service.advance(24 * 3_600_000);
  await runDue(service.runtime);
  await runQueued(service, "track-label");
}

test("at a carrier that takes no manifests labels are handed over without one, and its tracker closes them", async () => {
  const s = await shipper();
  s.stub.settings.manifests = false;
  const { id } = await s.buy();
  const { manifests, pending } = await s.admin(endOfDay, {});
  assert.equal(pending, false);
  assert.partialDeepStrictEqual(manifests, [{ state: "created", label_count: 1 }]);
  assert.equal(await s.state(id), "MANIFESTED");
  s.stub.settings.tracker = { status: "delivered", events: [] };
  await pass();
  assert.equal(await s.state(id), "CLOSED");
});

test("a return label is on no manifest of the day, and is tracked from its purchase", async () => {
  const s = await shipper();
  const { id } = await s.buy();
  const back = await s.buyReturn(id);
  const { label_count } = await s.admin(endOfDay, {});
  assert.equal(label_count, 1);
  assert.deepEqual([await s.state(id), await s.state(back.id)], ["MANIFESTED", "LABEL_READY"]);
  assert.equal((await s.admin(endOfDay, {})).label_count, 0);
  s.stub.settings.tracker = { status: "delivered" };
  await pass();
  assert.equal(await s.state(back.id), "CLOSED");
});

test("what a tracker says of the whole counts where its events say nothing, once, and never against them", async () => {
  const s = await shipper();
  const at = service.now().toISOString();
  const day = at.slice(0, 10);
  for (const [tracker, state] of [
    [{ status: "delivered", events: [] }, "CLOSED"],
    [{ status: "delivered", events: [{ description: "Left at the door" }] }, "CLOSED"],
    [{ status: "delivered", events: [{ date: day, time: "10:05 AM", description: "Delivered" }] }, "CLOSED"],
    [{ status: "delivered", events: [{ status: "delivered", description: "No time" }] }, "CLOSED"],
    [{ status: "delivered", events: [{ status: "in_transit", timestamp: at }] }, "CLOSED"],
    [{ status: "delivered", events: [{ status: "delivered", timestamp: at }] }, "CLOSED"],
    [{ status: "in_transit", events: [{ date: day }] }, "LABEL_READY"],
    [{ status: "unknown", events: [{ date: day }] }, "LABEL_READY"],
    [{ status: "pending" }, "LABEL_READY"],
    [{}, "LABEL_READY"],
  ] as const) {
    s.stub.settings.tracker = tracker;
    const { id, public_number } = await s.buy();
    await pass();
    await pass();
    assert.equal(await s.state(id), state, JSON.stringify(tracker));
    const { body } = await service.http("GET", `/api/v1/tracking/${public_number}`);
    const codes = body.events.map(({ status_code }: { status_code: string }) => status_code);
    assert.equal(new Set(codes).size, codes.length, `${JSON.stringify(tracker)}: ${codes}`);
  }
});

test("a label is downloaded in the form that it has; another one is refused with the form that it has", async () => {
  const s = await shipper();
  const { id: label_order_id } = await s.buy("png");
  const [label] = (await s.admin(getShippingLabel, { label_order_id })).labels;
  assert.deepEqual([label?.format, label?.content_type], ["png", "image/png"]);
  const refusal = await catchRefusal(s.admin(getShippingLabel, { label_order_id, format: "zpl" }));
  assert.deepEqual([refusal.code, refusal.status], ["other_format", 409]);
  assert.match(refusal.message, /PNG only.*as ZPL/);
});

test("a label is given in the form in which it was bought, unless another one is asked for", async () => {
  const admin = (await service.business()).as("client_admin");
  for (const label_format of ["png", "zpl", "pdf"] as const) {
    const { rates } = await admin(rateLabels, {
      ship_from: SHOP,
      ship_to: BUYER,
      packages: [{ weight_g: 800 }],
      carrier_accounts: ["house"],
    });
    const { label_order } = await admin(submitLabelOrder, { rate_id: rates[0]?.rate_id ?? "", label_format });
    const { id: label_order_id } = label_order;
    const form = async (format_request: { format?: LabelFormat }) =>
      (await admin(getShippingLabel, { label_order_id, ...format_request })).labels.map(
        ({ format }) => format,
      );
    assert.deepEqual(await form({}), [label_format]);
    for (const format of ["pdf", "png", "zpl"] as const) assert.deepEqual(await form({ format }), [format]);
  }
});

test("a label in a form that the carrier does not sell is refused before it is bought", async () => {
  const s = await shipper();
  const { carriers } = service.runtime.providers;
  service.runtime.providers = { ...service.runtime.providers, carriers: sellingAs("pdf") };
  try {
    const refusal = await catchRefusal(s.buy("png"));
    assert.deepEqual([refusal.code, refusal.status], ["carrier_refused", 422]);
    assert.match(refusal.message, /PNG.*PDF/);
    assert.deepEqual(s.stub.forms(), { drafted: "", purchased: "" });
    assert.equal((await s.buy("pdf")).state, "LABEL_READY");
  } finally {
    service.runtime.providers = { ...service.runtime.providers, carriers };
  }
});
