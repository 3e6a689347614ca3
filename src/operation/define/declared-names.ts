/**
 * Members whose words the families declare: schemas are written before all families are loaded, so the registry fills in
 * the words afterwards.
 */
import Type, { type TSchema } from "typebox";
import type { Scope } from "#vocabulary/scopes.ts";
import type { JsonSchema } from "./schema.ts";
import type { ScopeCatalogue } from "./scopes.ts";

const MARK = "x-declared-words";

type WordList = "scopes" | "permissions";

const declaredName = (name: string, list: WordList) =>
  Type.Unsafe<Scope>({ $id: name, type: "string", [MARK]: list });

/** A scope of a token or connection. */
export const ScopeName = declaredName("Scope", "scopes");

/** A permission that an employee can be given. */
export const PermissionName = declaredName("Permission", "permissions");

/** The schema with its words filled in; the same object when it has none. */
export function fillDeclaredNames<Schema extends TSchema>(schema: Schema, scopes: ScopeCatalogue): Schema {
  const lists: Record<WordList, readonly string[]> = {
    scopes: [...scopes.words],
    permissions: [...scopes.for_employees],
  };
  const fill = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(fill);
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const { [MARK]: list, ...rest } = value as JsonSchema;
    if (list !== undefined) return { ...rest, enum: lists[list as WordList] };
    const members = Object.entries(value).map(([key, member]) => [key, fill(member)] as const);
    const is_changed = members.some(([key, member]) => member !== (value as JsonSchema)[key]);
    return is_changed ? Object.fromEntries(members) : value;
  };
  return fill(schema) as Schema;
}
