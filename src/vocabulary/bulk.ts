/** Bulk calls: many items in one call, each decided on its own. */
import Type, { type TSchema } from "typebox";
import { Nullable } from "./basics.ts";

/** A validation error of one member of an item; `field` is a path within the item, empty for the item itself. */
export const FieldError = Type.Object(
  { field: Type.String(), message: Type.String() },
  { $id: "FieldError" },
);
export type FieldError = Type.Static<typeof FieldError>;

/** An item that was not done, with the reason. */
const BulkError = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Index in the list of results, from 0." }),
    id: Nullable(Type.Integer({ description: "Id of the order, route or entry of the item, if any." })),
    ref: Nullable(Type.String({ description: "The caller's own reference, if any." })),
    error_code: Type.String(),
    message: Type.String(),
    fields: Type.Array(FieldError, { description: "Validation errors of the item." }),
  },
  { $id: "BulkError" },
);

/**
 * Members of every bulk response beside its list of results, which is in the order of the request. `result` is true
 * when at least one item was done.
 */
export const bulkMembers = {
  done: Type.Integer({ minimum: 0, description: "Items that were done." }),
  failed: Type.Integer({ minimum: 0, description: "Items that were not done and are unchanged." }),
  errors: Type.Array(BulkError, { description: "One entry for each item that failed." }),
};

interface BulkResult {
  result: boolean;
  ref?: string | null;
  error_code?: string | null;
  message?: string | null;
  errors?: readonly { field?: string | undefined; message: string }[] | undefined;
}

/** The same members, computed from the results; `getId` returns the id of an item. */
export function bulkAnswer<R extends BulkResult>(results: readonly R[], getId: (result: R) => number | null) {
  const errors = results.flatMap((one, index) => {
    if (one.result) return [];
    const { ref = null, error_code, message, errors: fields = [] } = one;
    return [
      {
        index,
        id: getId(one),
        ref,
        error_code: error_code ?? "INVALID_ITEM",
        message: message ?? "The item is not valid.",
        fields: fields.map(({ field, message }) => ({ field: field ?? "", message })),
      },
    ];
  });
  const done_count = results.length - errors.length;
  return { result: done_count > 0, done: done_count, failed: errors.length, errors };
}

/**
 * A list whose items the operation validates one by one (src/operation/define/items.ts): it reports an invalid item in its response
 * instead of refusing the whole call. The documentation shows the items' schema nevertheless.
 */
export function PerItem(
  items: TSchema,
  options: { minItems: number; maxItems: number; description?: string },
) {
  return Type.Unsafe<unknown[]>(Type.Array(items, { ...options, "x-per-item": true }));
}
