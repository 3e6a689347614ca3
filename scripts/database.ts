/**
 * The database for `npm run` scripts: the one that DATABASE_URL names, else the embedded one in DATA_DIR, which
 * is started or attached to.
 */
import { connect, type Pools } from "#platform/db/connect.ts";
import { attachEmbeddedDatabase } from "#platform/db/embedded/attach.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { type Config, readConfig } from "../src/config.ts";
import { explainError } from "../src/explain-error.ts";

/**
 * Runs the work of a script, and closes what was opened for it, however it ends. An error that its user can mend is
 * one sentence, with exit code 2.
 */
export async function withDatabase(work: (pools: Pools, config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig();
    const database = await openDatabase(config);
    try {
      const pools = connect({ config: database.config, onError: () => {} });
      try {
        await work(pools, config);
      } finally {
        await pools.end();
      }
    } finally {
      await database.stop();
    }
  } catch (error) {
    console.error(explainError(error) ?? error);
    process.exitCode = 2;
  }
}

async function openDatabase(config: Config) {
  if (config.database_url !== null)
    return { config: { connectionString: config.database_url }, stop: async () => {} };
  try {
    return await startEmbeddedDatabase({ data_dir: config.data_dir, database: "packhorse", log: () => {} });
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseError) || error.fault !== "in_use") throw error;
    const running = await attachEmbeddedDatabase(config.data_dir);
    if (running === null) throw error;
    return { config: running, stop: async () => {} };
  }
}
