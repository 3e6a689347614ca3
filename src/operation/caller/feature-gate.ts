/**
 * The gate of a whole feature. It refuses anonymous callers with 401, a feature that is off, revoked by the
 * platform or not migrated with 409, accounts without access with 403, and used-up daily turns with 429. It applies
 * alike to the feature's operations on every surface and to unknown paths below its prefix.
 *
 * Source: docs/contract/rest.md, "Feature families"; that 403 comes before 429 is our choice.
 */
import { type Db, readOnlyDb, systemDb } from "#platform/db/db.ts";
import type { FeatureName } from "#vocabulary/features.ts";
import type { FeatureCatalogue } from "../define/features.ts";
import type { Runtime } from "../define/runtime.ts";
import { requireAgentQuota } from "../limits/agent-quota.ts";
import type { Actor } from "./actor.ts";
import { featureDisabled, requireCaller, requireRole } from "./authorize.ts";

/** The feature that a path belongs to; `path` as it was sent, with or without a query. */
export function findFeatureByPath({ gates }: FeatureCatalogue, path: string): FeatureName | undefined {
  // Routes match percent-encoded paths too.
  if (!path.startsWith("/api/") && !path.includes("%")) return undefined;
  const plain = decoded(path.split(/[?#]/, 1)[0] as string);
  for (const [feature, { prefix }] of gates)
    if (plain === prefix || plain.startsWith(`${prefix}/`)) return feature;
  return undefined;
}

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function authorizeFeature(
  runtime: Runtime,
  feature: FeatureName,
  actor: Actor,
  now: Date,
): Promise<void> {
  requireCaller(actor);
  if (!actor.business?.features.has(feature)) throw featureDisabled();
  const gate = runtime.registry.features.gates.get(feature);
  if (gate === undefined) return;
  if (!(await tablesExist(runtime, gate.tables))) throw featureDisabled();
  if (gate.roles !== null) requireRole(actor, gate.roles);
  if (gate.daily_turns)
    await requireAgentQuota(readOnlyDb(runtime.pools.service, actor.business_id), actor.business, now);
}

interface Switches {
  feature_families: Record<string, boolean>;
  feature_gates: Record<string, boolean>;
}

/** For public operations of a feature: refuses unless their business has it on and its tables exist. */
export async function authorizeBusinessFeature(
  runtime: Runtime,
  feature: FeatureName,
  business_id: number,
): Promise<void> {
  const row = await readOnlyDb(runtime.pools.service, business_id).row<Switches>(
    "select feature_families, feature_gates from business where id = $1",
    [business_id],
  );
  const is_on = row?.feature_families[feature] === true && row.feature_gates[feature] !== false;
  const { tables = [] } = runtime.registry.features.gates.get(feature) ?? {};
  if (!is_on || !(await tablesExist(runtime, tables))) throw featureDisabled();
}

/** Tables that were found stay known: migrations only go forward. */
const existingTables = new WeakMap<object, Set<string>>();

async function tablesExist(runtime: Runtime, tables: readonly string[]): Promise<boolean> {
  let known_tables = existingTables.get(runtime.pools);
  if (known_tables === undefined) {
    known_tables = new Set();
    existingTables.set(runtime.pools, known_tables);
  }
  const unknown = tables.filter((table) => !known_tables.has(table));
  if (unknown.length === 0) return true;
  const table_names = await findExistingTables(systemDb(runtime.pools.system), unknown);
  for (const name of table_names) known_tables.add(name);
  return table_names.length === unknown.length;
}

async function findExistingTables(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    "select name from unnest($1::text[]) as wanted(name) where to_regclass(name) is not null",
    [names],
  );
  return rows.map(({ name }) => name);
}
