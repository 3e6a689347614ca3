/**
 * Tell a person about something else than an order, at each of its addresses: one row for each, with the message in the
 * transaction of what happened. The row is the claim: the same occurrence again writes and sends nothing.
 */
import { enqueueEmail, enqueueSms } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";
import { decryptText, encryptText } from "#platform/auth/secrets.ts";
import { STOP_LINE } from "./default-texts.ts";
import { buildStopUrl, signRecipient } from "./link.ts";
import { chooseTimeZone, type Reader } from "./locale.ts";
import { findQuietUntil } from "./notify.ts";
import { NoticeRecord, type NoticeRow, type Party } from "./records/notice.ts";
import { loadSettings } from "./records/notification-settings.ts";
import { lockRecipient, type RecipientRow } from "./records/recipient.ts";
import { type Decision, decideSending } from "./rules.ts";
import { renderText } from "./templates.ts";

export const SEND_NOTICE = "notifications.send-notice";

export interface NoticeContact {
  /** E.164. */
  phone?: string | null | undefined;
  email?: string | null | undefined;
  language?: string | null | undefined;
}

export interface NoticeText {
  subject: string;
  text: string;
}

export interface NoticeDraft {
  subject: { type: string; id: number };
  party: Party;
  /** Unique among the kinds of all subjects. */
  kind: string;
  /** Which time of the kind it is: it is told once to each address. */
  occurrence?: string;
  contact: NoticeContact;
  /** Where it happens, whose times are told. */
  place: { country?: string | undefined };
  occurred_at?: Date;
  /** Until when it is of use; three days by default. */
  expires_at?: Date;
  /** Without it the person cannot get the goods: it is sent at once, whatever is wanted at the address. */
  is_needed?: boolean;
  secrets?: readonly string[];
  links?: readonly string[];
  write(reader: Reader): NoticeText;
}

const USEFUL_MS = 3 * 24 * 3_600_000;

export async function tellPerson(context: Context<never>, draft: NoticeDraft): Promise<void> {
  const { now, business } = context;
  const { contact, subject, party, kind, occurrence = "once", occurred_at = now } = draft;
  const expires_at = draft.expires_at ?? new Date(now.getTime() + USEFUL_MS);
  const facts = {
    subject_type: subject.type,
    subject_id: subject.id,
    party,
    kind,
    occurrence,
    expires_at: expires_at.toISOString(),
    occurred_at: occurred_at.toISOString(),
  };
  const addresses = listAddresses(contact);
  if (addresses.length === 0)
    await NoticeRecord.insertIfAbsent(context, {
      ...facts,
      channel: null,
      target: "",
      language: chooseLanguage(contact.language ?? business.locale, LANGUAGES),
      state: "suppressed",
      reason: "no_address",
    });
  for (const { channel, target } of addresses) {
    const recipient = await lockRecipient(context, channel, target);
    const language = chooseLanguage(contact.language ?? recipient.language ?? business.locale, LANGUAGES);
    const time_zone = chooseTimeZone(draft.place.country ?? "", business.time_zone);
    const decision: Decision = draft.is_needed
      ? { state: "send" }
      : await decide(context, { channel, recipient, time_zone, expires_at, was_deferred: false });
    const row = await NoticeRecord.insertIfAbsent(context, {
      ...facts,
      channel,
      target,
      language,
      state: decision.state === "send" ? "enqueued" : decision.state,
      reason: decision.state === "suppressed" ? decision.reason : null,
      deferred_until: decision.state === "deferred" ? decision.until.toISOString() : null,
    });
    if (row === undefined || decision.state === "suppressed") continue;
    const { secrets = [], links = [], is_needed = false } = draft;
    const content = { ...draft.write({ language, time_zone }), secrets, links, is_needed, time_zone };
    if (decision.state === "deferred") {
      const content_sealed = encryptText(context.settings.secret_key, JSON.stringify(content));
      await NoticeRecord.change(context, row, { content_sealed });
      context.due.set(SEND_NOTICE, row.id, decision.until);
    } else await sendNotice(context, row, recipient, content);
  }
}

