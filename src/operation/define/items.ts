/** Validates the items of a list declared `PerItem`, each on its own, as strictly as the whole input of a write. */
import type { Static, TSchema } from "typebox";
import type { FieldError } from "#vocabulary/bulk.ts";
import type { Context } from "./context.ts";
import type { RefusalDetail } from "./refusal.ts";
import { findSchemaErrors, findUnstorableOrTooDeep } from "./schema.ts";

export interface ValidatedItem<T> {
  /** Null when it is malformed. */
  item: T | null;
  faults: RefusalDetail[];
}

export function validateItems<S extends TSchema>(
  schema: S,
  items: readonly unknown[],
): ValidatedItem<Static<S>>[] {
  return items.map((item) => {
    const unstorable = findUnstorableOrTooDeep(item);
    const faults = unstorable === null ? findSchemaErrors(schema, "write", item) : [unstorable];
    return faults === null ? { item: item as Static<S>, faults: [] } : { item: null, faults };
  });
}

export function toFieldErrors({ say }: Pick<Context, "say">, faults: readonly RefusalDetail[]): FieldError[] {
  return faults.map(({ field = "", message }) => ({ field, message: say(message) }));
}

/** A text member of an item, malformed or not, that identifies it; null when there is none that can be shown. */
export function getItemLabel(item: unknown, member: string, length_max: number): string | null {
  if (typeof item !== "object" || item === null || !Object.hasOwn(item, member)) return null;
  const text = (item as Record<string, unknown>)[member];
  return typeof text === "string" && text.length <= length_max && findUnstorableOrTooDeep(text) === null
    ? text
    : null;
}
