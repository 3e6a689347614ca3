/** Tells whether a request comes from an interactive sign-in, and not from an API token. */
import type { Context } from "../define/context.ts";

/**
 * Refuse API tokens. Otherwise an agent could create itself a second token, or change its owner's password, and so
 * approve its own proposals.
 */
export async function requireSignIn(context: Context<"sign_in_required">): Promise<void> {
  const { actor, db, refuse } = context;
  const token = await db.row<{ kind: string }>(
    "select kind from access_token where id = $1 and account_id = $2",
    [actor.token_id, actor.account_id],
  );
  if (token === undefined || token.kind === "api") {
    throw refuse("sign_in_required", {
      message: "An API token cannot change how the account signs in; sign in with the password first.",
    });
  }
}
