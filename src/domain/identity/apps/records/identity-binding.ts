/** Bindings of external identities: each belongs to one account, on every app and on the web. */
import { lockAccounts } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord } from "#operation/define/record.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import type { Identity } from "#providers/identity/port.ts";

const BindingRecord = defineRecord("identity_binding");

/** As it stands in the directory. An issuer is a URL, which has no space. */
export const hashIdentity = ({ issuer, subject }: Pick<Identity, "issuer" | "subject">): Buffer =>
  hashToken(`${issuer} ${subject}`);

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
  const is_free = await addToDirectory(context, "identity_binding", hashIdentity({ issuer, subject }));
  const binding =
    is_free && (await BindingRecord.insertIfAbsent(context, { account_id, issuer, subject })) !== undefined;
  if (!binding) {
    const same = await db.row(
      "select 1 from identity_binding where business_id = $1 and account_id = $2 and issuer = $3 and subject = $4",
      [business_id, account_id, issuer, subject],
    );
    return same !== undefined;
  }
  emit({ subject: { type: "account", id: account_id }, kind: "account.identity_bound", payload: { issuer } });
  return true;
}
