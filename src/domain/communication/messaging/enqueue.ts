/**
 * Enqueue a message in the transaction that causes it, so that it is sent exactly when the write is committed. A job
 * sends it after the commit; a caller that cannot wait sends it in `perform` (see deliver.ts).
 */
import assert from "node:assert";
import type { Context } from "#operation/define/context.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { TEXT_MAX } from "#providers/sms/port.ts";
import { loadMessaging } from "./records/messaging-settings.ts";
import { OutboxMessage } from "./records/outbox-message.ts";
import { ATTEMPTS_MAX, type Channel, maskSecrets, type Purpose, type SenderSource } from "./rules.ts";
import { getEmailSender, getSmsSender } from "./senders.ts";

interface Draft {
  /** The business it is sent for; null for the platform itself. */
  business_id: number | null;
  to: string;
  text: string;
  purpose: Purpose;
  /** Codes and tokens in the text: only the recipient reads them if a vendor sends. */
  secrets?: readonly string[];
  /** Seconds until the message expires: it is not sent later. */
  ttl_s?: number;
  /** Sent by the caller in `perform`; the job is only the fallback. */
  immediate?: boolean;
  /** Tries before it has failed finally. */
  attempts_max?: number;
}

export interface TextDraft extends Draft {
  business_id: number;
}

export interface EmailDraft extends Draft {
  subject: string;
  html?: string;
}

/** The job takes over a message whose sender stopped midway after this long. */
const FALLBACK_AFTER_S = 60;

/** Returns the message's id; null if text messages of this business cannot be sent. */
export async function enqueueSms(context: Context<never>, draft: TextDraft): Promise<number | null> {
  assert(/^\+[1-9]\d{5,14}$/.test(draft.to), "A text message goes to a number in E.164.");
  assert(draft.text.length <= TEXT_MAX, "A text message is too long.");
  const row = await loadMessaging(context.db, draft.business_id);
  const { source } = getSmsSender(row, context);
  if (source === null) return null;
  const provider = chooseProvider(source, row.sms, context.providers.sms.installation_port);
  return insertMessage(context, "sms", provider, { ...draft, subject: "" });
}

export async function enqueueEmail(context: Context<never>, draft: EmailDraft): Promise<number> {
  const row = await loadMessaging(context.db, draft.business_id);
  const { source } = getEmailSender(row, context);
  return insertMessage(
    context,
    "email",
    chooseProvider(source, row.email, context.providers.email.installation_port),
    draft,
  );
}

function chooseProvider(
  source: SenderSource,
  own_account: { vendor: string } | null,
  installation_provider: { name: string } | null,
): string {
  const vendor_name =
    source === "own"
      ? own_account?.vendor
      : source === "installation"
        ? installation_provider?.name
        : undefined;
  return vendor_name ?? "outbox";
}

async function insertMessage(
  { db, now, settings, enqueue }: Context<never>,
  channel: Channel,
  provider: string,
  draft: EmailDraft,
): Promise<number> {
  const { business_id, to, subject, text, html, purpose, secrets = [], ttl_s, immediate = false } = draft;
  const is_outbox = provider === "outbox";
  const encrypt = (words: string) => encryptText(settings.secret_key, words);
  const { id } = await OutboxMessage.insert(
    { db, now, business_id },
    {
      channel,
      provider,
      recipient: to,
      subject,
      body_sealed: encrypt(text),
      html_sealed: html === undefined ? null : encrypt(html),
      masked_sealed: secrets.length === 0 ? null : encrypt(maskSecrets(text, secrets)),
      purpose,
      state: is_outbox ? "kept" : "queued",
      attempts_max: draft.attempts_max ?? ATTEMPTS_MAX,
      next_at: is_outbox ? null : now.toISOString(),
      expires_at: ttl_s === undefined ? null : new Date(now.getTime() + ttl_s * 1000).toISOString(),
    },
  );
  if (!is_outbox) {
    enqueue({
      name: "deliver-message",
      data: { message_id: id, business_id },
      ...(immediate ? { start_after_s: FALLBACK_AFTER_S } : {}),
    });
  }
  return id;
}
