/**
 * Hands a message over inside the transaction that causes it, so that it is sent exactly when the write
 * happened. A job sends it after the commit; whoever cannot wait sends it in `perform` (see deliver.ts).
 */
import assert from "node:assert";
import type { Context } from "#operation/context.ts";
import { seal } from "#platform/auth/secrets.ts";
import { TEXT_MAX } from "#providers/sms/port.ts";
import { readMessaging, wayOfEmail, wayOfSms } from "./accounts.ts";
import { ATTEMPTS_MAX, maskedText, type Road } from "./rules.ts";

export const CHANNELS = ["email", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export const PURPOSES = ["notice", "password_reset", "invitation", "verification_code", "test"] as const;
export type Purpose = (typeof PURPOSES)[number];

interface Draft {
  /** The business it is sent for; null for the platform itself. */
  business_id: number | null;
  to: string;
  text: string;
  purpose: Purpose;
  /** Codes and tokens inside the text: nobody but the recipient reads them once a vendor sends. */
  secrets?: readonly string[];
  /** Seconds after which it is of no use: it is not sent later. */
  useful_s?: number;
  /** Sent by the caller in `perform`; the job only makes sure. */
  immediate?: boolean;
  /** Tries before it has failed for good. */
  attempts_max?: number;
}

export interface TextDraft extends Draft {
  business_id: number;
}

export interface EmailDraft extends Draft {
  subject: string;
  html?: string;
}

/** A message whose sender gave up half-way is taken up by the job after this long. */
const SURE_AFTER_S = 60;

/** The message's id; null when text messages of this business cannot be sent. */
export async function handOverText(context: Context<never>, draft: TextDraft): Promise<number | null> {
  assert(/^\+[1-9]\d{5,14}$/.test(draft.to), "A text message goes to a number in E.164.");
  assert(draft.text.length <= TEXT_MAX, "A text message is too long.");
  const row = await readMessaging(context.db, draft.business_id);
  const { road } = wayOfSms(row, context);
  if (road === null) return null;
  const provider = providerOf(road, row.sms, context.providers.sms.own);
  return write(context, "sms", provider, { ...draft, subject: "" });
}

export async function handOverEmail(context: Context<never>, draft: EmailDraft): Promise<number> {
  const row = await readMessaging(context.db, draft.business_id);
  const { road } = wayOfEmail(row, context);
  return write(context, "email", providerOf(road, row.email, context.providers.email.own), draft);
}

function providerOf(
  road: Road,
  own: { vendor: string } | null,
  installations: { name: string } | null,
): string {
  const named = road === "own" ? own?.vendor : road === "installation" ? installations?.name : undefined;
  return named ?? "outbox";
}

async function write(
  { db, now, settings, enqueue }: Context<never>,
  channel: Channel,
  provider: string,
  draft: EmailDraft,
): Promise<number> {
  const { business_id, to, subject, text, html, purpose, secrets = [], useful_s, immediate = false } = draft;
  const kept = provider === "outbox";
  const sealed = (words: string) => seal(settings.secret_key, words);
  const row = await db.row<{ id: number }>(
    `insert into outbox_message (business_id, channel, provider, recipient, subject, body_sealed, html_sealed,
       masked_sealed, purpose, state, attempts_max, next_at, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    [
      business_id,
      channel,
      provider,
      to,
      subject,
      sealed(text),
      html === undefined ? null : sealed(html),
      secrets.length === 0 ? null : sealed(maskedText(text, secrets)),
      purpose,
      kept ? "kept" : "queued",
      draft.attempts_max ?? ATTEMPTS_MAX,
      kept ? null : now,
      useful_s === undefined ? null : new Date(now.getTime() + useful_s * 1000),
      now,
    ],
  );
  assert(row !== undefined, "A message that was inserted has an id.");
  if (!kept) {
    enqueue({
      name: "deliver-message",
      data: { message_id: row.id, business_id },
      ...(immediate ? { start_after_s: SURE_AFTER_S } : {}),
    });
  }
  return row.id;
}
