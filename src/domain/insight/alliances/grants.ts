/**
 * The one place that checks grants. It answers a transaction of either side; a shared read runs in the business that gives, with
 * the reader as its actor.
 */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import { loadGrants } from "./records/alliance-grant.ts";
import { type Denial, decidePermission, type Permission } from "./rules.ts";
import type { GrantScope } from "./shapes.ts";

type Asking = Pick<Context<never>, "db" | "now">;

export interface Question {
  /** The business whose data or warehouse it is. */
  grantor_id: number;
  /** The business that reads or uses it. One of both is the business of the transaction. */
  grantee_id: number;
  scope: GrantScope;
}

/** Does one business grant this to the other, and with what filters and masks? */
export async function findPermission(
  { db, now }: Asking,
  { grantor_id, grantee_id, scope }: Question,
): Promise<Permission> {
  return decidePermission(await loadGrants(db, grantor_id, grantee_id), scope, now);
}

/** The same in a transaction, until whose end the grants stay as they are. */
export async function lockPermission(context: Asking, question: Question): Promise<Permission> {
  await context.db.execute("select lock_alliance_grants($1, $2)", [question.grantor_id, question.grantee_id]);
  return findPermission(context, question);
}

export function refuseDenied(
  { refuse }: Pick<Context<Denial>, "refuse">,
  reason: Denial,
  client_code: string,
): Refusal {
  return refuse(reason, { message: messages[reason], values: { client_code } });
}
