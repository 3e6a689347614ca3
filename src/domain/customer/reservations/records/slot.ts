/** The counter of a slot: reservations, holds and offers take places from it, all by one conditional statement. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { SlotTimes } from "../slots.ts";

export type SlotRow = Row<"bookable_slot">;

export const SlotRecord = defineRecord<"bookable_slot", SlotRow>("bookable_slot");

type Reader = Pick<Context, "db" | "business_id">;

export async function listSlotRows(
  { db, business_id }: Reader,
  bookable_id: number,
  from: Date,
  to: Date,
): Promise<Map<number, SlotRow>> {
  const rows = await db.rows<SlotRow>(
    `select * from bookable_slot where business_id = $1 and bookable_id = $2 and starts_at >= $3 and starts_at < $4
      order by starts_at`,
    [business_id, bookable_id, from, to],
  );
  return new Map(rows.map((row) => [Date.parse(row.starts_at), row]));
}

/** Null where not so many places are free. The bookable is locked, at least shared. */
export async function takePlaces(
  { db, business_id }: Reader,
  { bookable_id, slot, places }: { bookable_id: number; slot: SlotTimes; places: number },
): Promise<SlotRow | null> {
  const row = await db.row<SlotRow>(
    `insert into bookable_slot (business_id, bookable_id, starts_at, ends_at, taken)
       select $1, $2, $3::timestamptz, $4::timestamptz, $5::int from bookable b
        where b.business_id = $1 and b.id = $2 and $5 <= b.capacity
     on conflict (business_id, bookable_id, starts_at) do update
       set taken = bookable_slot.taken + excluded.taken, ends_at = excluded.ends_at
       where bookable_slot.taken + excluded.taken <= (select capacity from bookable where business_id = $1 and id = $2)
     returning *`,
    [business_id, bookable_id, slot.starts_at, slot.ends_at, places],
  );
  return row ?? null;
}

/** A look without a lock, so that most of those who come too late wait for nobody. */
export async function isFull(
  { db, business_id }: Reader,
  { id, capacity }: { id: number; capacity: number },
  { starts_at }: SlotTimes,
  places: number,
): Promise<boolean> {
  const row = await db.row<{ taken: number }>(
    "select taken from bookable_slot where business_id = $1 and bookable_id = $2 and starts_at = $3",
    [business_id, id, starts_at],
  );
  return (row?.taken ?? 0) + places > capacity;
}

/** The row of a slot, which is created where there is none, locked. */
export async function lockSlot(
  { db, business_id }: Reader,
  bookable_id: number,
  { starts_at, ends_at }: SlotTimes,
): Promise<SlotRow> {
  await db.execute(
    `insert into bookable_slot (business_id, bookable_id, starts_at, ends_at) values ($1, $2, $3, $4)
     on conflict (business_id, bookable_id, starts_at) do nothing`,
    [business_id, bookable_id, starts_at, ends_at],
  );
  const row = await db.row<SlotRow>(
    "select * from bookable_slot where business_id = $1 and bookable_id = $2 and starts_at = $3 for update",
    [business_id, bookable_id, starts_at],
  );
  if (row === undefined) throw new Error("A slot that was inserted has no row.");
  return row;
}

/** Adds to the counters of a locked slot; a negative number gives places back. */
export async function addPlaces(
  { db, business_id }: Reader,
  id: number,
  change: { taken?: number; pooled?: number; pool_expires_at?: Date | null },
): Promise<SlotRow> {
  const row = await db.row<SlotRow>(
    `update bookable_slot set taken = taken + $3, pooled = pooled + $4,
       pool_expires_at = case when $5 then $6::timestamptz else pool_expires_at end
      where business_id = $1 and id = $2 returning *`,
    [
      business_id,
      id,
      change.taken ?? 0,
      change.pooled ?? 0,
      change.pool_expires_at !== undefined,
      change.pool_expires_at ?? null,
    ],
  );
  if (row === undefined) throw new Error("A locked slot was gone.");
  return row;
}
