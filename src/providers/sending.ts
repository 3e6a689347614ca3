/** Why a message was not sent: the same failures for every channel and vendor, so that retries follow one rule. */

/** The kinds of failure, as stored in the outbox. */
const SENDING_FAILURES = [
  /** The vendor does not know the recipient, or cannot reach it. */
  "recipient_refused",
  /** The recipient unsubscribed. */
  "recipient_unsubscribed",
  /** The vendor does not accept the sender, the content or the country. */
  "message_refused",
  /** The account or its secret is wrong, or may not send. */
  "not_authorised",
  "rate_limited",
  "unreachable",
  "timeout",
  /** An internal failure of the vendor. */
  "vendor_failed",
  /** A response that does not match the vendor's documentation. */
  "unreadable_answer",
  /** The configured URL leads to a private address, which is not allowed. */
  "private_address",
] as const;
export type SendingFailure = (typeof SENDING_FAILURES)[number];

/** Temporary failures of the vendor, the network or the rate: a retry of the same message may succeed. */
const TEMPORARY: ReadonlySet<SendingFailure> = new Set([
  "rate_limited",
  "unreachable",
  "timeout",
  "vendor_failed",
  "unreadable_answer",
]);

export class SendingFailed extends Error {
  readonly failure: SendingFailure;
  /** Seconds the vendor asks to wait; null when it does not say. */
  readonly retry_after_s: number | null;

  /** `reason` is shown to administrators: it contains no secret and no text of the message. */
  constructor(failure: SendingFailure, reason: string, retry_after_s: number | null = null) {
    super(reason);
    this.name = "SendingFailed";
    this.failure = failure;
    this.retry_after_s = retry_after_s;
  }

  get is_temporary(): boolean {
    return TEMPORARY.has(this.failure);
  }
}

export interface SentMessage {
  /** The vendor's own id of the message; null when it returns none. */
  vendor_id: string | null;
}
