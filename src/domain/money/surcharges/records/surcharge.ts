/** Surcharges: what one is, how it is found and stored. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { messages } from "../messages.ts";
import type { Conditions, SurchargeKind, Trigger } from "../shapes.ts";

export interface StoredSurcharge extends Row<"surcharge"> {
  kind: SurchargeKind;
  trigger: Trigger;
  conditions: Conditions;
  families: PriceFamily[];
}

export type SurchargeRow = Omit<StoredSurcharge, "business_id">;

export const SurchargeRecord = defineRecord<"surcharge", StoredSurcharge>(
  "surcharge",
  messages.unknown_surcharge,
);

export const toSurcharge = ({ business_id: _business_id, ...surcharge }: StoredSurcharge): SurchargeRow =>
  surcharge;

/** The open ones of one family, in the order of their lines. */
export async function findSurcharges(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  price_family: PriceFamily,
): Promise<SurchargeRow[]> {
  const rows = await db.rows<StoredSurcharge>(
    "select * from surcharge where business_id = $1 and closed_at is null and $2 = any(families) order by id",
    [business_id, price_family],
  );
  return rows.map(toSurcharge);
}

/** Locked until the end of the transaction. Refuses `not_found`. */
export async function lockSurcharge(context: Context<never>, surcharge_id: number): Promise<SurchargeRow> {
  return toSurcharge(await SurchargeRecord.getLocked(context, surcharge_id));
}
