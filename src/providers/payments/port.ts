/**
 * Payment by card. A business has its own account at a processor; each processor is one file in this folder. Money is never
 * moved inside a transaction of ours.
 */

export interface CheckoutRequest {
  /** The same for each attempt to open the checkout of one payment: the processor opens it once. */
  idempotency_key: string;
  amount_minor: number;
  /** ISO 4217. */
  currency: string;
  /** What the payer reads. */
  description: string;
  /** Where the payer's browser goes after paying, and after giving up. */
  success_url: string;
  cancel_url: string;
  payer_email: string | null;
  expires_at: Date;
  /** `manual`: the payer's bank only reserves the amount, until it is captured or voided. */
  capture?: "automatic" | "manual";
}

/** A page of the processor where somebody pays. */
interface Checkout {
  /** The processor's own id. */
  reference: string;
  url: string;
}

/** How a checkout stands. */
export interface CheckoutState {
  reference: string;
  /** `processing`: given, but not yet sure to arrive, as with a debit. */
  state: "open" | "processing" | "paid" | "failed" | "expired";
  /** The processor's id of the payment, by which it is refunded. */
  payment_reference: string | null;
  amount_minor: number;
  /** ISO 4217. */
  currency: string;
}

/** How a payment stands whose amount is only reserved until it is captured. */
export interface PaymentState {
  /** The processor's id of the payment. */
  reference: string;
  state: "open" | "processing" | "authorised" | "captured" | "voided";
  amount_minor: number;
  /** ISO 4217. */
  currency: string;
  /** That of the checkout; null for one that was not opened for `manual` capture. */
  idempotency_key: string | null;
}

interface PaymentRequest {
  idempotency_key: string;
  payment_reference: string;
}

interface RefundRequest {
  idempotency_key: string;
  payment_reference: string;
  amount_minor: number;
}

export interface RefundState {
  reference: string;
  state: "pending" | "succeeded" | "failed";
}

/** What a processor reports by itself. */
export type PaymentEvent =
  | { event_id: string; about: "checkout"; checkout: CheckoutState }
  | { event_id: string; about: "payment"; payment: PaymentState }
  | { event_id: string; about: "refund"; refund: RefundState }
  /** Valid, and of no consequence. */
  | { event_id: string; about: "other" };

export interface PaymentProcessor {
  /** All throw `PaymentFailed`. */
  openCheckout(request: CheckoutRequest): Promise<Checkout>;
  findCheckout(reference: string): Promise<CheckoutState>;
  findPayment(payment_reference: string): Promise<PaymentState>;
  /** Takes what is reserved. */
  capture(request: PaymentRequest): Promise<PaymentState>;
  /** Gives up what is reserved: nothing is taken. */
  voidPayment(request: PaymentRequest): Promise<PaymentState>;
  refund(request: RefundRequest): Promise<RefundState>;
  findRefund(reference: string): Promise<RefundState>;
  /** Verifies and reads an event as it was sent; null when the signature is not valid or too old. */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent | null;
}

export interface ProcessorAccount {
  secret_key: string;
  /** Signs events; null while none is set. */
  event_secret: string | null;
  base_url: string;
}

export interface PaymentProcessors {
  of(account: ProcessorAccount): PaymentProcessor;
}

const PAYMENT_FAILURES = [
  "not_authorised",
  "request_refused",
  "rate_limited",
  "unreachable",
  "timeout",
  "processor_failed",
  "unreadable_answer",
  "private_address",
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/** Failures after which the same request may succeed, or may have succeeded. */
const UNCERTAIN: ReadonlySet<PaymentFailure> = new Set([
  "rate_limited",
  "unreachable",
  "timeout",
  "processor_failed",
  "unreadable_answer",
]);

export class PaymentFailed extends Error {
  readonly failure: PaymentFailure;

  /** `reason` is shown to administrators: it contains no secret and nothing of the payer. */
  constructor(failure: PaymentFailure, reason: string) {
    super(reason);
    this.name = "PaymentFailed";
    this.failure = failure;
  }

  get is_uncertain(): boolean {
    return UNCERTAIN.has(this.failure);
  }
}
