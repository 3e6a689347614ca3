/** Records of a dataset for families that show all of it to others, such as a map: who decides that must see all of it. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import { compileSelection } from "./read.ts";
import { type DatasetRow, findView, StoredDataset } from "./records/dataset.ts";
import type { Arguments } from "./sql.ts";
import { type Filter, parseWhere, WhereFault } from "./where.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A dataset of which the caller sees everything. Refuses `not_found` and `not_permitted`. */
export async function getCompleteDataset(
  context: Context<"not_permitted">,
  dataset_id: number,
): Promise<Pick<DatasetRow, "id" | "name"> & { columns: readonly Column[] }> {
  const view = await findView(context, dataset_id);
  if (view === undefined) throw context.refuse("not_found", { message: messages.unknown_dataset });
  if (!view.is_complete) throw context.refuse("not_permitted", { message: messages.not_permitted });
  return { id: view.id, name: view.name, columns: view.all_columns };
}

/** Its columns, whoever asks; none where it is deleted. */
export const findColumns = async (context: Reader, dataset_id: number): Promise<readonly Column[]> =>
  (await StoredDataset.find(context, dataset_id))?.columns ?? [];

/** A filter by numbers of columns, for `compileRecords`. Refuses `invalid_where`. */
export function parseFilter(
  context: Context<"invalid_where">,
  columns: readonly Column[],
  where: Record<string, unknown>,
): Filter | null {
  try {
    return parseWhere(where, { columns, hidden: new Set(), sees_position: true });
  } catch (error) {
    if (!(error instanceof WhereFault)) throw error;
    throw context.refuse("invalid_where", {
      message: error.text,
      errors: [{ field: `filter/${error.field}`, message: error.text }],
    });
  }
}

/** `from … where …` of the records that a filter holds for. `r` is the record. */
export function compileRecords(
  context: Reader,
  { id, columns, filter }: { id: number; columns: readonly Column[]; filter: Filter | null },
  bound: Arguments,
): string {
  const view = { id, all_columns: columns, columns, row_rule: null };
  return compileSelection(context, view as never, { filter }, bound);
}

/** A cell as text or number; null where it is empty. */
export function compileCell({ n, type }: Column): string {
  if (type === "address") return `r.values->'c${n}'->'text'`;
  if (type === "geo") return `to_jsonb((r.values->'c${n}'->>'lat') || ', ' || (r.values->'c${n}'->>'lng'))`;
  return `r.values->'c${n}'`;
}
