/** Mails about endpoints, to the person who changed the settings last. */
import type { Context } from "#operation/define/context.ts";
import { enqueueEmail } from "../../communication/messaging/public.ts";

const TEXTS = {
  gone: {
    subject: "A webhook endpoint was disabled",
    text: "It answered 410 Gone, so nothing more is sent to it.",
  },
  disabled: {
    subject: "A webhook endpoint was disabled",
    text: "Every delivery to it has failed for five days, so nothing more is sent to it.",
  },
  recovered: {
    subject: "A webhook endpoint works again",
    text: "It takes deliveries again. Those that waited are being sent.",
  },
} as const;

const ADVICE = "When it is repaired, enable it under Build, Webhooks, and repeat what failed meanwhile.";

export async function sendNotice(
  context: Context<string>,
  url: string,
  what: keyof typeof TEXTS,
): Promise<void> {
  const { db, business_id, settings } = context;
  const account = await db.row<{ email: string }>(
    `select a.email from webhook_settings s join account a on a.business_id = s.business_id and a.id = s.updated_by
     where s.business_id = $1 and a.status = 'active'`,
    [business_id],
  );
  if (account === undefined) return;
  const { subject, text } = TEXTS[what];
  await enqueueEmail(context as Context<never>, {
    business_id,
    to: account.email,
    subject,
    text: `${url}\n\n${text}\n${what === "recovered" ? "" : `${ADVICE}\n`}\n${settings.base_url}/webhooks\n`,
    purpose: "notice",
  });
}
