/** The business of a caller: what is read of it with each caller, and what the operations see. */
import assert from "node:assert";
import type { Db } from "#platform/db/db.ts";
import { FEATURES, type FeatureName, MODULES, type ModuleName } from "#vocabulary/features.ts";
import type { SettingCatalogue } from "../define/settings.ts";
import type { ActorBusiness } from "./actor.ts";

/** Facts about its business in a row; nulls where it belongs to none. */
export interface BusinessColumns {
  business_id: number | null;
  business_code: string | null;
  business_name: string | null;
  business_status: string | null;
  time_zone: string | null;
  currency: string | null;
  country: string | null;
  business_locale: string | null;
  feature_families: Record<string, boolean> | null;
  feature_gates: Record<string, boolean> | null;
  modules: Record<string, boolean> | null;
  settings: Record<string, unknown> | null;
}

/** Of `business b`. */
export const BUSINESS_COLUMNS = `b.id as business_id, b.code as business_code, b.name as business_name,
  b.status as business_status, b.time_zone, b.currency, b.country, b.locale as business_locale, b.feature_families,
  b.feature_gates, b.modules, business_settings(b) as settings`;

/** The business of a row that has its columns; null for platform administrators. */
export function buildBusiness(
  row: BusinessColumns,
  settings: Pick<SettingCatalogue, "resolve">,
): ActorBusiness | null {
  if (row.business_id === null) return null;
  const modules = row.modules ?? {};
  return {
    id: row.business_id,
    code: row.business_code ?? "",
    name: row.business_name ?? "",
    time_zone: row.time_zone ?? "UTC",
    currency: row.currency ?? "EUR",
    country: row.country ?? "",
    locale: row.business_locale ?? "en",
    features: enabledFeatures(row),
    modules: new Set<ModuleName>(MODULES.filter((name) => modules[name] === true)),
    settings: settings.resolve(row.settings),
  };
}

/** What only runs for a business reads of it. */
export function requireBusiness(business: ActorBusiness | null, run: string): ActorBusiness {
  assert(business !== null, `${run} runs for no business.`);
  return business;
}

/** For work on every business, as the system role. */
export async function listBusinessIds(db: Db, { only_active }: { only_active: boolean }): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    "select id from business where status = 'active' or not $1 order by id",
    [only_active],
  );
  return rows.map(({ id }) => id);
}

/** Until the transaction ends, nobody else changes what the business has once, such as the settings of a family. */
export async function lockBusiness(db: Db, business_id: number): Promise<void> {
  await db.execute("select from business where id = $1 for no key update", [business_id]);
}

/** Features enabled by the business, except the families the platform revoked. */
function enabledFeatures(row: BusinessColumns): Set<FeatureName> {
  const own_families = row.feature_families ?? {};
  const gates = row.feature_gates ?? {};
  return new Set(FEATURES.filter((family) => own_families[family] === true && gates[family] !== false));
}