function listAddresses({ phone, email }: NoticeContact): { channel: "sms" | "email"; target: string }[] {
  return [
    ...(phone ? [{ channel: "sms" as const, target: phone }] : []),
    ...(email ? [{ channel: "email" as const, target: email.trim().toLowerCase() }] : []),
  ];
}

async function decide(
  { db, business_id, now }: Context<never>,
  facts: {
    channel: "sms" | "email";
    recipient: RecipientRow;
    time_zone: string;
    expires_at: Date;
    was_deferred: boolean;
  },
): Promise<Decision> {
  const { channel, recipient, time_zone, expires_at, was_deferred } = facts;
  return decideSending({
    now,
    expires_at,
    is_current: true,
    opted_out: recipient.opted_out_at !== null,
    quiet_until: findQuietUntil(await loadSettings(db, business_id), channel, now, time_zone),
    was_deferred,
  });
}

interface Content extends NoticeText {
  secrets: readonly string[];
  links: readonly string[];
  is_needed: boolean;
  time_zone: string;
}

async function sendNotice(
  context: Context<never>,
  row: NoticeRow,
  recipient: RecipientRow,
  { subject, text, secrets, links, is_needed }: Content,
): Promise<void> {
  const { business_id, now, settings } = context;
  const { channel, language, target } = row;
  if (channel === null) return;
  const signature = signRecipient(context, recipient.id);
  const stop_link = buildStopUrl(settings.base_url, business_id, recipient.id, signature);
  // What is sent whatever is wanted has no line that says how to stop it.
  const can_stop = channel === "email" && !is_needed;
  const whole_text = can_stop ? `${text}\n\n${STOP_LINE.format(language, { stop_link })}` : text;
  const rendered = renderText({ subject, text: whole_text }, channel, [...links, stop_link], language);
  const message = {
    business_id,
    to: target,
    text: rendered.text,
    purpose: "notice" as const,
    secrets: can_stop ? [...secrets, signature] : secrets,
    ttl_s: Math.max(60, Math.floor((Date.parse(row.expires_at) - now.getTime()) / 1000)),
  };
  const outbox_message_id =
    channel === "sms"
      ? await enqueueSms(context, message)
      : await enqueueEmail(context, {
          ...message,
          subject: rendered.subject,
          ...(rendered.html === null ? {} : { html: rendered.html }),
        });
  const is_sent = outbox_message_id !== null;
  await NoticeRecord.change(context, row, {
    state: is_sent ? "enqueued" : "suppressed",
    reason: is_sent ? null : "not_configured",
    deferred_until: null,
    content_sealed: null,
    outbox_message_id,
  });
}

/** The quiet hours are over that a notice waited for. */
export async function sendDeferredNotice(context: Context<never>, id: number): Promise<void> {
  const row = await NoticeRecord.lock(context, id);
  if (row?.state !== "deferred" || row.channel === null || row.content_sealed === null) return;
  const opened = decryptText(context.settings.secret_key, row.content_sealed);
  const content = JSON.parse(opened) as Content;
  const { channel, target } = row;
  const recipient = await lockRecipient(context, channel, target);
  const decision = await decide(context, {
    channel,
    recipient,
    time_zone: content.time_zone,
    expires_at: new Date(row.expires_at),
    was_deferred: true,
  });
  if (decision.state === "send") return sendNotice(context, row, recipient, content);
  if (decision.state === "deferred") {
    await NoticeRecord.change(context, row, { deferred_until: decision.until.toISOString() });
    context.due.set(SEND_NOTICE, row.id, decision.until);
    return;
  }
  await NoticeRecord.change(context, row, {
    state: "suppressed",
    reason: decision.reason,
    deferred_until: null,
    content_sealed: null,
  });
}
