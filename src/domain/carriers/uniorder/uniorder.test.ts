import assert from "node:assert/strict";
import { test } from "node:test";
import { createCarrierAccount } from "#domain/carriers/carrier-accounts/operations/create-carrier-account.ts";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { createFlakyCarrier } from "#tests/support/flaky-carrier.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { cancelUniorder } from "./operations/cancel-uniorder.ts";
import { cancelUniorderJob } from "./operations/cancel-uniorder-job.ts";
import { createUniorder } from "./operations/create-uniorder.ts";
import { createUniorderBatch } from "./operations/create-uniorder-batch.ts";
import { createUniorderBatchAsync } from "./operations/create-uniorder-batch-async.ts";
import { getUniorder } from "./operations/get-uniorder.ts";
import { getUniorderJob } from "./operations/get-uniorder-job.ts";
import { getUniorderLabel } from "./operations/get-uniorder-label.ts";
import { getUniorderTracking } from "./operations/get-uniorder-tracking.ts";
import { purchaseUniorderLabel } from "./operations/purchase-uniorder-label.ts";
import { rateUniorder } from "./operations/rate-uniorder.ts";
import { rateUniorderBatch } from "./operations/rate-uniorder-batch.ts";

const service = await testService();

const MONEY = 1_000_000;
const SHIPMENT = {
  ship_from: {
    line1: "SIA 3",
    city: "Brasília",
    postal_code: "71200-030",
    country: "BR",
    lat: -15.65,
    lng: -47.8,
  },
  ship_to: {
    line1: "Rua A 1",
    city: "Brasília",
    postal_code: "72000-000",
    country: "BR",
    lat: -15.7,
    lng: -47.9,
  },
  packages: [{ weight_g: 800 }],
};

/** A customer with money, whose business delivers for 10.00 and has a carrier that sells for 11.00. */
async function shipper() {
  const business = await service.business();
  const flaky = createFlakyCarrier();
  const api_key = `key_${business.code}_0123456789`;
  const { providers } = service.runtime;
  service.runtime.providers = { ...providers, carriers: flaky.vendors(providers.carriers, api_key) };
  const admin = business.as("client_admin");
  await admin(createPriceList, {
    name: "Local",
    family: "local_delivery",
    is_default: true,
    rules: [{ name: "Any", base_minor: 1000 }],
  } as never);
  await admin(createCarrierAccount, {
    code: "flaky",
    kind: "gateway",
    name: "Flaky",
    api_key,
    base_url: "https://127.0.0.1:9",
    markups: [{ percent: 10 }],
  });
  const { id: customer_id, person } = await business.customer();
  await admin(topUpWallet, { customer_id, amount_minor: MONEY, method: "cash" });
  const rate = async (kind: "self" | "label") => {
    const { rates } = await person.call(rateUniorder, {
      ...SHIPMENT,
      quote_labels: true,
      carrier_accounts: ["flaky"],
    });
    const matching_rate = rates.find((one) => one.kind === kind);
    assert.ok(matching_rate, `no rate of ${kind}`);
    return matching_rate;
  };
  return {
    business,
    admin,
    flaky,
    person,
    rate,
    create: async (kind: "self" | "label") => {
      const { rate_id } = await rate(kind);
      return (await person.call(createUniorder, { rate_id, ref: "U-1" })).uniorder;
    },
    balance: async () => {
      const { wallet } = await admin(getWallet, { customer_id });
      return [wallet.balance_minor, wallet.held_minor];
    },
  };
}

test("own deliveries and labels are rated beside each other, and the rate alone creates what it is for", async () => {
  const s = await shipper();
  const { rates } = await s.person.call(rateUniorder, SHIPMENT);
  assert.deepEqual([...new Set(rates.map(({ kind }) => kind))], ["self"]);
  const delivery = await s.create("self");
  assert.partialDeepStrictEqual(delivery, {
    kind: "self",
    state: "CREATED",
    shipping_price: 1000,
    ref: "U-1",
  });
  const label = await s.create("label");
  assert.partialDeepStrictEqual(label, {
    kind: "label",
    state: "ACTIVE",
    shipping_price: 1100,
    provider: "flaky",
  });
  for (const { id, tracking_numbers } of [delivery, label]) {
    assert.equal(tracking_numbers.length, 1);
    const { labels } = await s.person.call(getUniorderLabel, { uniorder_id: id });
    assert.equal(labels[0]?.format, "pdf");
    const tracked = await s.person.call(getUniorderTracking, { uniorder_id: id });
    assert.equal(tracked.uniorder.id, id);
  }
  const { person: other } = await s.business.customer();
  assert.equal((await catchRefusal(other.call(getUniorder, { uniorder_id: label.id }))).code, "not_found");
  const foreign = await catchRefusal(
    other.call(createUniorder, { rate_id: (await s.rate("label")).rate_id }),
  );
  assert.equal(foreign.code, "rate_unknown");
});

