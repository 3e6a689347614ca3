/**
 * Links to set a password: after a forgotten one, or for an invitation. The token in the link is stored as a hash and
 * works once.
 *
 * An invitation that no e-mail server sends would stay where nobody reads it, so the person who invites gets the link and
 * passes it on. A link to reset a password is for the owner of the address alone.
 */
import Type from "typebox";
import { enqueueEmail, isEmailSent } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { generateToken } from "#platform/auth/secrets.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";

const RESET_TTL_S = 3600;
const INVITATION_TTL_S = 7 * 24 * 3600;

export const Invitation = Type.Object(
  {
    sent: Type.Boolean({
      description: "An e-mail with the link is on its way. False where no e-mail server is configured.",
    }),
    expires_at: Timestamp,
    link: Nullable(
      Type.String({
        "x-secret": true,
        description:
          "To choose a password; works once. Only where it was not sent, and only for the person who signed in and " +
          "invites: pass it on. Null for programs, agents, previews and proposals.",
      }),
    ),
  },
  { $id: "Invitation" },
);
export type Invitation = Type.Static<typeof Invitation>;

/** Member `invitation` of operations that may invite, null if nobody was; they declare `secret_answer: "if_signed_in"`. */
export const InvitationMember = Nullable(Invitation);

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
  const expires_at = new Date(now.getTime() + life_s * 1000);
  await db.execute(
    "insert into password_reset (token_hash, business_id, account_id, expires_at) values ($1, $2, $3, $4)",
    [token_hash, to.business_id, to.account_id, expires_at],
  );
  const message = { secrets: [token], ttl_s: life_s };
  return { link: `${settings.base_url}/reset-password?token=${token}`, expires_at, message };
}

export async function sendReset(context: Context<never>, to: Recipient): Promise<void> {
  const { link, message } = await createLink(context, to, RESET_TTL_S);
  await enqueueEmail(context, {
    ...message,
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

/** Invite a person to choose a password. Links that the account was sent before end. */
export async function sendInvitation(context: Context<never>, to: Recipient): Promise<Invitation> {
  const { db, reveals_secrets } = context;
  await db.execute("delete from password_reset where account_id = $1 and used_at is null", [to.account_id]);
  const { link, expires_at, message } = await createLink(context, to, INVITATION_TTL_S);
  await enqueueEmail(context, {
    ...message,
    purpose: "invitation",
    business_id: to.business_id,
    to: to.email,
    subject: `Your account at ${to.business_name}`,
    text: `Hello ${to.name},

an account was made for you at ${to.business_name}. Choose your password here within seven days:

${link}
`,
  });
  const is_sent = await isEmailSent(context, to.business_id);
  return {
    sent: is_sent,
    expires_at: expires_at.toISOString(),
    link: reveals_secrets && !is_sent ? link : null,
  };
}
