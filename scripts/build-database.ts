/**
 * Writes build/database.template: an embedded database with all migrations and no data, of which the first start makes its
 * own by copying. Runs at the end of `npm ci` (npm's `prepare`). Where the embedded database cannot run, nothing is written,
 * and a first start makes its database itself.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "#platform/db/connect.ts";
import { EmbeddedDatabaseError } from "#platform/db/embedded/errors.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { packTemplate } from "#platform/db/embedded/template.ts";
import { migrate } from "#platform/db/migrate.ts";
import { DATABASE_NAME, DATABASE_TEMPLATE } from "../src/installation.ts";

const started = performance.now();
const data_dir = await mkdtemp(path.join(tmpdir(), "packhorse-template-"));
try {
  const database = await startEmbeddedDatabase({
    data_dir,
    database: DATABASE_NAME,
    // Files that the log is written to again later would be copied too.
    settings: { fsync: "off", wal_recycle: "off", autovacuum: "off" },
  });
  try {
    const { owner, end } = connect({ config: database.config, onError: () => {} });
    try {
      await migrate(owner);
      // No vacuum: statistics that say that tables are empty make worse plans than none while the first rows come.
      await owner.query("select pg_switch_wal()");
      await owner.query("checkpoint");
    } finally {
      await end();
    }
  } finally {
    await database.stop();
  }
  await mkdir(path.dirname(DATABASE_TEMPLATE.file), { recursive: true });
  await packTemplate(DATABASE_TEMPLATE, database.cluster, database.version);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`A new database is prepared in build/database.template (${seconds} s).`);
} catch (error) {
  if (!(error instanceof EmbeddedDatabaseError)) throw error;
  console.log(`No new database is prepared, so a first start takes longer: ${error.message}`);
} finally {
  await rm(data_dir, { recursive: true, force: true });
}
