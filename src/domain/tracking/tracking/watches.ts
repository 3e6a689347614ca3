/** Who is notified of changes of a timeline: messages, and the links that end them. */
import { hash, randomInt } from "node:crypto";
import { enqueueEmail } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Timeline } from "#otep/timeline.ts";
import { signText, verifySignature } from "#platform/auth/secrets.ts";
import { messages, nameStatus } from "./watch-messages.ts";

/** How long a code is valid, and after how long another one may be sent, seconds. */
export const CODE_TTL_S = 15 * 60;
export const CODE_INTERVAL_S = 60;
/** Tries at a code from one network, and from all: a stranger who knows number and address leaves its owner some. */
export const CODE_TRIES = { network: 5, all: 50 };
/** Codes that one address gets from a business in a day, and people told about one shipment. */
export const CODES_PER_DAY = 10;
export const WATCHES_MAX = 50;

export interface WatchRow {
  id: number;
  number: string;
  timeline: string;
  email: string;
  account_id: number | null;
  state: "pending" | "active" | "ended";
  status_code: string | null;
  /** Of the messages. */
  language: string;
  created_at: string;
}

export const WATCH_COLUMNS =
  "id, number, timeline, email, account_id, state, status_code, language, created_at";

export function hashCode(watch_id: number, code: string): string {
  return hash("sha256", `${watch_id}:${code}`);
}

export function createCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, "0");
}

const buildLinkText = (business_id: number, watch_id: number) => `${business_id}/${watch_id}`;

/** A link that ends a watch without a sign-in; it stays valid as long as the watch. */
function buildEndLink(
  { settings, business_id }: Pick<Context, "settings" | "business_id">,
  watch_id: number,
): string {
  const signature = signText(settings.secret_key, "watch", buildLinkText(business_id, watch_id));
  return `${settings.base_url}/track/stop?business=${business_id}&watch=${watch_id}&signature=${signature}`;
}

export function isEndSignature(
  { settings, business_id }: Pick<Context, "settings" | "business_id">,
  watch_id: number,
  signature: string,
): boolean {
  return verifySignature(settings.secret_key, "watch", buildLinkText(business_id, watch_id), signature);
}

export async function sendCode(
  context: Context<never>,
  { email, number, language }: Pick<WatchRow, "email" | "number" | "language">,
  code: string,
): Promise<void> {
  const { name } = context.business;
  await enqueueEmail(context, {
    business_id: context.business_id,
    to: email,
    subject: messages.code_subject.format(language, { number }),
    text: messages.code_text.format(language, { business: name, number, code }),
    purpose: "verification_code",
    secrets: [code],
    ttl_s: CODE_TTL_S,
  });
}

/** Tells everybody who watches a timeline of its status, once for each status. */
export async function notifyWatchers(
  context: Context<never>,
  key: string,
  timeline: Timeline,
): Promise<void> {
  const { status } = timeline;
  if (status === null) return;
  const { db, business_id } = context;
  const rows = await db.rows<WatchRow>(
    `update tracking_watch set status_code = $3 where business_id = $1 and timeline = $2 and state = 'active'
       and status_code is distinct from $3 returning ${WATCH_COLUMNS}`,
    [business_id, key, status.code],
  );
  if (rows.length === 0) return;
  const { name } = context.business;
  for (const { id, email, number, language } of rows.sort((one, other) => one.id - other.id)) {
    const label = nameStatus(language, status.code, status.base);
    await enqueueEmail(context, {
      business_id,
      to: email,
      subject: `${number}: ${label}`,
      text: messages.notice_text.format(language, {
        number,
        business: name,
        status: label,
        link: `${context.settings.base_url}/track/${number}`,
        end_link: buildEndLink(context, id),
      }),
      purpose: "notice",
    });
  }
}
