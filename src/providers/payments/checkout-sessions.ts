/**
 * The API of Checkout Sessions as published by Stripe and implemented by compatible services: forms are posted with the
 * secret key as bearer token and an `Idempotency-Key`; answers are JSON; events are signed with HMAC-SHA256 of
 * `<timestamp>.<body>` in the header `Stripe-Signature: t=<seconds>,v1=<hex>`.
 *
 * Source: the vendor's public reference of Checkout Sessions, Payment Intents, Refunds, Errors and Webhook signatures.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { PrivateAddressError } from "#platform/external/addresses.ts";
import { getText, postText, type TextAnswer } from "#platform/external/get-text.ts";
import {
  type CheckoutState,
  type PaymentEvent,
  PaymentFailed,
  type PaymentFailure,
  type PaymentProcessor,
  type PaymentState,
  type ProcessorAccount,
  type RefundState,
} from "./port.ts";

export const DEFAULT_BASE_URL = "https://api.stripe.com";

const TIMEOUT_MS = 20_000;
const BYTES_MAX = 1024 * 1024;
/** An event signed longer ago is refused: somebody may have recorded it. */
const EVENT_AGE_MAX_S = 300;

const Session = Type.Object({
  id: Type.String(),
  url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  status: Type.Union([Type.Literal("open"), Type.Literal("complete"), Type.Literal("expired"), Type.Null()]),
  payment_status: Type.String(),
  payment_intent: Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Object({ id: Type.String() })])),
  amount_total: Type.Union([Type.Integer(), Type.Null()]),
  currency: Type.Union([Type.String(), Type.Null()]),
});

const Intent = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const Refund = Type.Object({ id: Type.String(), status: Type.Union([Type.String(), Type.Null()]) });

const Event = Type.Object({
  id: Type.String(),
  type: Type.String(),
  data: Type.Object({ object: Type.Unknown() }),
});

const ApiError = Type.Object({
  error: Type.Object({ type: Type.Optional(Type.String()), code: Type.Optional(Type.String()) }),
});

const FAILURE_TEXTS: Record<PaymentFailure, string> = {
  not_authorised: "The processor does not accept the secret key",
  request_refused: "The processor refuses the request",
  rate_limited: "The processor asks for a slower pace",
  unreachable: "The processor cannot be reached",
  timeout: "The processor did not answer in time",
  processor_failed: "The processor failed",
  unreadable_answer: "The processor gave an answer that cannot be read",
  private_address: "The processor's address is private, and calls to those are not configured",
};

function failed(failure: PaymentFailure, detail = ""): PaymentFailed {
  return new PaymentFailed(failure, `${FAILURE_TEXTS[failure]}${detail === "" ? "" : ` (${detail})`}.`);
}

export interface CheckoutSessionsOptions {
  account: ProcessorAccount;
  private_addresses: boolean;
  user_agent: string;
  timeout_ms?: number;
}

