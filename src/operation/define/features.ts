/**
 * What a family says of its feature, its module and its part of the paths: one `defineFeatures` in `src/domain/<area>/<family>/features.ts`, found by
 * folder like operations are. Their names are published by the contract (`src/vocabulary/features.ts`).
 */
import assert from "node:assert";
import { type FeatureName, type ModuleName, PUBLISHED_GATES } from "#vocabulary/features.ts";
import type { Role } from "#vocabulary/roles.ts";

/** The gate of a feature, which applies to every request below its prefix. */
interface FeatureGate {
  /** Every path below this prefix belongs to the feature, including routes that do not exist. */
  prefix: string;
  /** Accounts with other roles are refused with 403 once the feature is on; null leaves it to each operation. */
  roles: readonly Role[] | null;
  /** When these tables are missing, the feature is treated as off. */
  tables: readonly string[];
  /** Once the day's turns are used up, every endpoint is refused with 429. */
  daily_turns: boolean;
}

type Gates = Readonly<Partial<Record<FeatureName, FeatureGate>>>;
/** The tables without which each module is not available on an installation. */
export type ModuleTables = Readonly<Partial<Record<ModuleName, readonly string[]>>>;

export interface FeatureSet {
  is_feature_set: true;
  gates: Gates;
  module_tables: ModuleTables;
  /** Everything below these paths follows `Accept-Language`, also routes that do not exist. */
  localised_paths: readonly string[];
}

export function defineFeatures(declared: Partial<Omit<FeatureSet, "is_feature_set">>): FeatureSet {
  return { is_feature_set: true, gates: {}, module_tables: {}, localised_paths: [], ...declared };
}

/** The gates and modules of all families, and the gates that are published for families to come. */
export interface FeatureCatalogue {
  gates: ReadonlyMap<FeatureName, FeatureGate>;
  module_tables: ModuleTables;
  localised_paths: readonly string[];
}

export function buildFeatureCatalogue(sets: readonly FeatureSet[]): FeatureCatalogue {
  const gates = [PUBLISHED_GATES, ...sets.map((set) => set.gates)].flatMap(
    (some) => Object.entries(some) as [FeatureName, FeatureGate][],
  );
  const by_name = new Map(gates);
  assert(by_name.size === gates.length, "A feature has two gates.");
  return {
    gates: by_name,
    module_tables: Object.assign({}, ...sets.map((set) => set.module_tables)),
    localised_paths: sets.flatMap((set) => set.localised_paths),
  };
}
