import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";
import type { ShippingRule } from "./shapes.ts";

/** Accounts and customers that rules name and the business does not have. */
export async function findUnknownReferences(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  rules: readonly ShippingRule[],
): Promise<RefusalDetail[]> {
  const codes = rules.flatMap(({ then: { carrier_account } }) => carrier_account ?? []);
  const customer_ids = rules.flatMap(({ when: { customer_ids: ids } }) => ids ?? []);
  const [accounts, customers] = await Promise.all([
    db.rows<{ code: string }>("select code from carrier_account where business_id = $1 and code = any($2)", [
      business_id,
      codes,
    ]),
    db.rows<{ id: number }>("select id from customer where business_id = $1 and id = any($2::bigint[])", [
      business_id,
      customer_ids,
    ]),
  ]);
  const known_codes = new Set(accounts.map(({ code }) => code));
  const known_customers = new Set(customers.map(({ id }) => id));
  return rules.flatMap(({ when, then: { carrier_account } }, index) => [
    ...(carrier_account === undefined || known_codes.has(carrier_account)
      ? []
      : [{ field: `rules/${index}/then/carrier_account`, message: messages.no_carrier_account }]),
    ...(when.customer_ids ?? []).flatMap((id, at) =>
      known_customers.has(id)
        ? []
        : [
            {
              field: `rules/${index}/when/customer_ids/${at}`,
              message: fields.no_customer,
            },
          ],
    ),
  ]);
}
