/**
 * Members whose words, or members, the families declare: schemas are written before all families are loaded, so the
 * registry fills them in afterwards.
 */
import Type, { type TSchema } from "typebox";
import type { Scope } from "#vocabulary/scopes.ts";
import type { JsonSchema } from "./schema.ts";
import type { ScopeCatalogue } from "./scopes.ts";
import type { SettingCatalogue, Settings } from "./settings.ts";

const MARK = "x-declared-words";

type WordList = "scopes" | "permissions" | "settings" | "settings_change";

const declaredName = (name: string, list: WordList) =>
  Type.Unsafe<Scope>({ $id: name, type: "string", [MARK]: list });

/** A scope of a token or connection. */
export const ScopeName = declaredName("Scope", "scopes");

/** A permission that an employee can be given. */
export const PermissionName = declaredName("Permission", "permissions");

/** The settings of a business. */
export const SettingsMembers = Type.Unsafe<Settings>({ [MARK]: "settings" });
export const SettingsChange = Type.Unsafe<Partial<Settings>>({ [MARK]: "settings_change" });

/** Schemas without such members. Most are shared, so each is read once. */
const without_marks = new WeakSet<object>();

/** The schema with its words filled in; the same object when it has none. */
export function fillDeclaredNames<Schema extends TSchema>(
  schema: Schema,
  scopes: Pick<ScopeCatalogue, "words" | "for_employees">,
  settings: Pick<SettingCatalogue, "schema" | "change">,
): Schema {
  const lists: Record<WordList, object> = {
    scopes: { enum: [...scopes.words] },
    permissions: { enum: [...scopes.for_employees] },
    settings: settings.schema,
    settings_change: settings.change,
  };
  const fill = (value: unknown): unknown =>
    typeof value !== "object" || value === null || !hasMark(value)
      ? value
      : Array.isArray(value)
        ? value.map(fill)
        : fillObject(value as JsonSchema);
  const fillObject = ({ [MARK]: list, ...schema_members }: JsonSchema) =>
    list === undefined
      ? Object.fromEntries(Object.entries(schema_members).map(([key, member]) => [key, fill(member)]))
      : { ...schema_members, ...lists[list as WordList] };
  return fill(schema) as Schema;
}

function hasMark(value: object): boolean {
  if (without_marks.has(value)) return false;
  if (Object.hasOwn(value, MARK)) return true;
  for (const member of Object.values(value))
    if (typeof member === "object" && member !== null && hasMark(member)) return true;
  without_marks.add(value);
  return false;
}
