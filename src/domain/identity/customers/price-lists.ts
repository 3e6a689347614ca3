/** A customer's own price lists: at most one for each family. */
import type { Context } from "#operation/define/context.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { priceListsRequested } from "./topics.ts";

/** The member `price_list_id` of a customer, as before there were lists of other families. */
export const DELIVERY_LIST: PriceFamily = "local_delivery";

/** Replaces the lists of these families. Lists of another business are not found; their families are those of the lists. */
export async function writePriceLists(
  { db, business_id, publish }: Pick<Context, "db" | "business_id" | "publish">,
  customer_id: number,
  {
    price_families,
    price_list_ids,
  }: { price_families: readonly PriceFamily[]; price_list_ids: readonly number[] },
): Promise<void> {
  await db.execute(
    "delete from customer_price_list where business_id = $1 and customer_id = $2 and family = any($3)",
    [business_id, customer_id, price_families],
  );
  if (price_list_ids.length === 0) return;
  const lists = (await publish(priceListsRequested, { price_list_ids })).flat();
  await db.execute(
    `insert into customer_price_list (business_id, customer_id, family, price_list_id)
     select $1, $2, l.family, l.price_list_id from json_to_recordset($3::json) as l(family text, price_list_id bigint)`,
    [business_id, customer_id, JSON.stringify(lists)],
  );
}

async function loadCustomerLists(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  customer_id: number,
) {
  const rows = await db.rows<{ family: string; price_list_id: number }>(
    "select family, price_list_id from customer_price_list where business_id = $1 and customer_id = $2 order by family",
    [business_id, customer_id],
  );
  return Object.fromEntries(rows.map(({ family, price_list_id }) => [family, price_list_id]));
}

/**
 * Replaces all of a customer's own lists, one for each family; the caller knows that there is one of each at most. The
 * customer's row is locked, so that two changes follow one another. Refuses `not_found` and another version.
 */
export async function setPriceLists(
  context: Context<never>,
  customer_id: number,
  price_list_ids: readonly number[],
  price_families: readonly PriceFamily[],
): Promise<{ version: number }> {
  const { db, business_id, refuse, expectVersion, emit } = context;
  const customer = await db.row<{ version: number }>(
    "select version from customer where business_id = $1 and id = $2 for update",
    [business_id, customer_id],
  );
  if (customer === undefined) throw refuse("not_found", { message: refusals.no_customer });
  expectVersion(customer.version);
  const before = await loadCustomerLists(context, customer_id);
  await writePriceLists(context, customer_id, { price_families, price_list_ids });
  const version = customer.version + 1;
  await db.execute("update customer set version = $3 where business_id = $1 and id = $2", [
    business_id,
    customer_id,
    version,
  ]);
  emit({
    subject: { type: "customer", id: customer_id },
    kind: "customer.updated",
    payload: { members: ["price_lists"] },
    before: { price_lists: before },
    after: { price_lists: await loadCustomerLists(context, customer_id) },
  });
  return { version };
}
