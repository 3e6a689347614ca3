/** The row of a new customer, with a generated code if none is given. */

import type { Context } from "#operation/define/context.ts";
import { reserveNumbers } from "#operation/records/counter.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { writePriceLists } from "./price-lists.ts";
import { settings } from "./settings.ts";
import { CUSTOMER_COLUMNS, type CustomerRow, pickAuditFields } from "./shapes.ts";

export interface NewCustomer {
  name: string;
  code?: string | undefined;
  email?: string | null | undefined;
  phone_e164?: string | null | undefined;
  tier?: string | undefined;
  price_list_id?: number | null | undefined;
  /** The business's `price_hiding_defaults` when absent. */
  hidden_price_families?: readonly PriceFamily[] | undefined;
  credit_limit_minor?: number | undefined;
  required_proofs?: CustomerRow["required_proofs"] | undefined;
}

/** Returns undefined if another customer has the code. */
export async function insertCustomer(
  context: Pick<Context, "db" | "business_id" | "now" | "emit" | "publish">,
  customer: NewCustomer,
): Promise<CustomerRow | undefined> {
  const { db, business_id, now, emit } = context;
  const number = customer.code === undefined ? await reserveNumbers({ db, business_id }, "customer", 1) : 0;
  const inserted = await db.row<CustomerRow>(
    `insert into customer (business_id, code, name, email, phone_e164, tier, hidden_price_families,
       credit_limit_minor, required_proofs, created_at)
     select $1, $2, $3, $4, $5, $6, coalesce($7, (select array(select jsonb_array_elements_text(
         coalesce(b.settings -> 'price_hiding_defaults', $11))) from business b where b.id = $1)), $8, $9, $10
     on conflict do nothing returning ${CUSTOMER_COLUMNS}`,
    [
      business_id,
      customer.code ?? `C${String(number).padStart(5, "0")}`,
      customer.name.trim(),
      customer.email ?? null,
      customer.phone_e164 ?? null,
      customer.tier ?? "standard",
      customer.hidden_price_families ?? null,
      customer.credit_limit_minor ?? 0,
      customer.required_proofs ?? [],
      now,
      JSON.stringify(settings.defaults.price_hiding_defaults),
    ],
  );
  if (inserted === undefined) return undefined;
  const price_list_id = customer.price_list_id ?? null;
  if (price_list_id !== null)
    await writePriceLists(context, inserted.id, { price_families: [], price_list_ids: [price_list_id] });
  const row = { ...inserted, price_list_id };
  emit({
    subject: { type: "customer", id: row.id, is_new: true },
    kind: "customer.created",
    payload: { code: row.code, tier: row.tier },
    before: null,
    after: pickAuditFields(row),
  });
  return row;
}
