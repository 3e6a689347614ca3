import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { payOutWallet } from "#domain/money/wallets/operations/pay-out-wallet.ts";
import { runDue } from "#operation/due/run-due.ts";
import { resumeExternalCalls } from "#operation/external/external-calls.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { getOwnPayment } from "./operations/get-own-payment.ts";
import { getPayment } from "./operations/get-payment.ts";
import { getPaymentSettings } from "./operations/get-payment-settings.ts";
import { refundPayment } from "./operations/refund-payment.ts";
import { startTopUp } from "./operations/start-top-up.ts";
import { updatePaymentSettings } from "./operations/update-payment-settings.ts";

const SECRET_KEY = "sk_test_0123456789abcdef";
const EVENT_SECRET = "whsec_0123456789abcdef";

const service = await testService();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });

// Open until all tests have ended: jobs of one test may ask about payments of another.
const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Session {
  id: string;
  status: string;
  payment_status: string;
  payment_intent: string | null;
  amount_total: number;
  currency: string;
}

/** A processor in the documented form, which does each request with one key once. */
async function createProcessor() {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, { id: string; status: string }>();
  const state = { sessions, refunds, answer: "ok" as "ok" | "refuse" | "lose", refund_status: "succeeded" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    const key = String(request.headers["idempotency-key"]);
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (state.answer === "refuse") return reply(400, { error: { code: "card_declined" } });
    const [, , kind, , id] = (request.url ?? "").split("/");
    if (request.method === "GET")
      return reply(200, kind === "refunds" ? refunds.get(id ?? "") : sessions.get(id ?? ""));
    if (kind === "refunds") {
      const refund = refunds.get(key) ?? { id: `re_${key}`, status: state.refund_status };
      refunds.set(key, refund).set(refund.id, refund);
      return state.answer === "lose" ? response.destroy() : reply(200, refund);
    }
    const session = [...sessions.values()].find((one) => one.id === `cs_${key}`) ?? {
      id: `cs_${key}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
      currency: form.get("line_items[0][price_data][currency]") ?? "",
    };
    sessions.set(session.id, session);
    return state.answer === "lose"
      ? response.destroy()
      : reply(200, { ...session, url: `https://pay.example/${session.id}` });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { ...state, state, base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function open() {
  const business = await service.business({ currency: "EUR" });
  const processor = await createProcessor();
  const admin = business.as("client_admin");
  const { payment_settings } = await admin(updatePaymentSettings, {
    vendor: "checkout_sessions",
    base_url: processor.base_url,
    secret_key: SECRET_KEY,
    event_secret: EVENT_SECRET,
  });
  const { id: customer_id, person } = await business.customer();
  const events_path = new URL(payment_settings.events_url ?? "").pathname;
  let counted = 0;
  return {
    business,
    admin,
    processor,
    customer_id,
    person,
    events_path,
    balance: async () => (await admin(getWallet, { customer_id })).wallet,
    /** What the customer does at the processor. */
    pay(session: Session, change: Partial<Session> = {}) {
      Object.assign(
        session,
        { status: "complete", payment_status: "paid", payment_intent: `pi_${session.id}` },
        change,
      );
    },
    report(
      type: string,
      object: unknown,
      { id, secret = EVENT_SECRET }: { id?: string; secret?: string } = {},
    ) {
      counted += 1;
      const body = JSON.stringify({
        id: id ?? `evt_${business.id}_${counted}`,
        object: "event",
        type,
        data: { object },
      });
      const seconds = Math.floor(service.now().getTime() / 1000);
      const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
      return service.http("POST", events_path, body, {
        "content-type": "application/json",
        "stripe-signature": `t=${seconds},v1=${signature}`,
      });
    },
    async topUp(amount_minor = 5000) {
      const { payment } = await person.call(startTopUp, { amount_minor });
      const session = processor.sessions.get(`cs_payment-${business.id}-${payment.payment_id}`);
      assert(session !== undefined, "The processor has no session.");
      return { payment, session };
    },
  };
}

test("a top-up is added to the wallet once, however often and in whatever order its events arrive", async () => {
  const { topUp, pay, report, balance, person, admin } = await open();
  const { payment, session } = await topUp();
  assert.partialDeepStrictEqual(payment, {
    state: "open",
    amount_minor: 5000,
    checkout_url: `https://pay.example/${session.id}`,
  });
  assert.equal((await balance()).balance_minor, 0);
  pay(session);
  const answers = await Promise.all([
    report("checkout.session.completed", session, { id: "evt_same" }),
    report("checkout.session.completed", session, { id: "evt_same" }),
    report("checkout.session.async_payment_succeeded", session),
    report("checkout.session.expired", { ...session, payment_status: "unpaid", status: "expired" }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  await report("checkout.session.completed", session);
  assert.equal((await balance()).balance_minor, 5000);
  const own_payment = (await person.call(getOwnPayment, { payment_id: payment.payment_id })).payment;
  assert.partialDeepStrictEqual(own_payment, { state: "paid", paid_minor: 5000, checkout_url: null });
  assert.equal((await admin(getPayment, { payment_id: payment.payment_id })).payment.state, "paid");
});

test("an event that is not signed by the processor changes nothing", async () => {
  const { topUp, pay, report, balance, events_path } = await open();
  const { session } = await topUp();
  pay(session);
  assert.equal((await report("checkout.session.completed", session, { secret: "whsec_other" })).status, 401);
  assert.equal(
    (await service.http("POST", events_path, "{}", { "content-type": "application/json" })).status,
    401,
  );
  const unknown = events_path.replace(/[^/]+$/, "x".repeat(32));
  assert.equal(
    (await service.http("POST", unknown, "{}", { "content-type": "application/json" })).status,
    404,
  );
  assert.equal((await report("checkout.session.completed", { id: 7 })).status, 422);
  assert.equal(
    (await report("checkout.session.completed", { ...session, id: "cs_of_somebody" })).body.applied,
    false,
  );
  assert.equal((await balance()).balance_minor, 0);
});

test("a refusal of the processor ends the payment, and without one the business is told to the customer", async () => {
  const { person, processor, business, admin } = await open();
  processor.state.answer = "refuse";
  const refused = await catchRefusal(person.call(startTopUp, { amount_minor: 5000 }));
  assert.deepEqual([refused.error_code, refused.status], ["PROCESSOR_REFUSED", 503]);
  assert.match(refused.message, /card_declined/);
  await admin(updatePaymentSettings, { topup_min_minor: 1000, topup_max_minor: 2000 });
  for (const amount_minor of [999, 2001])
    assert.equal(
      (await catchRefusal(person.call(startTopUp, { amount_minor }))).error_code,
      "AMOUNT_OUT_OF_RANGE",
    );
  const elsewhere = { amount_minor: 1500, return_url: "https://evil.example/" };
  assert.equal((await catchRefusal(person.call(startTopUp, elsewhere))).error_code, "RETURN_URL_NOT_ALLOWED");
  await admin(updatePaymentSettings, { vendor: "none" });
  assert.equal(
    (await catchRefusal(person.call(startTopUp, { amount_minor: 1500 }))).error_code,
    "NO_CARD_PAYMENT",
  );
  const states = await service.system.rows<{ state: string }>(
    "select state from payment where business_id = $1",
    [business.id],
  );
  assert.deepEqual(states, [{ state: "failed" }]);
});

test("when the answer of the processor is lost, the checkout is opened once and the payment continues", async () => {
  const { person, processor, business } = await open();
  processor.state.answer = "lose";
  const { payment } = await person.call(startTopUp, { amount_minor: 5000 });
  assert.equal(payment.state, "opening");
  assert.equal(processor.sessions.size, 1);
  processor.state.answer = "ok";
  service.advance(70_000);
  await resumeExternalCalls(service.runtime);
  const { payment: opened } = await person.call(getOwnPayment, { payment_id: payment.payment_id });
  assert.deepEqual(
    [opened.state, opened.checkout_url],
    ["open", `https://pay.example/cs_payment-${business.id}-${payment.payment_id}`],
  );
  assert.equal(processor.sessions.size, 1);
});

test("a payment whose event was lost is found by asking", async () => {
  const { topUp, pay, balance, person } = await open();
  const { payment, session } = await topUp();
  pay(session);
  service.advance(66 * 60_000);
  await runDue(service.runtime);
  await runQueued(service, "check-payment");
  assert.equal((await balance()).balance_minor, 5000);
  assert.equal((await person.call(getOwnPayment, { payment_id: payment.payment_id })).payment.state, "paid");
});

test("money of another currency is not added, and another amount is added as it arrived", async () => {
  const { topUp, pay, report, balance, admin } = await open();
  const foreign = await topUp();
  pay(foreign.session, { currency: "usd" });
  await report("checkout.session.completed", foreign.session);
  const { payment } = await admin(getPayment, { payment_id: foreign.payment.payment_id });
  assert.partialDeepStrictEqual(payment, { state: "failed", failure: "paid_in_USD" });
  const less = await topUp();
  pay(less.session, { amount_total: 4000 });
  await report("checkout.session.completed", less.session);
  assert.equal((await balance()).balance_minor, 4000);
});

test("a refund leaves the wallet once, at most what was paid, and stays in it when the processor refuses", async () => {
  const { topUp, pay, report, balance, admin, processor, customer_id } = await open();
  const { payment, session } = await topUp();
  const { payment_id } = payment;
  const refund = (amount_minor?: number) =>
    admin(refundPayment, {
      payment_id,
      reason: "Asked for",
      ...(amount_minor === undefined ? {} : { amount_minor }),
    });
  assert.equal((await catchRefusal(refund())).error_code, "NOT_PAID");
  pay(session);
  await report("checkout.session.completed", session);

  const outcomes = await Promise.allSettled([refund(3000), refund(3000)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  assert.partialDeepStrictEqual(await balance(), { balance_minor: 2000, held_minor: 0 });

  processor.state.answer = "refuse";
  assert.equal((await catchRefusal(refund(500))).error_code, "PROCESSOR_REFUSED");
  assert.partialDeepStrictEqual(await balance(), { balance_minor: 2000, held_minor: 0 });
  processor.state.answer = "ok";

  // Spent meanwhile.
  await admin(payOutWallet, { customer_id, amount_minor: 1500, method: "cash" });
  assert.equal((await catchRefusal(refund())).error_code, "WALLET_TOO_LOW");

  processor.state.refund_status = "pending";
  const { refund: pending } = await refund(400);
  assert.equal(pending.state, "pending");
  assert.partialDeepStrictEqual(await balance(), { balance_minor: 100, held_minor: 400 });
  const pending_refund = [...processor.refunds.values()].find(({ status }) => status === "pending");
  await report("refund.updated", { ...pending_refund, status: "failed" });
  await report("refund.updated", { ...pending_refund, status: "succeeded" });
  assert.partialDeepStrictEqual(await balance(), { balance_minor: 500, held_minor: 0 });
  const { refunds, payment: now } = await admin(getPayment, { payment_id });
  assert.deepEqual(
    refunds.map(({ state, amount_minor }) => [state, amount_minor]),
    [
      ["succeeded", 3000],
      ["failed", 500],
      ["failed", 400],
    ],
  );
  assert.equal(now.refunded_minor, 3000);
});

test("secrets are not shown, and with another address the key must be sent again", async () => {
  const { admin } = await open();
  const { payment_settings } = await admin(getPaymentSettings, {});
  assert.ok(!JSON.stringify(payment_settings).includes("0123456789abcdef"));
  assert.deepEqual(payment_settings.secret_key, { configured: true, last_four: "cdef" });
  const moved = await catchRefusal(admin(updatePaymentSettings, { base_url: "https://elsewhere.example" }));
  assert.equal(moved.errors?.[0]?.field, "secret_key");
});
