/** The settings of a business on the wire: null for a default. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Settings } from "#operation/define/settings.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";

/** The stored value, or null if there is none. */
export function buildSettings(
  { business_settings: { names } }: Pick<Context, "business_settings">,
  stored_settings: Readonly<Record<string, unknown>>,
): Settings {
  return Object.fromEntries(names.map((name) => [name, stored_settings[name] ?? null])) as Settings;
}

export const BusinessFacts = Type.Object(
  {
    id: Type.Integer(),
    code: Type.String(),
    name: Type.String(),
    time_zone: Type.String(),
    currency: Type.String(),
    country: Type.String(),
    locale: Type.String(),
  },
  { $id: "BusinessFacts" },
);

export interface BusinessRow extends Type.Static<typeof BusinessFacts> {
  settings: Record<string, unknown>;
  feature_families: Record<string, boolean>;
  feature_gates: Record<string, boolean>;
  modules: Record<string, boolean>;
  version: number;
}

const BUSINESS_COLUMNS =
  "id, code, name, time_zone, currency, country, locale, business_settings(b) as settings, feature_families, feature_gates, modules, version";

const Available = Type.Boolean({
  description:
    "False while nothing of this installation belongs to it: then it is off whatever the switch says.",
});

export const Features = Type.Array(
  Type.Object({
    family: StringEnum(FEATURES),
    own: Type.Boolean({ description: "The business's own switch." }),
    gate: StringEnum(["open", "revoked"], {
      description: "The platform's; a revoked family is off whatever the switch says.",
    }),
    available: Available,
    effective: Type.Boolean(),
  }),
);

export const Modules = Type.Array(
  Type.Object({ module: StringEnum(MODULES), licensed: Type.Boolean(), available: Available }),
);

/** `offered`: what some operation of the installation belongs to. */
export function toFeatures(
  { feature_families, feature_gates }: BusinessRow,
  offered: ReadonlySet<string>,
): Type.Static<typeof Features> {
  return FEATURES.map((family) => {
    const is_own = feature_families[family] === true;
    const revoked = feature_gates[family] === false;
    const available = offered.has(family);
    return {
      family,
      own: is_own,
      gate: revoked ? "revoked" : "open",
      available,
      effective: is_own && !revoked && available,
    };
  });
}

export function toModules(
  { modules }: BusinessRow,
  offered: ReadonlySet<string>,
): Type.Static<typeof Modules> {
  return MODULES.map((module) => ({
    module,
    licensed: modules[module] === true,
    available: offered.has(module),
  }));
}

/** The row of the caller's business, which always exists; locked if it is going to be changed. */
export const LOCK_BUSINESS = `select ${BUSINESS_COLUMNS} from business b where id = $1 for update`;
export const READ_BUSINESS = `select ${BUSINESS_COLUMNS} from business b where id = $1`;