export function createCheckoutSessions({
  account: { secret_key, event_secret, base_url },
  private_addresses,
  user_agent,
  timeout_ms = TIMEOUT_MS,
}: CheckoutSessionsOptions): PaymentProcessor {
  const base = base_url.replace(/\/+$/, "");
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${secret_key}`,
    "user-agent": user_agent,
  };
  const options = { private_addresses, timeout_ms, bytes_max: BYTES_MAX };

  const send = async (call: (url: URL) => Promise<TextAnswer>, path: string): Promise<unknown> => {
    const url = new URL(`${base}${path}`);
    if (url.protocol !== "https:" && !private_addresses)
      throw new PaymentFailed("private_address", "The processor's address must begin with https://.");
    let answer: TextAnswer;
    try {
      answer = await call(url);
    } catch (error) {
      throw readNetworkError(error as Error & { code?: string }, url);
    }
    return readAnswer(answer);
  };
  const get = (path: string) => send((url) => getText(url, { ...options, headers }), path);
  const post = (path: string, form: Record<string, string>, idempotency_key: string) =>
    send(
      (url) =>
        postText(url, {
          ...options,
          body: new URLSearchParams(form).toString(),
          headers: {
            ...headers,
            "content-type": "application/x-www-form-urlencoded",
            "idempotency-key": idempotency_key,
          },
        }),
      path,
    );

  return {
    async openCheckout(request) {
      const session = parse(
        Session,
        await post(
          "/v1/checkout/sessions",
          {
            mode: "payment",
            "line_items[0][quantity]": "1",
            "line_items[0][price_data][currency]": request.currency.toLowerCase(),
            "line_items[0][price_data][unit_amount]": String(request.amount_minor),
            "line_items[0][price_data][product_data][name]": request.description,
            success_url: request.success_url,
            cancel_url: request.cancel_url,
            expires_at: String(Math.floor(request.expires_at.getTime() / 1000)),
            client_reference_id: request.idempotency_key,
            ...(request.payer_email === null ? {} : { customer_email: request.payer_email }),
            ...(request.capture === "manual"
              ? {
                  "payment_intent_data[capture_method]": "manual",
                  "payment_intent_data[metadata][idempotency_key]": request.idempotency_key,
                }
              : {}),
          },
          request.idempotency_key,
        ),
      );
      if (!session.url) throw failed("unreadable_answer", "no address of the checkout");
      return { reference: session.id, url: session.url };
    },
    async findCheckout(reference) {
      return toCheckoutState(
        parse(Session, await get(`/v1/checkout/sessions/${encodeURIComponent(reference)}`)),
      );
    },
    async findPayment(reference) {
      return toPaymentState(parse(Intent, await get(`/v1/payment_intents/${encodeURIComponent(reference)}`)));
    },
    async capture({ idempotency_key, payment_reference }) {
      const path = `/v1/payment_intents/${encodeURIComponent(payment_reference)}/capture`;
      return toPaymentState(parse(Intent, await post(path, {}, idempotency_key)));
    },
    async voidPayment({ idempotency_key, payment_reference }) {
      const path = `/v1/payment_intents/${encodeURIComponent(payment_reference)}/cancel`;
      return toPaymentState(parse(Intent, await post(path, {}, idempotency_key)));
    },
    async refund({ idempotency_key, payment_reference, amount_minor }) {
      const form = { payment_intent: payment_reference, amount: String(amount_minor) };
      return toRefundState(parse(Refund, await post("/v1/refunds", form, idempotency_key)));
    },
    async findRefund(reference) {
      return toRefundState(parse(Refund, await get(`/v1/refunds/${encodeURIComponent(reference)}`)));
    },
    readEvent(body, signature, now) {
      if (event_secret === null || !isSigned(body, signature, event_secret, now)) return null;
      return toPaymentEvent(parse(Event, readJson(Buffer.from(body).toString("utf8"))));
    },
  };
}

/** With several signatures, while the secret is being changed, one that fits is enough. */
function isSigned(body: Uint8Array, header: string, secret: string, now: Date): boolean {
  const parts = header.split(",").map((part) => part.trim().split("=") as [string, string | undefined]);
  const timestamp = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > EVENT_AGE_MAX_S) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  return parts.some(([name, value = ""]) => {
    const given_bytes = Buffer.from(value, "hex");
    return name === "v1" && given_bytes.length === expected.length && timingSafeEqual(given_bytes, expected);
  });
}

function toCheckoutState(session: Static<typeof Session>): CheckoutState {
  const { payment_intent: payment } = session;
  return {
    reference: session.id,
    state: toState(session),
    payment_reference: typeof payment === "object" ? (payment?.id ?? null) : (payment ?? null),
    amount_minor: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
  };
}

function toState({ status, payment_status }: Static<typeof Session>): CheckoutState["state"] {
  if (payment_status === "paid" || payment_status === "no_payment_required") return "paid";
  if (status === "expired") return "expired";
  return status === "complete" ? "processing" : "open";
}

const PAYMENT_STATES: Readonly<Record<string, PaymentState["state"]>> = {
  processing: "processing",
  requires_capture: "authorised",
  succeeded: "captured",
  canceled: "voided",
};

function toPaymentState({ id, status, amount, currency, metadata }: Static<typeof Intent>): PaymentState {
  return {
    reference: id,
    state: PAYMENT_STATES[status] ?? "open",
    amount_minor: amount,
    currency: currency.toUpperCase(),
    idempotency_key: metadata?.["idempotency_key"] ?? null,
  };
}

function toRefundState({ id, status }: Static<typeof Refund>): RefundState {
  if (status === "succeeded") return { reference: id, state: "succeeded" };
  if (status === "failed" || status === "canceled") return { reference: id, state: "failed" };
  return { reference: id, state: "pending" };
}

function toPaymentEvent({ id, type, data }: Static<typeof Event>): PaymentEvent {
  if (type.startsWith("checkout.session.")) {
    const checkout = toCheckoutState(parse(Session, data.object));
    const has_failed = type === "checkout.session.async_payment_failed";
    return {
      event_id: id,
      about: "checkout",
      checkout: has_failed ? { ...checkout, state: "failed" } : checkout,
    };
  }
  if (type.startsWith("payment_intent."))
    return { event_id: id, about: "payment", payment: toPaymentState(parse(Intent, data.object)) };
  if (type.startsWith("refund.") || type === "charge.refund.updated")
    return { event_id: id, about: "refund", refund: toRefundState(parse(Refund, data.object)) };
  return { event_id: id, about: "other" };
}

function readAnswer({ status, body }: TextAnswer): unknown {
  if (status === 200) return readJson(body);
  // The code is documented; the text may repeat what was sent.
  const { error } = Value.Check(ApiError, tryJson(body))
    ? (tryJson(body) as Static<typeof ApiError>)
    : { error: {} };
  const detail = error.code ?? error.type ?? `status ${status}`;
  if (status === 401 || status === 403) throw failed("not_authorised", detail);
  if (status === 429) throw failed("rate_limited", detail);
  // 409: a request with the same key is under way.
  if (status >= 500 || status === 408 || status === 409) throw failed("processor_failed", detail);
  // Redirects are never followed: they would send the key elsewhere.
  throw failed(status < 400 ? "unreadable_answer" : "request_refused", detail);
}

function readNetworkError(error: Error & { code?: string }, url: URL): PaymentFailed {
  if (error instanceof PrivateAddressError) return failed("private_address");
  if (error.name === "TimeoutError" || error.name === "AbortError") return failed("timeout");
  const host = isIP(url.hostname) === 0 ? url.hostname : "its address";
  return failed("unreachable", `${host}: ${error.code ?? "connection failed"}`);
}

function parse<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (!Value.Check(schema, value)) throw failed("unreadable_answer");
  return value as Static<T>;
}

function readJson(text: string): unknown {
  const value = tryJson(text);
  if (value === undefined) throw failed("unreadable_answer");
  return value;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
