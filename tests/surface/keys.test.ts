/**
 * Keys of the tables of businesses carry `business_id`, as a database distributed over servers by it requires: unique
 * keys, and foreign keys between such tables (docs/decisions/0004).
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { findUnscopedTables } from "#tests/support/statement-scope.ts";
import { surfaceService } from "./fixture.ts";

/** Tables of which a database with several servers has all rows on each. */
const OF_ALL_SERVERS: Record<string, string> = {
  alliance: "Businesses that joined an alliance refer to it, though one of them owns it.",
};

/** Tables whose rows may be of no business; the first three are on all servers too. */
const OF_NO_BUSINESS: Record<string, string> = {
  account: "Administrators of the platform are of no business, and act in all of them.",
  access_token: "Tokens of such accounts.",
  password_reset: "Resets of such accounts.",
  audit: "What such accounts do.",
  due: "Due times of the installation.",
  outbox_message: "Messages of the installation, such as resets of passwords.",
  sign_in: "Tries with an address that nobody has.",
};

/** Unique keys that hold over all businesses: who shows the value is of a business that only the value tells. */
const OVER_ALL_BUSINESSES: Record<string, string> = {
  directory_entry_pkey:
    "The directory of tokens, keys of partners, and others (src/operation/records/directory.ts).",
  tracking_number_pkey: "The directory of tracking numbers, which anybody may type in.",
};

const EXCEPT = Object.keys({ ...OF_ALL_SERVERS, ...OF_NO_BUSINESS });

const service = await surfaceService();

const TENANT = `select c.oid, c.relname, a.attnum, a.attnotnull from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped`;

test("tables with a business require it, except those listed", async () => {
  const nullable_tables = await service.system.rows<{ relname: string }>(
    `select relname from (${TENANT}) t where not attnotnull order by 1`,
  );
  assert.deepEqual(
    nullable_tables.map(({ relname }) => relname),
    Object.keys(OF_NO_BUSINESS).sort(),
  );
});

test("unique keys carry the business, except those listed", async () => {
  const index_names = await service.system.rows<{ name: string }>(
    `select i.indexrelid::regclass::text as name from (${TENANT}) t join pg_index i on i.indrelid = t.oid
      where i.indisunique and t.attnum <> all (i.indkey) and t.relname <> all ($1) order by 1`,
    [EXCEPT],
  );
  assert.deepEqual(
    index_names.map(({ name }) => name),
    Object.keys(OVER_ALL_BUSINESSES).sort(),
  );
});

test("foreign keys between tables of businesses carry the business, and are checked", async () => {
  const key_names = await service.system.rows<{ name: string }>(
    `select k.conname as name from pg_constraint k
       join (${TENANT}) t on t.oid = k.conrelid join (${TENANT}) r on r.oid = k.confrelid
      where k.contype = 'f' and r.relname <> all ($1) and (t.attnum <> all (k.conkey) or r.attnum <> all (k.confkey))
     union all select conname from pg_constraint where not convalidated order by 1`,
    [EXCEPT],
  );
  assert.deepEqual(key_names, []);
});

test("the lists of exceptions stay short", () => {
  assert.ok(EXCEPT.length + Object.keys(OVER_ALL_BUSINESSES).length <= 20);
});

const TABLES = new Set(["route", "stop"]);
const STATEMENTS: [text: string, unscoped: string][] = [
  ["select * from route where business_id = $1 and id = $2", ""],
  ["select * from route where id = $2", "route"],
  ["select * from route where business_id = $1 or id = $2", "route"],
  [
    "select * from route r join stop s on s.business_id = r.business_id and s.route_id = r.id where r.business_id = $1",
    "",
  ],
  ["select * from route r join stop s using (business_id) where r.business_id = $1", ""],
  ["select * from route r join stop s on s.route_id = r.id where r.business_id = $1", "stop"],
  [
    "select * from route r where (r.business_id, r.id) in (select s.business_id, s.route_id from stop s)",
    "route,stop",
  ],
  ["update route r set status = 'POSTED' from stop s where r.business_id = $1 and s.route_id = r.id", "stop"],
  [
    "delete from route where business_id = $1 and not exists (select from stop where route_id = route.id)",
    "stop",
  ],
  ["with all_routes as (select * from route) select * from all_routes where business_id = $1", "route"],
  ["insert into route select * from stop where business_id = $1", ""],
  ["select * from account", ""],
];

test("a statement without a condition on the business of a table is found", async () => {
  for (const [text, unscoped] of STATEMENTS)
    assert.equal((await findUnscopedTables(text, TABLES)).join(), unscoped, text);
});
