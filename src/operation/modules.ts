/**
 * Which modules this installation has the tables of. Migrations run before a process answers, but a process may
 * be pointed at a database that an older release keeps: it says 503 there, and goes on without a restart once
 * the tables have come.
 */
import type { Db } from "#platform/db/db.ts";
import { MODULES, type ModuleName, TABLES_OF_MODULE } from "#vocabulary/features.ts";

export interface InstalledModules {
  has(name: ModuleName): boolean;
  /** Look again for what was missing; a module that was found stays. */
  look(): Promise<void>;
}

const FIND =
  "select name from unnest($1::text[]) as name where to_regclass('public.' || quote_ident(name)) is not null";

/** Nothing is known before the first `look`. */
export function installedModules(db: Db): InstalledModules {
  const installed = new Set<ModuleName>();
  return {
    has: (name) => installed.has(name),
    async look() {
      const missing = MODULES.filter((name) => !installed.has(name));
      if (missing.length === 0) return;
      const rows = await db.rows<{ name: string }>(FIND, [missing.flatMap((name) => TABLES_OF_MODULE[name])]);
      const present = new Set(rows.map((row) => row.name));
      for (const name of missing)
        if (TABLES_OF_MODULE[name].every((table) => present.has(table))) installed.add(name);
    },
  };
}
