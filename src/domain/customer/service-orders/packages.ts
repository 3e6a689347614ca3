/** Packages of an order, as staff name and measure them. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";

export const Side = Type.Integer({ minimum: 1, maximum: 20_000, description: "Millimetres.", "x-tool": "" });
export const Weight = Type.Integer({ minimum: 1, maximum: 100_000_000, description: "Gross, grams." });

/** How many packages one call may name. */
export const NAMED_MAX = 200;

export const measureMembers = { weight_g: Weight, length_mm: Side, width_mm: Side, height_mm: Side };

/** Checks packages one by one, in the order of the request. `member` has the id of each. */
export function buildPackageCheck<Row>(
  packages_by_id: ReadonlyMap<number, Row>,
  member: string,
  findProblem: (row: Row) => Message | null,
): (id: number, index: number) => RefusalDetail[] {
  const seen_ids = new Set<number>();
  return (id, index) => {
    const row = packages_by_id.get(id);
    const is_repeated = seen_ids.has(id);
    seen_ids.add(id);
    const problem = row === undefined ? fields.no_package : findProblem(row);
    const message = problem ?? (is_repeated ? fields.named_twice : null);
    return message === null ? [] : [{ field: `packages/${index}/${member}`, message }];
  };
}

/** Stores what packages of an order weigh and how large they are. `packages` have the member `<table>_id`. */
export async function storeMeasures(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  [table, owner]:
    | readonly ["shipping_package", "shipping_order_id"]
    | readonly ["stored_package", "storage_order_id"],
  order_id: number,
  packages: readonly object[],
): Promise<void> {
  await db.execute(
    `update ${table} p set measured_weight_g = m.weight_g, measured_length_mm = m.length_mm,
       measured_width_mm = m.width_mm, measured_height_mm = m.height_mm, measured_at = $3
       from json_to_recordset($4::json) as m(${table}_id bigint, weight_g int, length_mm int, width_mm int, height_mm int)
      where p.business_id = $1 and p.${owner} = $2 and p.id = m.${table}_id`,
    [business_id, order_id, now, JSON.stringify(packages)],
  );
}
