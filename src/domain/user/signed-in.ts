/** Whether a request comes from a sign-in, and not from a token that was made for a program. */
import type { Context } from "#operation/context.ts";
import { messages } from "./messages.ts";

/**
 * Refuses API tokens. Otherwise an agent could make itself a second token, or give its owner another
 * password, and so approve what it proposed.
 */
export async function requireSignIn(context: Context<"sign_in_required">): Promise<void> {
  const { actor, db, refuse } = context;
  const token = await db.row<{ kind: string }>(
    "select kind from access_token where id = $1 and account_id = $2",
    [actor.token_id, actor.account_id],
  );
  if (token === undefined || token.kind === "api") {
    throw refuse("sign_in_required", { message: messages.sign_in_required });
  }
}
