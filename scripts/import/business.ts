/**
 * `npm run import -- --business <file>`: a business that `npm run export` wrote, into the database that DATABASE_URL
 * names, else the embedded one in DATA_DIR, also while a service runs on it. docs/guides/operating.md, "Move a
 * business". The passphrase of the file is EXPORT_PASSPHRASE.
 */
import path from "node:path";
import { loadRegistry } from "#operation/define/registry.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openQueue } from "#platform/jobs/queue.ts";
import { importBusiness } from "#platform/transfer/import.ts";
import { checkSecretKey } from "#platform/transfer/secret-key.ts";
import { openFiles, readSecretKey } from "../../src/installation.ts";
import { withDatabase } from "../database.ts";
import { exitWithError } from "../service.ts";
import { readVersion } from "../version.ts";
import { describeImport } from "./report.ts";

export async function importBusinessFile(file: string): Promise<void> {
  const passphrase = process.env["EXPORT_PASSPHRASE"] || null;
  if (passphrase === null)
    exitWithError(
      "Set EXPORT_PASSPHRASE to the passphrase of the file, which `npm run export` printed or was given.",
    );
  await withDatabase(async (pools, config) => {
    const { jobs } = await loadRegistry();
    await migrate(pools.owner, { log: (message) => console.log(message) });
    const secret_key = await readSecretKey(config);
    await checkSecretKey(pools, secret_key, config.secret_key_replaced);
    const queue = openQueue({ owner: pools.owner, specs: [...jobs.values()], run: null, onError: () => {} });
    try {
      const report = await importBusiness({
        pools,
        files: await openFiles(config),
        secret_key,
        passphrase,
        file: path.resolve(file),
        version: await readVersion(),
        queue,
        job_names: new Set(jobs.keys()),
        log: (message) => console.log(message),
      });
      console.log(describeImport(report));
    } finally {
      await queue.stop(0);
    }
  });
}
