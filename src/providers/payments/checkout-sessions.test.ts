import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, describe, test } from "node:test";
import { createCheckoutSessions } from "./checkout-sessions.ts";
import { type CheckoutRequest, PaymentFailed } from "./port.ts";

const SECRET_KEY = "sk_test_0123456789abcdef";
const EVENT_SECRET = "whsec_0123456789abcdef";
const SESSION = "cs_test_a1YS1URlnyQCN5fUUduORoQ7Pw41PJqDWkIVQCpJPqkfIhd6tVY8XB1OLY";
const PAYMENT = "pi_3MtwBwLkdIwHu7ix28a3tqPa";
const REFUND = "re_1Nispe2eZvKYlo2Cd31jOCgZ";

const CHECKOUT: CheckoutRequest = {
  idempotency_key: "payment-1-7",
  amount_minor: 5000,
  currency: "BRL",
  description: "Rounds Entregas",
  success_url: "https://pack.example/wallet?payment=7",
  cancel_url: "https://pack.example/wallet?payment=7",
  payer_email: "customer@rounds.example",
  expires_at: new Date(1_792_753_200_000),
};

async function serving(handler: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handler(request, Buffer.concat(chunks).toString("utf8"), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return over(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function over(base_url: string, private_addresses = true) {
  return createCheckoutSessions({
    account: { secret_key: SECRET_KEY, event_secret: EVENT_SECRET, base_url },
    private_addresses,
    user_agent: "test",
    timeout_ms: 2000,
  });
}

/** A processor with one exchange; the request must match it. */
async function played(name: string) {
  const exchange = JSON.parse(
    await readFile(path.join(import.meta.dirname, "exchanges", `${name}.json`), "utf8"),
  );
  return serving((request, body, response) => {
    try {
      const form = Object.fromEntries(new URLSearchParams(body));
      assert.deepEqual({ method: request.method, path: request.url, form }, exchange.request);
      assert.equal(request.headers.authorization, `Bearer ${SECRET_KEY}`);
      if (request.method === "POST") assert.ok(request.headers["idempotency-key"]);
    } catch (error) {
      response.writeHead(599).end(String(error));
      return;
    }
    response.writeHead(exchange.status, { "content-type": "application/json" });
    response.end(JSON.stringify(exchange.body));
  });
}

async function catchFailure(calling: Promise<unknown>): Promise<[string, boolean]> {
  try {
    await calling;
  } catch (error) {
    assert(error instanceof PaymentFailed, String(error));
    assert.ok(!error.message.includes("sk_test"), "The reason repeats what was sent.");
    return [error.failure, error.is_uncertain];
  }
  throw new assert.AssertionError({ message: "It succeeded." });
}

describe("checkouts", () => {
  test("are opened with the amount, and read with their state", async () => {
    assert.deepEqual(await (await played("checkout-opened")).openCheckout(CHECKOUT), {
      reference: SESSION,
      url: `https://checkout.stripe.com/c/pay/${SESSION}`,
    });
    const facts = { reference: SESSION, amount_minor: 5000, currency: "BRL" };
    for (const [name, state, payment_reference] of [
      ["checkout-paid", "paid", PAYMENT],
      ["checkout-processing", "processing", PAYMENT],
      ["checkout-expired", "expired", null],
    ] as const)
      assert.deepEqual(await (await played(name)).findCheckout(SESSION), {
        ...facts,
        state,
        payment_reference,
      });
  });

  test("fail for good, or so that the same request is tried again", async () => {
    for (const [name, failure, is_uncertain] of [
      ["checkout-wrong-key", "not_authorised", false],
      ["checkout-amount-too-small", "request_refused", false],
      ["checkout-too-many", "rate_limited", true],
      ["checkout-key-in-use", "processor_failed", true],
    ] as const)
      assert.deepEqual(
        await catchFailure((await played(name)).openCheckout(CHECKOUT)),
        [failure, is_uncertain],
        name,
      );
    const answers: [number, string, string, boolean][] = [
      [500, "{}", "processor_failed", true],
      [200, "<html>", "unreadable_answer", true],
      [200, '{"id":"cs_1"}', "unreadable_answer", true],
      [302, "", "unreadable_answer", true],
    ];
    for (const [status, body, failure, is_uncertain] of answers) {
      const processor = await serving((_request, _body, response) => response.writeHead(status).end(body));
      assert.deepEqual(await catchFailure(processor.openCheckout(CHECKOUT)), [failure, is_uncertain], body);
    }
    const silent = await serving(() => {});
    assert.deepEqual(await catchFailure(silent.openCheckout(CHECKOUT)), ["timeout", true]);
    assert.deepEqual(await catchFailure(over("http://127.0.0.1:9").openCheckout(CHECKOUT)), [
      "unreachable",
      true,
    ]);
    assert.deepEqual(await catchFailure(over("https://127.0.0.1:9", false).openCheckout(CHECKOUT)), [
      "private_address",
      false,
    ]);
    assert.deepEqual(await catchFailure(over("http://pay.example", false).openCheckout(CHECKOUT)), [
      "private_address",
      false,
    ]);
  });
});

test("an amount is reserved first, then captured or given up", async () => {
  const opened = await (await played("checkout-opened-manual")).openCheckout({
    ...CHECKOUT,
    capture: "manual",
  });
  assert.equal(opened.reference, SESSION);
  const payment = {
    reference: PAYMENT,
    amount_minor: 5000,
    currency: "BRL",
    idempotency_key: CHECKOUT.idempotency_key,
  };
  const request = { idempotency_key: "capture-1-7", payment_reference: PAYMENT };
  assert.deepEqual(await (await played("payment-authorised")).findPayment(PAYMENT), {
    ...payment,
    state: "authorised",
  });
  assert.deepEqual(await (await played("capture-succeeded")).capture(request), {
    ...payment,
    state: "captured",
  });
  assert.deepEqual(await (await played("void-succeeded")).voidPayment(request), {
    ...payment,
    state: "voided",
  });
  assert.deepEqual(await catchFailure((await played("capture-too-late")).capture(request)), [
    "request_refused",
    false,
  ]);
});

test("refunds succeed, wait or fail", async () => {
  const request = { idempotency_key: "refund-1-3", payment_reference: PAYMENT, amount_minor: 1200 };
  for (const [name, state] of [
    ["refund-succeeded", "succeeded"],
    ["refund-pending", "pending"],
  ] as const)
    assert.deepEqual(await (await played(name)).refund(request), { reference: REFUND, state });
  assert.deepEqual(await catchFailure((await played("refund-too-large")).refund(request)), [
    "request_refused",
    false,
  ]);
  assert.deepEqual(await (await played("refund-failed")).findRefund(REFUND), {
    reference: REFUND,
    state: "failed",
  });
});

describe("events", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const seconds = Math.floor(now.getTime() / 1000);
  const sign = (body: string, { at = seconds, secret = EVENT_SECRET } = {}) =>
    `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  const session = {
    id: SESSION,
    status: "complete",
    payment_status: "paid",
    amount_total: 5000,
    currency: "brl",
  };
  const event = (type: string, object: unknown) =>
    JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const processor = over("https://pay.example");
  const read = (body: string, signature = sign(body)) =>
    processor.readEvent(Buffer.from(body), signature, now);

  test("are read when their signature is valid and recent", () => {
    const paid = event("checkout.session.completed", { ...session, payment_intent: PAYMENT });
    const checkout = { reference: SESSION, payment_reference: PAYMENT, amount_minor: 5000, currency: "BRL" };
    assert.deepEqual(read(paid), {
      event_id: "evt_1",
      about: "checkout",
      checkout: { ...checkout, state: "paid" },
    });
    const failed = event("checkout.session.async_payment_failed", {
      ...session,
      payment_status: "unpaid",
      payment_intent: { id: PAYMENT },
    });
    assert.deepEqual(read(failed), {
      event_id: "evt_1",
      about: "checkout",
      checkout: { ...checkout, state: "failed" },
    });
    const refunded = event("refund.updated", { id: REFUND, status: "failed" });
    assert.deepEqual(read(refunded), {
      event_id: "evt_1",
      about: "refund",
      refund: { reference: REFUND, state: "failed" },
    });
    const reserved = event("payment_intent.amount_capturable_updated", {
      id: PAYMENT,
      status: "requires_capture",
      amount: 5000,
      currency: "brl",
      metadata: { idempotency_key: "payment-1-7" },
    });
    assert.deepEqual(read(reserved), {
      event_id: "evt_1",
      about: "payment",
      payment: {
        reference: PAYMENT,
        state: "authorised",
        amount_minor: 5000,
        currency: "BRL",
        idempotency_key: "payment-1-7",
      },
    });
    assert.deepEqual(read(event("customer.created", {})), { event_id: "evt_1", about: "other" });
    // While the secret is changed there are two signatures.
    assert.ok(read(paid, `${sign(paid, { secret: "whsec_other" })},${sign(paid).split(",")[1]}`));
  });

  test("are refused otherwise", () => {
    const body = event("checkout.session.completed", session);
    for (const signature of [
      "",
      "t=,v1=",
      sign(body, { secret: "whsec_other" }),
      sign(body, { at: seconds - 301 }),
      sign(body, { at: seconds + 301 }),
      sign(`${body} `),
      sign(body).replace("v1=", "v0="),
      sign(body).slice(0, -2),
    ])
      assert.equal(read(body, signature), null, signature);
    const without = createCheckoutSessions({
      account: { secret_key: SECRET_KEY, event_secret: null, base_url: "https://pay.example" },
      private_addresses: false,
      user_agent: "test",
    });
    assert.equal(without.readEvent(Buffer.from(body), sign(body), now), null);
    assert.throws(() => read(event("checkout.session.completed", { id: 7 })), PaymentFailed);
  });
});
