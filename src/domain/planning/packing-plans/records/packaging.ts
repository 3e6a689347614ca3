/** The packaging catalogue: what a packaging is, how it is found, stored and changed. */
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { PACKAGING_STATUSES } from "../shapes.ts";

export interface PackagingRow extends Row<"packaging"> {
  status: (typeof PACKAGING_STATUSES)[number];
}

export type PackagingView = Omit<PackagingRow, "business_id" | "created_at">;

const PackagingRecord = defineRecord<"packaging", PackagingRow>("packaging", messages.unknown_packaging);

export const PACKAGING_COLUMNS = `id, code, name, category, inner_length_mm, inner_width_mm, inner_height_mm, outer_length_mm,
  outer_width_mm, outer_height_mm, max_weight_g, tare_g, cost_minor, stock, source, status, version`;

const buildPackagingView = ({
  business_id: _business,
  created_at: _created,
  ...view
}: PackagingRow): PackagingView => view;

/** Refuses `not_found`. */
export const lockPackaging = PackagingRecord.getLocked;

/** Undefined when another packaging has the code. */
export async function insertPackaging(
  context: Context<never>,
  facts: NewRow<"packaging", PackagingRow>,
): Promise<PackagingView | undefined> {
  const row = await PackagingRecord.insertIfAbsent(context, facts);
  if (row === undefined) return undefined;
  context.emit({
    subject: { type: "packaging", id: row.id, is_new: true },
    kind: "packaging.created",
    payload: { code: row.code, category: row.category },
  });
  return buildPackagingView(row);
}

/** Of a locked packaging; the event names the members of the change. */
export async function changePackaging(
  context: Context<never>,
  packaging: PackagingRow,
  change: Changes<"packaging", PackagingRow>,
): Promise<PackagingView> {
  const row = await PackagingRecord.change(context, packaging, change);
  context.emit({
    subject: { type: "packaging", id: row.id },
    kind: "packaging.changed",
    payload: { members: Object.keys(change) },
  });
  return buildPackagingView(row);
}

type Sizes = Pick<
  PackagingRow,
  | "inner_length_mm"
  | "inner_width_mm"
  | "inner_height_mm"
  | "outer_length_mm"
  | "outer_width_mm"
  | "outer_height_mm"
>;

/** Refuses an outside that is smaller than the inside, naming each side. */
export function refuseSizes({ refuse }: Context<"invalid_sizes">, sizes: Sizes): void {
  const errors = (["length", "width", "height"] as const).flatMap((side) =>
    sizes[`outer_${side}_mm`] < sizes[`inner_${side}_mm`]
      ? [{ field: `outer_${side}_mm`, message: messages.less_than_inner.with({ side }) }]
      : [],
  );
  if (errors.length > 0) throw refuse("invalid_sizes", { message: messages.invalid_sizes, errors });
}
