/** Rows of reasons never change: the next version is inserted as a new row. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { messages } from "./messages.ts";
import { REASON_COLUMNS } from "./public.ts";
import { findDefaultReason, type Reason } from "./reasons.ts";

/** The newest version, a business's own before the built-in one; its own row is locked. */
export async function lockReason(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  code: string,
): Promise<Reason | undefined> {
  const own_reason = await db.row<Reason>(
    `select ${REASON_COLUMNS} from return_reason where business_id = $1 and code = $2 and current for update`,
    [business_id, code],
  );
  return own_reason ?? findDefaultReason(code);
}

export const getLockedReason = defineGet(lockReason, messages.no_reason);

/** Insert `reason` as the version after `old`. */
export async function insertReasonVersion(
  context: Context<never>,
  old: Reason | undefined,
  reason: Omit<Reason, "version">,
  kind: "created" | "changed" | "deleted",
): Promise<Reason> {
  const { db, business_id, now, emit, refuse } = context;
  await db.execute(
    "update return_reason set current = false where business_id = $1 and code = $2 and current",
    [business_id, reason.code],
  );
  const row = await db.row<Reason>(
    `insert into return_reason (business_id, code, version, labels, applies_to, requires, next_action, fault,
       incident_reason, active, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning ${REASON_COLUMNS}`,
    [
      business_id,
      reason.code,
      (old?.version ?? 0) + 1,
      JSON.stringify(reason.labels),
      reason.applies_to,
      reason.requires,
      reason.next_action,
      reason.fault,
      reason.incident_reason,
      reason.active,
      now,
    ],
  );
  if (row === undefined) throw refuse("version_conflict", { message: messages.changed_meanwhile });
  const buildVisible = ({ code: _code, labels, ...rest }: Reason) => ({
    ...rest,
    languages: Object.keys(labels),
  });
  emit({
    subject: { type: "return_reason", id: reason.code },
    kind: `return_reason.${kind}`,
    payload: { version: row.version, active: row.active },
    before: old === undefined ? null : buildVisible(old),
    after: buildVisible(row),
  });
  return row;
}
