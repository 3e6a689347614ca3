import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { openTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";
import { connect } from "./connect.ts";
import { withInstallationLock } from "./installation-lock.ts";
import { migrate } from "./migrate.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const other = connect({ config: database.config, onError: () => {} });
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-migrations-"));
after(async () => {
  await pools.end();
  await other.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a migration logs that it waits for another process, and applies after it", async () => {
  const said: string[] = [];
  const log = (message: string) => void said.push(message);
  await writeFile(path.join(folder, "2999-01-01-0000-first.sql"), "create table first (id int)");
  let migrating: Promise<string[]> | undefined;
  await withInstallationLock(other.owner, async () => {
    migrating = migrate(pools.owner, { folder, log });
    await until("a word of waiting", () => said.length);
  });
  assert.deepEqual(await migrating, ["2999-01-01-0000-first.sql"]);
  assert.match(said.join(), /^Waiting for another process/);
});

test("a migration that cannot lock a table gives way to waiting queries, logs it and is retried", async () => {
  const said: string[] = [];
  const name = "2999-01-01-0001-second.sql";
  await writeFile(path.join(folder, name), "alter table business add column second int");
  const reading = await other.owner.connect();
  try {
    await reading.query("begin; select 1 from business");
    const migrating = migrate(pools.owner, { folder, log: (message) => void said.push(message) });
    await until("a word of waiting", () => said.length);
    await reading.query("commit");
    assert.deepEqual(await migrating, [name]);
    assert.match(said.join(), /second\.sql waits for a table/);
  } finally {
    reading.release();
  }
});

test("a database of migrations before the baseline is refused, and keeps what it has", async () => {
  const before = "2026-11-20-0100-platform.sql";
  await pools.owner.query("insert into migration (name, sha256) values ($1, 'x')", [before]);
  await writeFile(path.join(folder, "2999-01-01-0002-third.sql"), "create table third (id int)");
  try {
    await assert.rejects(migrate(pools.owner, { folder }), {
      message:
        /^This database was created before the first release .*2026-11-20-0100-platform\.sql.* use an empty database/,
    });
    const { rows } = await pools.owner.query("select to_regclass('third') as third");
    assert.deepEqual(rows, [{ third: null }]);
  } finally {
    await pools.owner.query("delete from migration where name = $1", [before]);
  }
});
