/** Who keeps the shop of a merchant: accounts of its customer. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { MerchantRow } from "./records/merchant.ts";

export async function setMembers(
  { db, business_id, refuse }: Pick<Context<"unknown_member">, "db" | "business_id" | "refuse">,
  { id, customer_id }: MerchantRow,
  account_ids: readonly number[],
): Promise<void> {
  const accounts = await db.rows<{ id: number }>(
    "select id from account where business_id = $1 and id = any($2::bigint[]) and customer_id = $3",
    [business_id, [...account_ids], customer_id],
  );
  if (accounts.length < new Set(account_ids).size)
    throw refuse("unknown_member", {
      message: messages.unknown_member,
      errors: [{ field: "member_account_ids", message: messages.unknown_member }],
    });
  await db.execute("delete from shop_merchant_member where business_id = $1 and merchant_id = $2", [
    business_id,
    id,
  ]);
  await db.execute(
    "insert into shop_merchant_member (business_id, merchant_id, account_id) select $1, $2, * from unnest($3::bigint[])",
    [business_id, id, [...new Set(account_ids)]],
  );
}
