/**
 * Links to set a password: after a forgotten one, or for an invitation. The token in the link is stored as a hash and
 * works once.
 */
import { enqueueEmail } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { generateToken } from "#platform/auth/secrets.ts";

const RESET_TTL_S = 3600;
const INVITATION_TTL_S = 7 * 24 * 3600;

export interface Recipient {
  account_id: number;
  business_id: number | null;
  business_name: string;
  email: string;
  name: string;
}

async function createLink(context: Context<never>, to: Recipient, life_s: number) {
  const { db, now, settings } = context;
  const { token, token_hash } = generateToken();
  await db.execute(
    "insert into password_reset (token_hash, business_id, account_id, expires_at) values ($1, $2, $3, $4)",
    [token_hash, to.business_id, to.account_id, new Date(now.getTime() + life_s * 1000)],
  );
  return { link: `${settings.base_url}/reset-password?token=${token}`, secrets: [token], useful_s: life_s };
}

export async function sendReset(context: Context<never>, to: Recipient): Promise<void> {
  const { link, ...limits } = await createLink(context, to, RESET_TTL_S);
  await enqueueEmail(context, {
    ...limits,
    purpose: "password_reset",
    business_id: to.business_id,
    to: to.email,
    subject: "Set a new password",
    text: `Hello ${to.name},

somebody, probably you, asked for a new password at ${to.business_name}. Set it here within one hour:

${link}

If it was not you, nothing has changed and there is nothing to do.
`,
  });
}

export async function sendInvitation(context: Context<never>, to: Recipient): Promise<void> {
  const { link, ...limits } = await createLink(context, to, INVITATION_TTL_S);
  await enqueueEmail(context, {
    ...limits,
    purpose: "invitation",
    business_id: to.business_id,
    to: to.email,
    subject: `Your account at ${to.business_name}`,
    text: `Hello ${to.name},

an account was made for you at ${to.business_name}. Choose your password here within seven days:

${link}
`,
  });
}
