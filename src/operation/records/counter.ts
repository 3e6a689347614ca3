/** Numbers for people (customer codes, route numbers): without gaps, because a transaction that rolls back returns its own. */
import type { Db } from "#platform/db/db.ts";

/** Reserves `count` consecutive numbers of a business, and returns the first. */
export async function reserveNumbers(
  { db, business_id }: { db: Db; business_id: number },
  name: "customer" | "route",
  count: number,
): Promise<number> {
  const row = await db.row<{ value: number }>(
    `insert into counter (business_id, name, value) values ($1, $2, $3)
       on conflict (business_id, name) do update set value = counter.value + $3 returning value`,
    [business_id, name, count],
  );
  return (row?.value ?? count) - count + 1;
}
