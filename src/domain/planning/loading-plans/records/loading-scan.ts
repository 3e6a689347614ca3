/** What was scanned at loading, as planned or not. */
import type { Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Deviation } from "../scans.ts";
import type { Scan } from "../shapes.ts";

export interface LoadingScanRow extends Row<"loading_scan"> {
  deviation: Deviation | null;
}

export const LoadingScanRecord = defineRecord<"loading_scan", LoadingScanRow>("loading_scan");

export const loadScans = (
  { db, business_id }: Pick<Context, "db" | "business_id">,
  plan_id: number,
): Promise<LoadingScanRow[]> =>
  db.rows<LoadingScanRow>("select * from loading_scan where business_id = $1 and plan_id = $2 order by id", [
    business_id,
    plan_id,
  ]);

export const buildScan = ({
  id,
  code,
  item,
  space_no,
  deviation,
  note,
  scanned_at,
}: LoadingScanRow): Static<typeof Scan> => ({ id, code, item, space_no, deviation, note, scanned_at });