test("cancelling ends the own delivery, and voids the label and returns its price", async () => {
  const s = await shipper();
  for (const kind of ["self", "label"] as const) {
    const { id: uniorder_id } = await s.create(kind);
    const { uniorder } = await s.person.call(cancelUniorder, { uniorder_id });
    assert.equal(uniorder.state, "CANCELLED");
    assert.equal(uniorder.label_available, false);
  }
  assert.deepEqual(await s.balance(), [MONEY, 0]);
});

test("an order whose label is not sold is kept without one, and its label is bought later", async () => {
  const s = await shipper();
  s.flaky.next("buy", "refuses", "refuses");
  const failed = await s.create("label");
  assert.partialDeepStrictEqual(failed, {
    state: "LABEL_PURCHASE_FAILED",
    label_available: false,
    failure: "The address is not served.",
  });
  assert.deepEqual(await s.balance(), [MONEY, 0]);
  const uniorder_id = failed.id;
  const again = await catchRefusal(s.person.call(purchaseUniorderLabel, { uniorder_id }));
  assert.equal(again.code, "carrier_refused");
  const { uniorder } = await s.person.call(purchaseUniorderLabel, { uniorder_id });
  assert.equal(uniorder.state, "ACTIVE");
  assert.deepEqual(await s.balance(), [MONEY - 1100, 0]);
  const twice = await catchRefusal(s.person.call(purchaseUniorderLabel, { uniorder_id }));
  assert.equal(twice.code, "already_purchased");
});

test("cancelled while the carrier does not answer, the order is being cancelled until the carrier says what it holds", async () => {
  const s = await shipper();
  s.flaky.next("buy", "loses_answer");
  const { id: uniorder_id, state } = await s.create("label");
  assert.equal(state, "CREATED");
  const { uniorder } = await s.person.call(cancelUniorder, { uniorder_id });
  assert.equal(uniorder.state, "CANCELLING");
});

test("of a batch each is decided on its own: used rates are refused, the others are created", async () => {
  const s = await shipper();
  const used = await s.rate("label");
  await s.person.call(createUniorder, { rate_id: used.rate_id });
  const [self, label, poor] = [await s.rate("self"), await s.rate("label"), used];
  const answer = await s.person.call(createUniorderBatch, {
    orders: [self, poor, label, { rate_id: "nonsense" }].map(({ rate_id }) => ({ rate_id })),
  });
  assert.partialDeepStrictEqual(answer, { result: true, done: 2, failed: 2 });
  assert.deepEqual(
    answer.items.map(({ error_code, uniorder }) => error_code ?? uniorder?.state),
    ["CREATED", "RATE_USED", "ACTIVE", "RATE_UNKNOWN"],
  );
  assert.deepEqual(await s.balance(), [MONEY - 2200, 0]);
  const rated = await s.person.call(rateUniorderBatch, {
    shipments: [SHIPMENT, { ...SHIPMENT, quote_labels: true, carrier_accounts: ["nobody"] }],
  });
  assert.deepEqual([rated.done, rated.failed], [1, 1]);
  const many = Array.from({ length: 21 }, () => SHIPMENT);
  assert.equal(
    (await catchRefusal(s.person.call(rateUniorderBatch, { shipments: many }))).code,
    "invalid_request",
  );
});

test("a batch that the wallet does not cover buys what it covers, and leaves nothing of the others", async () => {
  const s = await shipper();
  s.flaky.next("buy", "works");
  const rates = await Promise.all(Array.from({ length: 3 }, () => s.rate("label")));
  const { id: customer_id, person } = await s.business.customer();
  await s.admin(topUpWallet, { customer_id, amount_minor: 1500, method: "cash" });
  const own_rates = await Promise.all(
    rates.map(async () => {
      const { rates: mine } = await person.call(rateUniorder, {
        ...SHIPMENT,
        quote_labels: true,
        carrier_accounts: ["flaky"],
      });
      return { rate_id: mine.find(({ kind }) => kind === "label")?.rate_id ?? "" };
    }),
  );
  const answer = await person.call(createUniorderBatch, { orders: own_rates });
  assert.deepEqual([answer.done, answer.failed], [1, 2]);
  const label_orders = await service.system.rows("select 1 from label_order where customer_id = $1", [
    customer_id,
  ]);
  assert.equal(label_orders.length, 1);
});

