/**
 * Send one enqueued message, outside any transaction, and record the result.
 *
 * The sending process claims the message first, so that the job and a request do not send it concurrently. The claim of
 * a process that dies while sending expires: the message is sent at least once, with one idempotency key.
 */
import type { Context } from "#operation/define/context.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { SendingFailed, type SentMessage } from "#providers/sending.ts";
import { loadMessaging } from "./records/messaging-settings.ts";
import {
  claimMessage,
  type Delivery,
  loadDelivery,
  type OutboxMessageRow,
  recordSending,
  saveFailure,
} from "./records/outbox-message.ts";
import { computeNextTry } from "./rules.ts";
import { buildReportUrl, getEmailSender, getSmsSender, type SenderContext } from "./senders.ts";

export async function deliver(
  context: SenderContext & Pick<Context, "now">,
  message_id: number,
): Promise<Delivery> {
  const { db, now } = context;
  const message = await claimMessage(context, message_id);
  if (message === undefined) return loadDelivery(db, message_id);
  try {
    const delivery = await sendToVendor(context, message);
    await recordSending(context, message_id, delivery.vendor_id);
  } catch (error) {
    const failure = classifyFailure(error);
    const next = failure.is_temporary ? computeNextTry(message, now, failure.retry_after_s) : null;
    await saveFailure(context, message_id, {
      failure: failure.failure,
      reason: failure.message.slice(0, 300),
      next,
    });
    if (failure === INTERNAL_ERROR) throw error;
  }
  return loadDelivery(db, message_id);
}

async function sendToVendor(
  context: SenderContext & Pick<Context, "now">,
  message: OutboxMessageRow,
): Promise<SentMessage> {
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
  message: refusals.internal_error.en,
};

function classifyFailure(error: unknown) {
  return error instanceof SendingFailed || error instanceof Unsendable ? error : INTERNAL_ERROR;
}
