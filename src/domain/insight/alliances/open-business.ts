/**
 * Opens the business of a partner for one read: the operation runs in that business with the reader as its actor (`tenant`), checks
 * the grant in the transaction of the read, and leaves an entry in the log there.
 */
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { lockPermission, refuseDenied } from "./grants.ts";
import { messages } from "./messages.ts";
import { logAccess } from "./records/alliance-access.ts";
import { DENIALS, type Permission } from "./rules.ts";
import type { GrantScope } from "./shapes.ts";

export const SHARED_REFUSALS = { ...DENIALS };
export type SharedContext = Context<keyof typeof SHARED_REFUSALS>;

/** Of a code that no business has, the caller learns what it learns of one that grants it nothing. */
export async function findPartner(
  { findBusinessOfCode }: SystemQueries,
  { client_code }: { client_code: string },
): Promise<number> {
  const business_id = await findBusinessOfCode(client_code);
  if (business_id === undefined)
    throw new Refusal("no_grant", "forbidden", {
      message: messages.no_grant.with({ client_code }),
    });
  return business_id;
}

export type Granted = Extract<Permission, { is_granted: true }>;

interface SharedRead<Answer> {
  answer: Answer;
  /** What was read: a tracking number, or empty for a list. */
  subject: string;
  records: number;
}

/** Runs a read under a grant in one transaction with its entry in the owner's log. */
export async function readShared<Answer>(
  context: SharedContext,
  { client_code, scope }: { client_code: string; scope: GrantScope },
  read: (inside: SharedContext, granted: Granted) => Promise<SharedRead<Answer>>,
): Promise<Answer> {
  return context.record(async (inside) => {
    const question = { grantor_id: inside.business_id, grantee_id: inside.actor.business_id, scope };
    const permission = await lockPermission(inside, question);
    if (!permission.is_granted) throw refuseDenied(inside, permission.reason, client_code);
    const { answer, subject, records } = await read(inside, permission);
    await logAccess(inside, permission.alliance_ids, { scope, subject, records });
    return answer;
  });
}
