/**
 * `npm run export -- --business <code> [--file <file>]`: writes a business into a file, for
 * `npm run import -- --business <file>` of another installation. docs/guides/operating.md, "Move a business".
 *
 * Reads the database that DATABASE_URL names, else the embedded one in DATA_DIR, also while a service runs on it and
 * also one of an earlier version, which it leaves as it is. The passphrase of the file is EXPORT_PASSPHRASE, or made up
 * and printed.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { loadRegistry } from "#operation/define/registry.ts";
import { exportBusiness } from "#platform/transfer/export.ts";
import { generatePassphrase } from "#platform/transfer/secrets.ts";
import { openFiles, readSecretKey } from "../src/installation.ts";
import { withDatabase } from "./database.ts";
import { describeExport } from "./import/report.ts";
import { exitWithError } from "./service.ts";
import { readVersion } from "./version.ts";

const { values } = parseArgs({ options: { business: { type: "string" }, file: { type: "string" } } });
const { business } = values;
if (business === undefined || business === "")
  exitWithError("Usage: npm run export -- --business <code> [--file <file>]");
const file = path.resolve(values.file ?? `${business}.packhorse.gz`);
const given_passphrase = process.env["EXPORT_PASSPHRASE"] || null;
const passphrase = given_passphrase ?? generatePassphrase();

await withDatabase(async (pools, config) => {
  const report = await exportBusiness({
    pools,
    files: await openFiles(config),
    secret_key: await readSecretKey(config),
    business,
    passphrase,
    file,
    version: await readVersion(),
    readers: [...(await loadRegistry()).consumers.keys()],
  });
  console.log(describeExport(report, file));
  if (given_passphrase === null)
    console.log(`Passphrase of the file, which the import asks for: ${passphrase}`);
});
process.exit();