test("a job creates each order once, also when it runs again, and shows what was refused", async () => {
  const s = await shipper();
  const orders = [await s.rate("label"), await s.rate("self")].map(({ rate_id }) => ({ rate_id }));
  const { job_id } = await s.person.call(createUniorderBatchAsync, {
    orders: [...orders, { rate_id: "nonsense" }],
  });
  await runQueued(service, "run-uniorder-job");
  const job = await s.person.call(getUniorderJob, { job_id });
  assert.partialDeepStrictEqual(job, {
    state: "COMPLETED_WITH_ERRORS",
    items_done: 2,
    items_failed: 1,
    finished: true,
  });
  assert.deepEqual(
    job.items.map(({ uniorder, error_code }) => error_code ?? uniorder?.kind),
    ["label", "self", "RATE_UNKNOWN"],
  );
  // As after a death before the results were stored: the items are called again, and answer what they did.
  await service.system.execute(
    `update unified_job_item set result = null, input = $2::jsonb -> index where business_id = $1 and index < 2`,
    [s.business.id, JSON.stringify(orders)],
  );
  await service.system.execute(
    "update unified_job set state = 'RUNNING', finished_at = null, items_done = 0 where business_id = $1",
    [s.business.id],
  );
  const { runJob } = await import("#operation/run/workers.ts");
  const definition = service.runtime.registry.jobs.get("run-uniorder-job");
  const row = await service.system.row<{ id: number; created_by: number }>(
    "select id, created_by from unified_job where business_id = $1",
    [s.business.id],
  );
  assert.ok(definition && row);
  await runJob(
    service.runtime,
    definition,
    { business_id: s.business.id, account_id: row.created_by, job_id: row.id },
    () => false,
  );
  const again = await s.person.call(getUniorderJob, { job_id });
  assert.deepEqual([again.items_done, again.items_failed], [2, 1]);
  assert.equal(s.flaky.purchases().length, 1);
  const stranger = await s.business.customer();
  assert.equal((await catchRefusal(stranger.person.call(getUniorderJob, { job_id }))).code, "not_found");
});

test("a cancelled job begins nothing more, and keeps the results of what was under way", async () => {
  const s = await shipper();
  const { rate_id } = await s.rate("self");
  const orders = Array.from({ length: 30 }, (_none, index) => ({
    rate_id: index === 0 ? rate_id : "nonsense",
  }));
  const { job_id } = await s.person.call(createUniorderBatchAsync, { orders });
  const stranger = await s.business.customer();
  assert.equal((await catchRefusal(stranger.person.call(cancelUniorderJob, { job_id }))).code, "not_found");
  const { authentication } = service.runtime;
  let cancelled: Promise<unknown> | undefined;
  // Twenty-four items are recorded together: these are under way when the job is cancelled.
  service.runtime.authentication = {
    ...authentication,
    async ofAccount(account_id) {
      const [job] = await service.system.rows<{ state: string }>(
        "select state from unified_job where public_id = $1",
        [job_id],
      );
      if (job?.state === "RUNNING") cancelled ??= s.person.call(cancelUniorderJob, { job_id });
      await cancelled;
      return authentication.ofAccount(account_id);
    },
  };
  try {
    await runQueued(service, "run-uniorder-job");
  } finally {
    service.runtime.authentication = authentication;
  }
  assert.partialDeepStrictEqual(await cancelled, { state: "CANCELLED", items_done: 0, items_cancelled: 30 });
  const job = await s.person.call(getUniorderJob, { job_id });
  assert.partialDeepStrictEqual(job, { state: "CANCELLED", finished: true, items_done: 1, items_failed: 29 });
  assert.deepEqual(
    job.items.map(({ uniorder, error_code }) => error_code ?? uniorder?.kind),
    ["self", ...Array(23).fill("RATE_UNKNOWN"), ...Array(6).fill("CANCELLED")],
  );
  assert.equal((await catchRefusal(s.person.call(cancelUniorderJob, { job_id }))).code, "job_finished");
});
