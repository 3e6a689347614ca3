/** The parts of a batch of orders that is queued: a part is created in one transaction. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import type { FieldError } from "#vocabulary/bulk.ts";
import type { ItemResult } from "../intake/batch.ts";
import type { BatchItem } from "../intake/draft.ts";

interface StoredItem extends Pick<BatchItem, "draft"> {
  ref?: string | null;
  /** As the sender was told. */
  faults?: FieldError[];
  pin_hash: string | null;
}

export interface PartRow extends Row<"batch_part"> {
  /** Null once it is processed. `ref` and `faults` only of malformed items. */
  request: StoredItem[] | null;
  results: ItemResult[] | null;
}

/** By a statement that returns nothing: the requests are megabytes. */
export async function insertParts(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  batch_id: number,
  parts: readonly Pick<PartRow, "part" | "first_index" | "items" | "request">[],
): Promise<void> {
  await db.execute(
    `insert into batch_part (batch_id, part, business_id, first_index, items, request)
     select $1, p.part, $2, p.first_index, p.items, p.request
       from json_to_recordset($3::json) as p(part int, first_index int, items int, request jsonb)`,
    [batch_id, business_id, JSON.stringify(parts)],
  );
}

/** Of a batch that goes on no more. */
export async function dropRequests(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  batch_id: number,
): Promise<void> {
  await db.execute("update batch_part set request = null where business_id = $1 and batch_id = $2", [
    business_id,
    batch_id,
  ]);
}
