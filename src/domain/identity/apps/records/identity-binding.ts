/** Bindings of external identities: each belongs to one account, on every app and on the web. */
import { lockAccounts } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";
import type { Identity } from "#providers/identity/port.ts";

const BindingRecord = defineRecord("identity_binding");

/**
 * False if the identity belongs to another account, or this account has another identity of the issuer. True if the
 * same person bound it to this account meanwhile on another device.
 */
export async function bindIdentity(
  context: Context<never>,
  account_id: number,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const { db, business_id, emit } = context;
  await lockAccounts(db, [account_id]);
  if ((await BindingRecord.insertIfAbsent(context, { account_id, issuer, subject })) === undefined) {
    const same = await db.row(
      "select 1 from identity_binding where business_id = $1 and account_id = $2 and issuer = $3 and subject = $4",
      [business_id, account_id, issuer, subject],
    );
    return same !== undefined;
  }
  emit({ subject: { type: "account", id: account_id }, kind: "account.identity_bound", payload: { issuer } });
  return true;
}
