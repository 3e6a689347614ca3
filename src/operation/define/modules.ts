/**
 * The modules whose tables this installation has. Migrations run before a process accepts requests, but a process
 * may be connected to a database that an older release maintains. It then refuses with 503, and works without a
 * restart once the tables exist.
 */
import type { Db } from "#platform/db/db.ts";
import { MODULES, type ModuleName } from "#vocabulary/features.ts";
import type { ModuleTables } from "./features.ts";

export interface InstalledModules {
  has(name: ModuleName): boolean;
  /** Looks for the missing tables again; a module that was found stays installed. */
  refresh(): Promise<void>;
}

const FIND =
  "select name from unnest($1::text[]) as name where to_regclass('public.' || quote_ident(name)) is not null";

/** No module is known before the first check. */
export function createInstalledModules(db: Db, tables: ModuleTables): InstalledModules {
  const installed = new Set<ModuleName>();
  return {
    has: (name) => installed.has(name),
    async refresh() {
      const missing = MODULES.filter((name) => !installed.has(name));
      if (missing.length === 0) return;
      const rows = await db.rows<{ name: string }>(FIND, [missing.flatMap((name) => tables[name] ?? [])]);
      const present = new Set(rows.map((row) => row.name));
      for (const name of missing) if (tables[name]?.every((table) => present.has(table))) installed.add(name);
    },
  };
}
