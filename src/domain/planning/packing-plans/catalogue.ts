/** Rows of the packaging catalogue. */

import type { Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { Packaging } from "./shapes.ts";

export const PACKAGING_COLUMNS = `id, code, name, category, inner_length_mm, inner_width_mm, inner_height_mm, outer_length_mm,
  outer_width_mm, outer_height_mm, max_weight_g, tare_g, cost_minor, stock, source, status, version`;

export type PackagingView = Omit<Static<typeof Packaging>, "cost_minor" | "price_hidden" | "stock"> & {
  cost_minor: number;
  stock: number | null;
};

export async function findPackaging(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
  lock: "" | "for update" = "",
): Promise<PackagingView | undefined> {
  return db.row<PackagingView>(
    `select ${PACKAGING_COLUMNS} from packaging where business_id = $1 and id = $2 ${lock}`,
    [business_id, id],
  );
}

type PackagingFacts = Omit<PackagingView, "id" | "status" | "version">;

/** Undefined when another packaging has the code. */
export async function insertPackaging(
  { db, business_id, now, emit }: Context<never>,
  facts: PackagingFacts,
): Promise<PackagingView | undefined> {
  const row = await db.row<PackagingView>(
    `insert into packaging (business_id, code, name, category, inner_length_mm, inner_width_mm, inner_height_mm,
       outer_length_mm, outer_width_mm, outer_height_mm, max_weight_g, tare_g, cost_minor, stock, source, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (business_id, code) do nothing returning ${PACKAGING_COLUMNS}`,
    [
      business_id,
      facts.code,
      facts.name,
      facts.category,
      facts.inner_length_mm,
      facts.inner_width_mm,
      facts.inner_height_mm,
      facts.outer_length_mm,
      facts.outer_width_mm,
      facts.outer_height_mm,
      facts.max_weight_g,
      facts.tare_g,
      facts.cost_minor,
      facts.stock,
      facts.source,
      now,
    ],
  );
  if (row !== undefined)
    emit({
      subject: { type: "packaging", id: row.id, is_new: true },
      kind: "packaging.created",
      payload: { code: row.code, category: row.category },
    });
  return row;
}

/** Refuses an outside that is smaller than the inside, naming each side. */
export function refuseSizes({ refuse }: Context<"invalid_sizes">, facts: PackagingFacts): void {
  const errors = (["length", "width", "height"] as const).flatMap((side) =>
    facts[`outer_${side}_mm`] < facts[`inner_${side}_mm`]
      ? [{ field: `outer_${side}_mm`, message: `is less than inner_${side}_mm` }]
      : [],
  );
  if (errors.length > 0) throw refuse("invalid_sizes", { message: messages.invalid_sizes, errors });
}
