/**
 * Check the current password of somebody who has signed in.
 *
 * The tries are counted for the sign-in that makes them, an app session over all its tokens. A client that does not hold it
 * cannot use them up: what strangers try, to sign in, does not keep the owner from changing the password.
 */
import type { Context } from "#operation/define/context.ts";
import { verifyPassword } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import { recordSignInFailure, refuseLockedUntil } from "./sign-in.ts";

export const OWN_PASSWORD_REFUSALS = { wrong_password: "forbidden", account_locked: "locked" } as const;

interface OwnPassword {
  email: string;
  password_hash: string | null;
  session: string;
}

const FIND = `select a.email, a.password_hash, coalesce('app/' || t.app_session_id, 'token/' || t.id, '') as session
  from account a left join access_token t on t.id = $2 and t.account_id = a.id where a.id = $1`;

/** For `prepare`: a wrong try stays on record although the request is refused or only previewed. */
export async function checkOwnPassword(
  context: Context<keyof typeof OWN_PASSWORD_REFUSALS>,
  password: string,
): Promise<void> {
  const { actor, db, system_queries, refuse } = context;
  const account_id = actor.account_id ?? 0;
  const account = await db.row<OwnPassword>(FIND, [account_id, actor.token_id]);
  if (account === undefined) throw refuse("not_found");
  const { email, password_hash, session } = account;
  const refuseLocked = async () =>
    refuseLockedUntil(context, await system_queries.findSessionLock(account_id, session));
  await refuseLocked();
  if (password_hash === null || !(await verifyPassword(password_hash, password))) {
    const business_id = actor.business_id === 0 ? null : actor.business_id;
    await recordSignInFailure(context, "wrong_password", email, { account_id, business_id }, session);
    throw refuse("wrong_password", {
      message: messages.wrong_password,
      errors: [{ field: "current_password", message: messages.is_wrong }],
    });
  }
  // Concurrent guesses all saw it unlocked; those before this one may have locked it meanwhile.
  await refuseLocked();
}
