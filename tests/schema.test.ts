/** The committed description of the tables agrees with the migrated database. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import { connect } from "#platform/db/connect.ts";
import { MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import { findDigestFaults, readDigestsText, readMigrationFiles } from "#platform/db/migration-digests.ts";
import { readSchemaFiles } from "../scripts/schema.ts";
import { openTestDatabase } from "./support/database.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
after(async () => {
  await pools.end();
  await database.drop();
});

test("the generated files of the schema are those of the migrated database", async () => {
  for (const [file, text] of Object.entries(await readSchemaFiles(pools.owner)))
    assert.equal(await readFile(path.resolve(import.meta.dirname, "..", file), "utf8"), text, file);
});

test("no migration was changed or removed after it was applied anywhere", async () => {
  const files = await readMigrationFiles(MIGRATIONS_FOLDER);
  assert(files.length > 70);
  assert.deepEqual(findDigestFaults(files, await readDigestsText(MIGRATIONS_FOLDER)), []);
});
