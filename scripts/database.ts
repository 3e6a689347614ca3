/**
 * The database for `npm run` scripts: the one that DATABASE_URL names, else the embedded one in DATA_DIR, which
 * is started or attached to.
 */
import { attachEmbeddedDatabase } from "#platform/db/embedded/attach.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { readConfig } from "../src/config.ts";

/** Exits with 2 and a message when no database is available. */
export async function openDatabase() {
  const config = readConfig();
  if (config.database_url !== null)
    return { config: { connectionString: config.database_url }, stop: async () => {} };
  try {
    return await startEmbeddedDatabase({ data_dir: config.data_dir, database: "packhorse", log: () => {} });
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError)) throw error;
    const running = error.fault === "in_use" ? await attachEmbeddedDatabase(config.data_dir) : null;
    if (running !== null) return { config: running, stop: async () => {} };
    console.error(error.message);
    process.exit(2);
  }
}
