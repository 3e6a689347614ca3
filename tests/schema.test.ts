/** The committed description of the tables, and the types of rows, agree with the migrated database. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import type { Columns } from "#platform/db/columns.gen.ts";
import { connect } from "#platform/db/connect.ts";
import { MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import { findDigestFaults, readDigestsText, readMigrationFiles } from "#platform/db/migration-digests.ts";
import type { Tables } from "#platform/db/tables.ts";
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

/** A member of type `unknown` may be null or not. */
type ColumnFault<Name extends string, Type, Column extends { type: unknown; nullable: boolean }> = [
  NonNullable<Type>,
] extends [Column["type"]]
  ? unknown extends Type
    ? never
    : null extends Type
      ? Column["nullable"] extends true
        ? never
        : `${Name} is never null`
      : Column["nullable"] extends true
        ? `${Name} can be null`
        : never
  : `${Name} has another type`;

type TableFault<Name extends string, Row, Of> = {
  [C in keyof Row & string]: C extends keyof Of
    ? Of[C] extends { type: unknown; nullable: boolean }
      ? ColumnFault<`${Name}.${C}`, Row[C], Of[C]>
      : never
    : `${Name}.${C} is no column`;
}[keyof Row & string];

type Faults = {
  [T in keyof Tables & string]: T extends keyof Columns
    ? TableFault<T, Tables[T], Columns[T]>
    : `${T} is no table`;
}[keyof Tables & string];

/** An error here names the member of a row type (`interface Tables`) that its column contradicts. */
type None<Fault extends never> = Fault;
export type RowsMatchColumns = None<Faults>;
