/**
 * Send one enqueued message, outside any transaction, and record the result.
 *
 * The sending process claims the message first, so that the job and a request do not send it concurrently. The claim of
 * a process that dies while sending expires: the message is sent at least once, with one idempotency key.
 */
import type { Context } from "#operation/define/context.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { SendingFailed, type Sent } from "#providers/sending.ts";
import type { Channel } from "./enqueue.ts";
import { computeNextTry } from "./rules.ts";
import {
  buildReportUrl,
  getEmailSender,
  getSmsSender,
  loadMessaging,
  type SenderContext,
} from "./senders.ts";

/** Longer than the timeout of any vendor. */
const CLAIM_S = 120;

type MessageState = "kept" | "queued" | "sent" | "failed";

export interface Delivery {
  /** `kept`: in the outbox, not sent. `queued`: retried at `next_at`. */
  state: MessageState;
  failure: string | null;
  /** For administrators: contains no secret and no recipient. */
  reason: string | null;
  next_at: string | null;
}

interface ClaimedRow {
  id: number;
  business_id: number | null;
  key: string;
  channel: Channel;
  recipient: string;
  subject: string;
  body_sealed: string;
  html_sealed: string | null;
  attempts: number;
  attempts_max: number;
  expires_at: string | null;
}

const CLAIM = `update outbox_message set attempts = attempts + 1, next_at = $2::timestamptz + make_interval(secs => ${CLAIM_S})
  where id = $1 and state = 'queued' and next_at <= $2
  returning id, business_id, key, channel, recipient, subject, body_sealed, html_sealed, attempts, attempts_max, expires_at`;

export async function deliver(
  context: SenderContext & Pick<Context, "now">,
  message_id: number,
): Promise<Delivery> {
  const { db, now } = context;
  const message = await db.row<ClaimedRow>(CLAIM, [message_id, now]);
  if (message === undefined) return loadDelivery(db, message_id);
  try {
    const sent = await sendToVendor(context, message);
    // The secrets in the text are not needed any more; only the masked text stays.
    await db.execute(
      `update outbox_message set state = 'sent', vendor_id = $2, sent_at = $3, next_at = null, failure = null,
         reason = null, body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`,
      [message_id, sent.vendor_id, now],
    );
  } catch (error) {
    const failure = classifyFailure(error);
    const next = failure.is_temporary ? computeNextTry(message, now, failure.retry_after_s) : null;
    await db.execute(
      next === null
        ? `update outbox_message set state = 'failed', next_at = $4, failure = $2, reason = $3,
             body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`
        : "update outbox_message set next_at = $4, failure = $2, reason = $3 where id = $1",
      [message_id, failure.failure, failure.message.slice(0, 300), next],
    );
    if (failure === INTERNAL_ERROR) throw error;
  }
  return loadDelivery(db, message_id);
}

async function sendToVendor(
  context: SenderContext & Pick<Context, "now">,
  message: ClaimedRow,
): Promise<Sent> {
  const { db, now, settings } = context;
  if (message.expires_at !== null && Date.parse(message.expires_at) <= now.getTime())
    throw new Unsendable("expired", "It could not be sent while it was of use.");
  const row = await loadMessaging(db, message.business_id);
  const { recipient: to, key: idempotency_key } = message;
  const text = decryptText(settings.secret_key, message.body_sealed);
  if (message.channel === "sms") {
    const sender = getSmsSender(row, context);
    const port = sender.port();
    if (port === null) throw new Unsendable("no_vendor", "Nobody sends text messages any more.");
    const report_url =
      sender.source === "own" && message.business_id !== null
        ? buildReportUrl(settings.base_url, message.business_id)
        : null;
    return port.send({ to, text, idempotency_key, report_url });
  }
  const port = getEmailSender(row, context).port();
  if (port === null) throw new Unsendable("no_vendor", "Nobody sends e-mail any more.");
  const html = message.html_sealed === null ? null : decryptText(settings.secret_key, message.html_sealed);
  return port.send({ to, subject: message.subject, text, html, idempotency_key });
}

/** Failures that a retry cannot change and that do not come from the vendor. */
class Unsendable extends Error {
  readonly failure: "expired" | "no_vendor";
  readonly is_temporary = false;
  readonly retry_after_s = null;

  constructor(failure: "expired" | "no_vendor", message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A bug of ours is recorded and retried like a failure of the vendor, and still thrown, so that it is noticed. */
const INTERNAL_ERROR = {
  failure: "internal",
  is_temporary: true,
  retry_after_s: null,
  message: "Something went wrong on our side.",
};

function classifyFailure(error: unknown) {
  return error instanceof SendingFailed || error instanceof Unsendable ? error : INTERNAL_ERROR;
}

async function loadDelivery(db: Context["db"], message_id: number): Promise<Delivery> {
  const row = await db.row<Delivery>(
    "select state, failure, reason, next_at from outbox_message where id = $1",
    [message_id],
  );
  return row ?? { state: "failed", failure: "gone", reason: "There is no such message.", next_at: null };
}
