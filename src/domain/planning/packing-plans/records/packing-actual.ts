/** What was really used for a package of a plan: one row for each package, the last one recorded. */
import type { Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { findDifferences } from "../rules.ts";
import type { Actual } from "../shapes.ts";
import type { PackingPlanRow } from "./packing-plan.ts";

export type PackingActualRow = Row<"packing_actual">;

type Writer = Pick<Context, "db" | "business_id">;

export const loadActual = ({ db, business_id }: Writer, plan_id: number): Promise<PackingActualRow[]> =>
  db.rows<PackingActualRow>(
    "select * from packing_actual where business_id = $1 and plan_id = $2 order by package_no",
    [business_id, plan_id],
  );

/** Replaces what was recorded of the package; a record has no insert that does. */
export async function saveActual(
  { db, business_id, actor, now }: Context<never>,
  plan_id: number,
  actual: Omit<PackingActualRow, "business_id" | "plan_id" | "recorded_by" | "recorded_at">,
): Promise<void> {
  await db.execute(
    `insert into packing_actual (business_id, plan_id, package_no, packaging_id, outer_length_mm, outer_width_mm,
       outer_height_mm, weight_g, note, recorded_by, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (business_id, plan_id, package_no) do update set packaging_id = excluded.packaging_id,
       outer_length_mm = excluded.outer_length_mm, outer_width_mm = excluded.outer_width_mm,
       outer_height_mm = excluded.outer_height_mm, weight_g = excluded.weight_g, note = excluded.note,
       recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at`,
    [
      business_id,
      plan_id,
      actual.package_no,
      actual.packaging_id,
      actual.outer_length_mm,
      actual.outer_width_mm,
      actual.outer_height_mm,
      actual.weight_g,
      actual.note,
      actor.account_id,
      now,
    ],
  );
}

/** The plan has other packages now. */
export const deleteActual = ({ db, business_id }: Writer, plan_id: number): Promise<unknown> =>
  db.execute("delete from packing_actual where business_id = $1 and plan_id = $2", [business_id, plan_id]);

export function buildActual(
  row: PackingActualRow,
  { contents, solution }: Pick<PackingPlanRow, "contents" | "solution">,
): Static<typeof Actual> {
  const planned = solution?.packages[row.package_no - 1];
  const packaging = contents.packagings.find(({ ref }) => ref === planned?.packaging_id);
  return {
    package_no: row.package_no,
    packaging_id: row.packaging_id,
    outer_length_mm: row.outer_length_mm,
    outer_width_mm: row.outer_width_mm,
    outer_height_mm: row.outer_height_mm,
    weight_g: row.weight_g,
    note: row.note,
    recorded_at: row.recorded_at,
    differences:
      planned === undefined || packaging === undefined ? [] : findDifferences(row, planned, packaging),
  };
}
