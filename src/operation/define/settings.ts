/**
 * The settings of businesses: one `defineSettings` in `src/domain/<area>/<family>/settings.ts`, found by folder like operations
 * are. A business sets each of them or has its default, and every family reads them all, of `context.business.settings`.
 */
import assert from "node:assert";
import Type, { type Static, type TSchema } from "typebox";
import { Nullable } from "#vocabulary/basics.ts";

interface SettingDeclaration {
  /** Position among the settings of all families. */
  order: number;
  /** Null where it has none, or one that depends on something else. Businesses that set none have it. */
  default: unknown;
  /** Its description says the default. */
  schema: TSchema;
}
type Declarations = Readonly<Record<string, SettingDeclaration>>;

export interface SettingSet<Declared extends Declarations = Declarations> {
  is_setting_set: true;
  settings: Declared;
  defaults: { readonly [Name in keyof Declared]: Declared[Name]["default"] };
}

export function defineSettings<const Declared extends Declarations>(
  settings: Declared,
): SettingSet<Declared> {
  const defaults = Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, one.default]));
  return { is_setting_set: true, settings, defaults: defaults as SettingSet<Declared>["defaults"] };
}

export type SettingsIn<Set extends SettingSet> = {
  readonly [Name in keyof Set["settings"]]:
    | Static<Set["settings"][Name]["schema"]>
    | (Set["settings"][Name]["default"] extends null ? null : never);
};

/** Each family adds its own: `interface DeclaredSettings extends SettingsIn<typeof settings> {}`. */
// biome-ignore lint/suspicious/noEmptyInterface: the families add its members.
export interface DeclaredSettings {}

/** Every setting with its value: null only where there is no default. */
export interface BusinessSettings extends DeclaredSettings {
  /** The warehouse that is the depot. */
  readonly depot_warehouse_id: number | null;
}

/** On the wire: null for a default. */
export type Settings = { -readonly [Name in keyof DeclaredSettings]: DeclaredSettings[Name] | null };

/** The settings of all families. */
export interface SettingCatalogue {
  /** In their order. */
  names: readonly (keyof DeclaredSettings)[];
  schema: TSchema;
  /** What a change may set: any of them. */
  change: TSchema;
  /** `stored_settings`: as `business_settings` of the database gives them, or their column; checked when they were stored. */
  resolve(stored_settings: Readonly<Record<string, unknown>> | null): BusinessSettings;
}

export function buildSettingCatalogue(sets: readonly SettingSet[]): SettingCatalogue {
  const declared = sets
    .flatMap(({ settings }) => Object.entries(settings))
    .sort(([, one], [, other]) => one.order - other.order);
  const members = Object.fromEntries(declared.map(([name, { schema }]) => [name, Nullable(schema)]));
  assert(Object.keys(members).length === declared.length, "Two families declare the same setting.");
  const defaults = Object.assign({ depot_warehouse_id: null }, ...sets.map((set) => set.defaults));
  return {
    names: Object.keys(members) as (keyof DeclaredSettings)[],
    schema: Type.Object(members, { $id: "BusinessSettings" }),
    change: Type.Partial(Type.Object(members), { $id: "BusinessSettingsChange" }),
    resolve(stored_settings) {
      const settings = { ...defaults };
      for (const [name, value] of Object.entries(stored_settings ?? {}))
        if (value !== null) settings[name] = value;
      return settings;
    },
  };
}
