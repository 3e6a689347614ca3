/** The open surcharges of a business. */
import type { Context } from "#operation/define/context.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { messages } from "./messages.ts";
import { SURCHARGE_COLUMNS, type SurchargeRow } from "./shapes.ts";

/** Those of one family, in the order of their lines. */
export function findSurcharges(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  family: PriceFamily,
): Promise<SurchargeRow[]> {
  return db.rows<SurchargeRow>(
    `select ${SURCHARGE_COLUMNS} from surcharge
      where business_id = $1 and closed_at is null and $2 = any(families) order by id`,
    [business_id, family],
  );
}

/** Locked until the end of the transaction. Refuses `not_found`. */
export async function lockSurcharge(
  { db, business_id, refuse }: Context<never>,
  surcharge_id: number,
): Promise<SurchargeRow> {
  const row = await db.row<SurchargeRow>(
    `select ${SURCHARGE_COLUMNS} from surcharge where business_id = $1 and id = $2 for update`,
    [business_id, surcharge_id],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_surcharge });
  return row;
}
