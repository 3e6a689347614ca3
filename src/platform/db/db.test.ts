import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTestDatabase } from "#tests/support/database.ts";
import { connect, parseTimestamp } from "./connect.ts";
import { readOnlyDb, systemDb, TransactionDb } from "./db.ts";
import { SCOPE_TEXT } from "./statement.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, service_connections: 1, onError: () => {} });
after(async () => {
  await pools.end();
  await database.drop();
});
const system = systemDb(pools.system);
const ids = await system.rows<{ id: number }>(
  "insert into business (code, name) values ('one', 'One'), ('two', 'Two') returning id",
);
const [one, two] = ids.map((row) => row.id) as [number, number];
await system.execute(
  "insert into customer (business_id, code, name) values ($1, 'A', 'Ann'), ($2, 'B', 'Ben')",
  [one, two],
);

const readNames = async (business_id: number) =>
  (
    await readOnlyDb(pools.service, business_id).rows<{ name: string }>(
      "select name from customer order by id",
    )
  ).map((row) => row.name);

test("two businesses alternate on one connection, and each sees only its own rows without any filter", async () => {
  for (let round = 0; round < 5; round += 1) {
    assert.deepEqual(await readNames(one), ["Ann"]);
    assert.deepEqual(await readNames(two), ["Ben"]);
  }
});

test("fifty concurrent reads of both on one connection never mix", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => readNames(index % 2 === 0 ? one : two)),
  );
  for (const [index, names] of answers.entries()) assert.deepEqual(names, [index % 2 === 0 ? "Ann" : "Ben"]);
});

test("without a scope the service role sees no row, and the scope does not stay on the connection", async () => {
  await readNames(one);
  assert.deepEqual(await systemDb(pools.service).rows("select name from customer"), []);
  assert.deepEqual(await readNames(0), []);
});

test("a row for another business is refused by the database itself", async () => {
  const client = await pools.service.connect();
  const transaction = new TransactionDb(client);
  try {
    transaction.control("begin");
    transaction.send(SCOPE_TEXT, [String(one)]);
    await assert.rejects(
      transaction.db.execute("insert into customer (business_id, code, name) values ($1, 'X', 'Intruder')", [
        two,
      ]),
      /row-level security/,
    );
    await transaction.control("rollback");
  } finally {
    client.release();
  }
});

test("the connection stays usable after a failed statement", async () => {
  await assert.rejects(
    readOnlyDb(pools.service, one).rows("select 1 / (id - id) as broken from customer"),
    /division by zero/,
  );
  assert.deepEqual(await readNames(two), ["Ben"]);
});

test("the roles that serve requests cannot update or delete events and audit entries", async () => {
  for (const table of ["event", "audit", "tracking_event"]) {
    await assert.rejects(system.execute(`delete from ${table}`), /permission denied/);
    await assert.rejects(
      system.execute(`update ${table} set business_id = business_id`),
      /permission denied/,
    );
  }
});

test("timestamps read as ISO 8601 in UTC with milliseconds", async () => {
  assert.equal(parseTimestamp("2026-11-20 03:16:57+00"), "2026-11-20T03:16:57.000Z");
  assert.equal(parseTimestamp("2026-11-20 03:16:57.1+00"), "2026-11-20T03:16:57.100Z");
  assert.equal(parseTimestamp("2026-11-20 03:16:57.123456+00"), "2026-11-20T03:16:57.123Z");
  const row = await system.row(
    "select '2026-11-20T05:16:57.5+02'::timestamptz as at, 9007199254740991::int8 as n, date '2026-02-28' as d",
  );
  assert.deepEqual(row, { at: "2026-11-20T03:16:57.500Z", n: 9007199254740991, d: "2026-02-28" });
});

test("every table with a business has row-level security", async () => {
  const open = await system.rows(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity`,
  );
  assert.deepEqual(open, []);
});
