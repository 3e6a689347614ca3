/** Why a message did not leave: one kind of failure for every channel and vendor, so that retries follow one rule. */

/** What went wrong, as the outbox names it. */
export const SENDING_FAILURES = [
  /** The vendor does not know the recipient, or cannot reach it. */
  "recipient_refused",
  /** The recipient asked to get nothing more. */
  "recipient_unsubscribed",
  /** The vendor does not accept the sender, the content or the country. */
  "message_refused",
  /** The account or its secret is wrong, or may not send. */
  "not_authorised",
  "rate_limited",
  "unreachable",
  "timeout",
  /** The vendor's own fault. */
  "vendor_failed",
  /** An answer that is not what the vendor documents. */
  "unreadable_answer",
  /** The configured address leads inside, and that is not allowed. */
  "private_address",
] as const;
export type SendingFailure = (typeof SENDING_FAILURES)[number];

/** The same message may go through later: the vendor, the network or the pace was at fault. */
const TEMPORARY: ReadonlySet<SendingFailure> = new Set([
  "rate_limited",
  "unreachable",
  "timeout",
  "vendor_failed",
  "unreadable_answer",
]);

export class SendingFailed extends Error {
  readonly failure: SendingFailure;
  /** Seconds the vendor asks to wait; null when it says nothing. */
  readonly retry_after_s: number | null;

  /** `reason` is shown to administrators: it holds no secret and no text of the message. */
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

export interface Sent {
  /** The vendor's own id of the message; null when it gives none. */
  vendor_id: string | null;
}
