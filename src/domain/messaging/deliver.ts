/**
 * Sends one message that was handed over, outside any transaction, and writes down what came of it.
 *
 * Whoever sends claims the message first, so that the job and a request do not send it side by side. A process
 * that dies while sending leaves the claim to lapse: the message goes out at least once, under one key.
 */
import type { Context } from "#operation/context.ts";
import { unseal } from "#platform/auth/secrets.ts";
import { SendingFailed, type Sent } from "#providers/sending.ts";
import { readMessaging, type Sender, wayOfEmail, wayOfSms } from "./accounts.ts";
import type { Channel } from "./hand-over.ts";
import { nextTry } from "./rules.ts";

/** Longer than any vendor is waited for. */
const CLAIM_S = 120;

export type MessageState = "kept" | "queued" | "sent" | "failed";

export interface Delivery {
  /** `kept`: in the outbox, where nothing leaves. `queued`: it is tried again at `next_at`. */
  state: MessageState;
  failure: string | null;
  /** For administrators: no secret, no recipient. */
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

export async function deliver(context: Sender & Pick<Context, "now">, message_id: number): Promise<Delivery> {
  const { db, now } = context;
  const message = await db.row<ClaimedRow>(CLAIM, [message_id, now]);
  if (message === undefined) return deliveryOf(db, message_id);
  try {
    const sent = await send(context, message);
    // The secrets inside have done their work; only the masked text stays.
    await db.execute(
      `update outbox_message set state = 'sent', vendor_id = $2, sent_at = $3, next_at = null, failure = null,
         reason = null, body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`,
      [message_id, sent.vendor_id, now],
    );
  } catch (error) {
    const failure = failureOf(error);
    const next = failure.is_temporary ? nextTry(message, now, failure.retry_after_s) : null;
    await db.execute(
      next === null
        ? `update outbox_message set state = 'failed', next_at = $4, failure = $2, reason = $3,
             body_sealed = coalesce(masked_sealed, body_sealed), html_sealed = null where id = $1`
        : "update outbox_message set next_at = $4, failure = $2, reason = $3 where id = $1",
      [message_id, failure.failure, failure.message.slice(0, 300), next],
    );
    if (failure === OURS) throw error;
  }
  return deliveryOf(db, message_id);
}

async function send(context: Sender & Pick<Context, "now">, message: ClaimedRow): Promise<Sent> {
  const { db, now, settings } = context;
  if (message.expires_at !== null && Date.parse(message.expires_at) <= now.getTime())
    throw new Unsendable("expired", "It could not be sent while it was of use.");
  const row = await readMessaging(db, message.business_id);
  const { recipient: to, key: idempotency_key } = message;
  const text = unseal(settings.secret_key, message.body_sealed);
  if (message.channel === "sms") {
    const port = wayOfSms(row, context).port();
    if (port === null) throw new Unsendable("no_vendor", "Nobody sends text messages any more.");
    return port.send({ to, text, idempotency_key });
  }
  const port = wayOfEmail(row, context).port();
  if (port === null) throw new Unsendable("no_vendor", "Nobody sends e-mail any more.");
  const html = message.html_sealed === null ? null : unseal(settings.secret_key, message.html_sealed);
  return port.send({ to, subject: message.subject, text, html, idempotency_key });
}

/** What no further try would change, and no vendor said. */
class Unsendable extends Error {
  readonly failure: "expired" | "no_vendor";
  readonly is_temporary = false;
  readonly retry_after_s = null;

  constructor(failure: "expired" | "no_vendor", message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A bug of ours is written down and tried again like a failure of the vendor's, and still thrown: somebody must see it. */
const OURS = {
  failure: "internal",
  is_temporary: true,
  retry_after_s: null,
  message: "Something went wrong on our side.",
};

function failureOf(error: unknown) {
  return error instanceof SendingFailed || error instanceof Unsendable ? error : OURS;
}

async function deliveryOf(db: Context["db"], message_id: number): Promise<Delivery> {
  const row = await db.row<Delivery>(
    "select state, failure, reason, next_at from outbox_message where id = $1",
    [message_id],
  );
  return row ?? { state: "failed", failure: "gone", reason: "There is no such message.", next_at: null };
}
