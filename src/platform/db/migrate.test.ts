import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { openTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";
import { connect } from "./connect.ts";
import { withInstallationLock } from "./installation-lock.ts";
import { explainRefusal, MIGRATIONS_FOLDER, migrate } from "./migrate.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const other = connect({ config: database.config, onError: () => {} });
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-migrations-"));
await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
after(async () => {
  await pools.end();
  await other.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a migration logs that it waits for another process, and applies after it", async () => {
  const messages: string[] = [];
  const log = (message: string) => void messages.push(message);
  await writeFile(path.join(folder, "2999-01-01-0000-first.sql"), "create table first (id int)");
  let migrating: Promise<string[]> | undefined;
  await withInstallationLock(other.owner, async () => {
    migrating = migrate(pools.owner, { folder, log });
    await until("a word of waiting", () => messages.length);
  });
  assert.deepEqual(await migrating, ["2999-01-01-0000-first.sql"]);
  assert.match(messages.join(), /^Waiting for another process/);
});

test("a migration that cannot lock a table gives way to waiting queries, logs it and is retried", async () => {
  const messages: string[] = [];
  const name = "2999-01-01-0001-second.sql";
  await writeFile(path.join(folder, name), "alter table business add column second int");
  const reading = await other.owner.connect();
  try {
    await reading.query("begin; select 1 from business");
    const migrating = migrate(pools.owner, { folder, log: (message) => void messages.push(message) });
    await until("a word of waiting", () => messages.length);
    await reading.query("commit");
    assert.deepEqual(await migrating, [name]);
    assert.match(messages.join(), /second\.sql waits for a table/);
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

const FILES = [
  { name: "2026-11-22-1130-base.sql", sql: "", sha256: "a" },
  { name: "2026-11-22-1131-identity.sql", sql: "", sha256: "b" },
  { name: "2026-11-23-0001-orders.sql", sql: "", sha256: "c" },
];
const [BASE, IDENTITY, ORDERS] = FILES.map(({ name, sha256 }) => ({ name, sha256 })) as [
  { name: string; sha256: string },
  { name: string; sha256: string },
  { name: string; sha256: string },
];
const LISTED = new Map(FILES.map(({ name, sha256 }) => [name, sha256]));

const DATABASES: [
  string,
  applied: { name: string; sha256: string }[],
  digests: ReadonlyMap<string, string>,
  RegExp | null,
][] = [
  ["an empty one", [], LISTED, null],
  ["one at the last version", [BASE, IDENTITY, ORDERS], LISTED, null],
  ["one of an earlier version", [BASE, IDENTITY], LISTED, null],
  ["one that a migration with an earlier name is new to", [BASE, ORDERS], LISTED, null],
  ["one of a folder without digests", [BASE, IDENTITY], new Map(), null],
  [
    "one whose migration was edited later",
    [BASE, { ...IDENTITY, sha256: "was" }],
    LISTED,
    /^Migration 2026-11-22-1131-identity\.sql was changed after it was applied.*Start the version that made the database, or use an empty database/,
  ],
  [
    "the first of several edited ones",
    [{ ...BASE, sha256: "was" }, IDENTITY, { ...ORDERS, sha256: "was" }],
    LISTED,
    /^Migration 2026-11-22-1130-base\.sql was changed/,
  ],
  [
    "a file that was modified in the installation",
    [BASE, IDENTITY, { ...ORDERS, sha256: "as released" }],
    new Map([...LISTED, [ORDERS.name, "as released"]]),
    /^The file migrations\/2026-11-23-0001-orders\.sql of this installation was modified.*Install the released version again/,
  ],
  [
    "one of a later version",
    [BASE, IDENTITY, ORDERS, { name: "2027-01-01-0000-later.sql", sha256: "d" }],
    LISTED,
    /does not have, 2027-01-01-0000-later\.sql.*Start that version or a later one, or restore the backup/,
  ],
  [
    "one whose migration was removed between two others",
    [BASE, { name: "2026-11-22-2000-gone.sql", sha256: "d" }, ORDERS],
    LISTED,
    /does not have, 2026-11-22-2000-gone\.sql/,
  ],
  [
    "one from before the baseline",
    [{ name: "2026-11-20-0100-platform.sql", sha256: "d" }],
    LISTED,
    /^This database was created before the first release .* use an empty database/,
  ],
];

test("a database is refused when its migrations are not those of this version, with what to do", () => {
  for (const [what, applied, digests, words] of DATABASES) {
    const refusal = explainRefusal(applied, FILES, digests);
    if (words === null) assert.equal(refusal, null, what);
    else assert.match(refusal ?? "", words, what);
  }
});

test("each applied migration is stored with its digest, and one that changes afterwards is refused before anything is applied", async () => {
  const name = "2999-01-02-0000-fourth.sql";
  await writeFile(path.join(folder, name), "create table fourth (id int)");
  await migrate(pools.owner, { folder });
  const { rows } = await pools.owner.query("select sha256 from migration where name = $1", [name]);
  assert.match(rows[0]?.sha256, /^[0-9a-f]{64}$/);
  await writeFile(path.join(folder, name), "create table fourth (id bigint)");
  await writeFile(path.join(folder, "2999-01-02-0001-fifth.sql"), "create table fifth (id int)");
  await assert.rejects(migrate(pools.owner, { folder }), /fourth\.sql was changed after it was applied/);
  assert.deepEqual((await pools.owner.query("select to_regclass('fifth') as fifth")).rows, [{ fifth: null }]);
});

test("a migration that fails is named with its reason, and nothing of it stays", async () => {
  const migrations_folder = await mkdtemp(path.join(tmpdir(), "packhorse-migrations-"));
  try {
    await cp(folder, migrations_folder, { recursive: true });
    await writeFile(
      path.join(migrations_folder, "2999-01-02-0000-fourth.sql"),
      "create table fourth (id int)",
    );
    await rm(path.join(migrations_folder, "2999-01-02-0001-fifth.sql"));
    await writeFile(
      path.join(migrations_folder, "2999-01-03-0000-broken.sql"),
      "create table sixth (id int); create table sixth (id int)",
    );
    await assert.rejects(
      migrate(pools.owner, { folder: migrations_folder }),
      /2999-01-03-0000-broken\.sql failed, and nothing of it was applied: relation "sixth" already exists/,
    );
    assert.deepEqual((await pools.owner.query("select to_regclass('sixth') as sixth")).rows, [
      { sixth: null },
    ]);
  } finally {
    await rm(migrations_folder, { recursive: true, force: true });
  }
});
