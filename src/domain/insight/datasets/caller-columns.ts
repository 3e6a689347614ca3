/** What a call names of a dataset, as its caller sees it: filters and columns. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import { messages } from "./messages.ts";
import type { DatasetAccess } from "./rules.ts";
import { type Filter, type ParseOptions, parseWhere, WhereFault } from "./where.ts";

export const describeDatasetAccess = ({
  columns,
  hidden_keys,
  sees_position,
}: DatasetAccess): ParseOptions => ({
  columns,
  hidden: hidden_keys,
  sees_position,
});

/** The filter of a call; refuses what does not fit the columns that the caller sees. */
export function readWhere(
  context: Context<"invalid_where" | "column_hidden">,
  view: DatasetAccess,
  where: unknown,
): Filter | null {
  if (where === undefined || where === null) return null;
  try {
    return parseWhere(where, describeDatasetAccess(view));
  } catch (error) {
    throw toRefusal(context, error);
  }
}

/** The refusal of a fault of a filter; any other error stays what it is. */
export function toRefusal(context: Context<"invalid_where" | "column_hidden">, error: unknown): unknown {
  if (!(error instanceof WhereFault)) return error;
  const { code, field, text } = error;
  return context.refuse(code, {
    message: messages[code],
    errors: [{ field, message: text }],
  });
}

/** A column that the caller names, as they see it. */
export function getColumn(
  { refuse }: Context<"unknown_column" | "column_hidden">,
  view: DatasetAccess,
  key: string,
  field: string,
): Column {
  if (view.hidden_keys.has(key))
    throw refuse("column_hidden", {
      message: messages.column_hidden,
      errors: [{ field, message: messages.hidden_from_you }],
    });
  const column = view.columns.find((one) => one.key === key);
  if (column === undefined)
    throw refuse("unknown_column", {
      message: messages.unknown_column,
      errors: [{ field, message: messages.no_column }],
    });
  return column;
}
