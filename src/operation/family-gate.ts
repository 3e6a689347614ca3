/**
 * The gate of a whole feature family: 401 for strangers, 409 while the family is off, revoked by the platform or
 * not migrated, 403 for accounts it is not for, 429 once the day's turns are used. The same for operations of
 * the family on every surface and for addresses below its prefix that lead nowhere.
 *
 * Source: docs/contract/rest.md, "Feature families"; that 403 comes before 429 is our choice.
 */
import { type Db, doorOf, readerOf } from "#platform/db/db.ts";
import { FAMILY_GATES, type FamilyGate, type FeatureFamily } from "#vocabulary/features.ts";
import type { Actor } from "./actor.ts";
import { featureOff, requireCaller, requireRole } from "./gate.ts";
import type { Mechanism } from "./mechanism.ts";
import { refuseWithoutTurns } from "./turns.ts";

/** The family that a path belongs to; `path` as it was sent, with or without a query. */
export function familyOfPath(path: string): FeatureFamily | undefined {
  // Routes are found whatever of their path is encoded.
  if (!path.startsWith("/api/") && !path.includes("%")) return undefined;
  const plain = decoded(path.split(/[?#]/, 1)[0] as string);
  for (const [family, gate] of Object.entries(FAMILY_GATES) as [FeatureFamily, FamilyGate][])
    if (plain === gate.prefix || plain.startsWith(`${gate.prefix}/`)) return family;
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

export async function admitToFamily(
  mechanism: Mechanism,
  family: FeatureFamily,
  actor: Actor,
  now: Date,
): Promise<void> {
  requireCaller(actor);
  if (!actor.business?.features.has(family)) throw featureOff();
  const gate = FAMILY_GATES[family];
  if (gate === undefined) return;
  if (!(await areThere(mechanism, gate.tables))) throw featureOff();
  if (gate.roles !== null) requireRole(actor, gate.roles);
  if (gate.daily_turns)
    await refuseWithoutTurns(readerOf(mechanism.pools.service, actor.business_id), actor.business, now);
}

interface Switches {
  feature_families: Record<string, boolean>;
  feature_gates: Record<string, boolean>;
}

/** For public operations of a family: the business they belong to has it on, and it is there. */
export async function admitBusinessToFamily(
  mechanism: Mechanism,
  family: FeatureFamily,
  business_id: number,
): Promise<void> {
  const row = await readerOf(mechanism.pools.service, business_id).row<Switches>(
    "select feature_families, feature_gates from business where id = $1",
    [business_id],
  );
  const is_on = row?.feature_families[family] === true && row.feature_gates[family] !== false;
  if (!is_on || !(await areThere(mechanism, FAMILY_GATES[family]?.tables ?? []))) throw featureOff();
}

/** Tables seen once stay: migrations only go forward. */
const seen = new WeakMap<object, Set<string>>();

async function areThere(mechanism: Mechanism, tables: readonly string[]): Promise<boolean> {
  let known = seen.get(mechanism.pools);
  if (known === undefined) {
    known = new Set();
    seen.set(mechanism.pools, known);
  }
  const unknown = tables.filter((table) => !known.has(table));
  if (unknown.length === 0) return true;
  const found = await tablesAmong(doorOf(mechanism.pools.system), unknown);
  for (const name of found) known.add(name);
  return found.length === unknown.length;
}

async function tablesAmong(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    "select name from unnest($1::text[]) as wanted(name) where to_regclass(name) is not null",
    [names],
  );
  return rows.map(({ name }) => name);
}
