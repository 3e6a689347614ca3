/** Gives tracking numbers to records. Orders insert theirs in the statement that creates them (orders/intake/store.ts). */
import type { Context } from "#operation/define/context.ts";

export async function insertTrackingNumbers(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  numbers: readonly { number: string; type: string; id: number }[],
): Promise<void> {
  if (numbers.length === 0) return;
  await db.execute(
    `insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
     select n.number, $1, n.type, n.id, $3 from json_to_recordset($2::json) as n(number text, type text, id bigint)`,
    [business_id, JSON.stringify(numbers), now],
  );
}
