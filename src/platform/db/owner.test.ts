/** An owner that is not a superuser, as operators create one for their own PostgreSQL. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { asOwner, openEmptyDatabase } from "#tests/support/database.ts";
import { connect } from "./connect.ts";
import { readOnlyDb, systemDb } from "./db.ts";
import { MIGRATIONS_FOLDER, migrate } from "./migrate.ts";

const database = await openEmptyDatabase();
const login = `packhorse_owner_${randomBytes(6).toString("hex")}`;
await asOwner(database.config, async (client) => {
  const { name } = (await client.query("select current_database() as name")).rows[0];
  await client.query(`do $$ begin create role packhorse_service nologin; exception when duplicate_object then null; end $$;
    do $$ begin create role packhorse_system nologin; exception when duplicate_object then null; end $$;
    create role ${login} login createrole; grant packhorse_service, packhorse_system to ${login};
    alter database ${name} owner to ${login}`);
});
const url = database.config.connectionString && new URL(database.config.connectionString);
if (url) url.username = login;
const pools = connect({
  config: url ? { connectionString: url.href } : { ...database.config, user: login },
  onError: () => {},
});
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-migrations-"));
after(async () => {
  await pools.end();
  await asOwner(database.config, async (client) => {
    await client.query(
      `reassign owned by ${login} to current_user; drop owned by ${login}; drop role ${login}`,
    );
  });
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
await migrate(pools.owner);
const system = systemDb(pools.system);
const ids = await system.rows<{ id: number }>(
  "insert into business (code, name) values ('one', 'One'), ('two', 'Two') returning id",
);
const [one] = ids.map(({ id }) => id) as [number, number];

test("the owner can read and write no row of a business, although it inherits the other roles", async () => {
  const owner = systemDb(pools.owner);
  assert.deepEqual(await owner.rows("select code from business"), []);
  assert.equal(await owner.execute("update business set name = 'Changed'"), 0);
  await assert.rejects(
    owner.execute("insert into business (code, name) values ('six', 'Six')"),
    /row-level security/,
  );
  assert.deepEqual(
    await owner.rows(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
         and not relforcerowsecurity`,
    ),
    [],
  );
});

test("security definer searches still find rows of their own business only", async () => {
  for (const { id } of ids)
    await system.execute(
      `insert into address_entry (business_id, place, normalised_key, search, created_at, updated_at)
       values ($1, '{}', 'clara', 'clara dias', now(), now())`,
      [id],
    );
  const rows = await readOnlyDb(pools.service, one).rows(
    "select e.business_id from search_addresses('clara', '', null, 10) f join address_entry e on e.id = f.id",
  );
  assert.deepEqual(rows, [{ business_id: one }]);
});

test("a migration changes rows of every business, and the tables it creates have row-level security", async () => {
  const name = "2999-01-01-0000-later.sql";
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  await writeFile(
    path.join(folder, name),
    `update business set name = name || ' again';
     create table later (business_id int not null references business);
     select enable_tenancy('later');
     insert into later select id from business;`,
  );
  assert.deepEqual(await migrate(pools.owner, { folder }), [name]);
  assert.deepEqual(await system.rows("select name from business order by id"), [
    { name: "One again" },
    { name: "Two again" },
  ]);
  assert.equal((await system.rows("select business_id from later")).length, 2);
  assert.deepEqual(await systemDb(pools.owner).rows("select business_id from later"), []);
});
