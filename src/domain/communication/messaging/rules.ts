/** Decisions about messages to people. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { messages } from "./messages.ts";
import type { StoredEmail, StoredSms } from "./records/messaging-settings.ts";

export const CHANNELS = ["email", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];

export const PURPOSES = [
  "notice",
  "delivery_notice",
  "password_reset",
  "invitation",
  "verification_code",
  "test",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Where messages of a channel go: to a vendor, or only to the outbox. Null: they cannot be sent. */
export type SenderSource = "own" | "installation" | "outbox" | null;

/**
 * Our choice: text messages need a decision, because a code that nobody receives locks people out: the outbox counts
 * only if somebody chose it and the installation allows it, which in production needs an explicit setting.
 */
export function chooseSmsSender(
  stored_sms: StoredSms | null,
  has_own: boolean,
  allows_sms_outbox: boolean,
): SenderSource {
  if (stored_sms === null) return has_own ? "installation" : null;
  if (stored_sms.vendor === "outbox") return allows_sms_outbox ? "outbox" : null;
  return "own";
}

/**
 * E-mail is never refused for lack of a server: without a sender it stays in the outbox, and an administrator passes it
 * on.
 */
export function chooseEmailSender(
  stored_email: StoredEmail | null,
  has_own: boolean,
): Exclude<SenderSource, null> {
  if (stored_email === null) return has_own ? "installation" : "outbox";
  return stored_email.vendor === "outbox" ? "outbox" : "own";
}

/** Pauses before the second and each further try, seconds; a message is tried once more than there are pauses. */
const PAUSES_S = [15, 60, 300, 1800, 7200] as const;
export const ATTEMPTS_MAX = PAUSES_S.length + 1;

/** When to try again after `attempts` tries; null if there is no further try. Never sooner than the vendor asks. */
export function computeNextTry(
  message: { attempts: number; attempts_max: number; expires_at: string | null },
  now: Date,
  retry_after_s: number | null,
): Date | null {
  if (message.attempts >= message.attempts_max) return null;
  const pause_s = Math.max(PAUSES_S[message.attempts - 1] ?? 7200, retry_after_s ?? 0);
  const next = new Date(now.getTime() + pause_s * 1000);
  return message.expires_at !== null && next.getTime() >= Date.parse(message.expires_at) ? null : next;
}

/** The text with every secret in it masked; the mask does not reveal the length either. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (masked, secret) => (secret === "" ? masked : masked.replaceAll(secret, "••••••")),
    text,
  );
}

/** The end of a secret, by which its owner recognises it; null for one so short that its end would reveal it. */
export function getLastFour(secret: string): string | null {
  return secret.length >= 12 ? secret.slice(-4) : null;
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const ADDRESS = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/;

export function findSmsFaults(sms: StoredSms | null, allows_sms_outbox: boolean): RefusalDetail[] {
  if (sms === null) return [];
  const faults: RefusalDetail[] = [];
  const fault = (field: string, message: Message) => faults.push({ field: `sms/${field}`, message });
  if (sms.vendor === "outbox") {
    if (!allows_sms_outbox) fault("vendor", messages.no_outbox);
    return faults;
  }
  if (sms.account === "") fault("account", messages.needed);
  if (sms.secret_sealed === null) fault("token", messages.token_needed);
  if (!/^(\+[1-9]\d{5,14}|MG[0-9a-f]{32}|(?=.*[a-z])[a-z0-9 ]{1,11}|\d{3,8})$/i.test(sms.sender))
    fault("sender", messages.sender_form);
  if (sms.base_url !== null && !isHttpUrl(sms.base_url)) fault("base_url", messages.begins_with_https);
  return faults;
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && search === "" && hash === "";
}

export function findEmailFaults(email: StoredEmail | null): RefusalDetail[] {
  if (email === null || email.vendor === "outbox") return [];
  const faults: RefusalDetail[] = [];
  const fault = (field: string, message: Message) => faults.push({ field: `email/${field}`, message });
  if (!HOST.test(email.host)) fault("host", messages.mail_server);
  if (!ADDRESS.test(email.from_address)) fault("from_address", messages.email_address);
  if (email.reply_to !== null && !ADDRESS.test(email.reply_to)) fault("reply_to", messages.email_address);
  if (email.username !== null && email.secret_sealed === null) fault("password", messages.password_needed);
  return faults;
}
