/** Gives tracking numbers to records. Orders insert theirs in the statement that creates them (orders/intake/store.ts). */
import type { Context } from "#operation/define/context.ts";

import { buildNumberKey } from "./numbers.ts";

type Writer = Pick<Context, "db" | "business_id" | "now">;
interface NewNumber {
  number: string;
  type: string;
  id: number;
}

const INSERT = `insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
  select n.number, $1, n.type, n.id, $3 from json_to_recordset($2::json) as n(number text, type text, id bigint)`;

export async function insertTrackingNumbers(
  { db, business_id, now }: Writer,
  numbers: readonly NewNumber[],
): Promise<void> {
  if (numbers.length > 0) await db.execute(INSERT, [business_id, JSON.stringify(numbers), now]);
}

/** For numbers that were issued elsewhere: one that belongs to something else stays with that. */
export async function insertFreeTrackingNumbers(
  { db, business_id, now }: Writer,
  numbers: readonly NewNumber[],
): Promise<void> {
  if (numbers.length > 0)
    await db.execute(`${INSERT} on conflict do nothing`, [business_id, JSON.stringify(numbers), now]);
}

/** Numbers that a carrier gave to a record, which has one of ours. */
export async function giveCarrierNumbers(
  { db, business_id, actor, now }: Writer & Pick<Context, "actor">,
  { type, id }: Pick<NewNumber, "type" | "id">,
  { carrier, numbers }: { carrier: string; numbers: readonly string[] },
): Promise<void> {
  const keyed_numbers = numbers.map((number) => ({ number, key: buildNumberKey(number) }));
  if (keyed_numbers.length === 0) return;
  await db.execute(
    `insert into tracking_alias (business_id, kind, number, key, carrier, subject_type, subject_id, created_by, created_at)
     select $1, 'carrier', n.number, n.key, $3, $4, $5, $6, $7 from json_to_recordset($2::json) as n(number text, key text)
     on conflict do nothing`,
    [business_id, JSON.stringify(keyed_numbers), carrier, type, id, actor.account_id, now],
  );
}
