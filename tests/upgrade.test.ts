/**
 * A database of an earlier version, with a record of every kind, is migrated to this one: the tables are those of a new
 * database, every row is there, and the service works on it. The fixture is renewed as CONTRIBUTING.md says.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { checkFold } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { checkStock } from "#domain/warehouse/inventory/check-stock.ts";
import { connect } from "#platform/db/connect.ts";
import { inTransaction, systemDb } from "#platform/db/db.ts";
import { MIGRATIONS_FOLDER, migrate } from "#platform/db/migrate.ts";
import { readMigrationFiles } from "#platform/db/migration-digests.ts";
import { runAsMaintenance } from "#platform/db/owner.ts";
import { createLocalFiles } from "#platform/files/local.ts";
import { readCatalog, type Table } from "#platform/transfer/catalog.ts";
import { exportBusiness } from "#platform/transfer/export.ts";
import { importBusiness } from "#platform/transfer/import.ts";
import { advanceSequences, createStaging, insertStaged, stageRows } from "#platform/transfer/rows.ts";
import { readSchemaFiles } from "../scripts/schema.ts";
import { findBrokenChains } from "./support/chains.ts";
import { openEmptyDatabase, openTestDatabase } from "./support/database.ts";
import { TEST_PASSWORD, testService } from "./support/service.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const FIXTURE = path.join(ROOT, "tests/fixtures/upgrade/2026-11-24.ndjson.gz");

/** Tables whose rows a migration since the fixture moves or removes: why. */
const REMOVED: Record<string, string> = {};

interface Fixture {
  migrations: { name: string; sha256: string }[];
  /** Rows by table, as JSON. */
  rows: Map<string, string[]>;
}

async function readFixture(): Promise<Fixture> {
  const [first = "", ...lines] = gunzipSync(await readFile(FIXTURE))
    .toString()
    .trim()
    .split("\n");
  const rows = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const header = /^\{"table":"(\w+)","columns":\[/.exec(line)?.[1];
    if (header === undefined) current.push(line);
    else {
      current = [];
      rows.set(header, current);
    }
  }
  return { migrations: JSON.parse(first).migrations, rows };
}

const fixture = await readFixture();
const database = await openEmptyDatabase();
const pools = connect({ config: database.config, onError: () => {} });

/** The database as the earlier version left it. */
async function restore(): Promise<Table[]> {
  const level = new Set(fixture.migrations.map(({ name }) => name));
  const files = (await readMigrationFiles(MIGRATIONS_FOLDER)).filter(({ name }) => level.has(name));
  // The digests say that these are the migrations that the earlier version applied.
  assert.deepEqual(
    files.map(({ name, sha256 }) => ({ name, sha256 })),
    fixture.migrations,
  );
  await migrate(pools.owner, { only: level });
  const client = await pools.owner.connect();
  try {
    return await runAsMaintenance(client, async () => {
      await client.query("begin");
      const tables = (await readCatalog(client)).filter(({ name }) => fixture.rows.has(name));
      assert.equal(tables.length, fixture.rows.size);
      await createStaging(client, tables);
      for (const table of tables) await stageRows(client, table, fixture.rows.get(table.name) ?? []);
      await insertStaged(client, tables);
      await advanceSequences(client, tables);
      await client.query("commit");
      return tables;
    });
  } finally {
    client.release();
  }
}

/** Rows of the earlier version that the migrations have not kept, by table. */
async function findLostRows(): Promise<string[]> {
  const present = new Set((await readCatalog(pools.system)).map(({ name }) => name));
  const faults: string[] = [];
  for (const { name, primary_key } of earlier) {
    if (name in REMOVED) continue;
    const keys = (fixture.rows.get(name) ?? []).map((line) => {
      const row = JSON.parse(line);
      return JSON.stringify(primary_key.map((column) => String(row[column])));
    });
    const values = primary_key.map((column) => `to_jsonb(${column}) #>> '{}'`);
    const { rows } = present.has(name)
      ? await pools.system.query<{ key: unknown[] }>(
          `select jsonb_build_array(${values.join(", ")}) as key from ${name}`,
        )
      : { rows: [] };
    const key_texts = new Set(rows.map(({ key }) => JSON.stringify(key)));
    const gone = keys.filter((key) => !key_texts.has(key));
    if (gone.length > 0) faults.push(`${gone.length} of ${keys.length} rows of ${name}`);
  }
  return faults;
}

/** Both are those of the test service. */
const secret_key = Buffer.alloc(32, 7);
const PASSPHRASE = "a passphrase of the tests";
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-upgrade-"));
const files = createLocalFiles(folder);
const moved = path.join(folder, "upgraded.gz");

const earlier = await restore();
const exported = await exportBusiness({
  pools,
  files,
  secret_key,
  business: "upgraded",
  passphrase: PASSPHRASE,
  file: moved,
  version: "0.0.0-test",
  readers: [],
});
const applied = await migrate(pools.owner);
const lost = await findLostRows();
const service = await testService({ database, work: true });
const { system } = service;
after(async () => {
  await pools.end();
  await rm(folder, { recursive: true, force: true });
});

test("each migration since then was applied, and the tables are those of a new database", async () => {
  const files = await readMigrationFiles(MIGRATIONS_FOLDER);
  assert.equal(applied.length, files.length - fixture.migrations.length);
  for (const [file, text] of Object.entries(await readSchemaFiles(pools.owner)))
    assert.equal(await readFile(path.join(ROOT, file), "utf8"), text, file);
});

test("every row is there", () => {
  assert(earlier.length > 140, `Only ${earlier.length} tables have rows.`);
  assert.deepEqual(lost, []);
});

test("orders and stock are what their events and movements say, and no chain of events is broken", async () => {
  const { orders, differences, stock } = await inTransaction(service.runtime.pools.system, async (db) => ({
    ...(await checkFold(db)),
    stock: await checkStock(db),
  }));
  assert.deepEqual([differences, stock.differences], [[], []]);
  assert(orders > 40, `Only ${orders} orders.`);
  assert.deepEqual(await findBrokenChains(system), []);
});

test("the service works on it: people sign in, orders are listed, tracked and created, and numbers go on", async () => {
  await service.open();
  const account = await system.row<{ email: string }>(
    `select a.email from account a join business b on b.id = a.business_id where b.code = 'upgraded' and a.role = 'client_admin'`,
  );
  const signed = await service.http("POST", "/api/v1/user/login", {
    email: account?.email,
    password: TEST_PASSWORD,
  });
  assert.equal(signed.status, 200, JSON.stringify(signed.body));
  const headers = { authorization: `Bearer ${signed.body.access_token}` };
  const listed = await service.http("GET", "/api/v1/client/orders?per_page=100", undefined, headers);
  assert.equal(listed.status, 200, JSON.stringify(listed.body));
  const known_orders = listed.body.orders as { id: number; tracking_number: string; status: string }[];
  assert(
    new Set(known_orders.map(({ status }) => status)).size >= 3,
    JSON.stringify(known_orders.map((one) => one.status)),
  );
  for (const { tracking_number } of known_orders.slice(0, 5)) {
    const tracked = await service.http("GET", `/api/v1/tracking/${tracking_number}`);
    assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  }
  const created = await service.http(
    "POST",
    "/api/v1/client/orderCreate",
    {
      dropoff: { name: "Ana", line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.72, lng: -47.89 },
    },
    headers,
  );
  assert.equal(created.status, 200, JSON.stringify(created.body));
  assert(created.body.order_id > Math.max(...known_orders.map(({ id }) => id)));
  assert(!known_orders.some(({ tracking_number }) => tracking_number === created.body.tracking_number));
});

test("a business that was exported before the upgrade is imported into a new installation, as the upgrade left it", async () => {
  assert.equal(exported.manifest.migrations.length, fixture.migrations.length);
  const target = await openTestDatabase();
  const there = connect({ config: target.config, onError: () => {} });
  try {
    for (const app of exported.manifest.installation_rows["platform_app"] ?? [])
      await there.system.query(
        "insert into platform_app (code, name, type, roles, created_at) values ($1, $2, $3, $4, now())",
        [app["code"], app["name"], app["type"], app["roles"]],
      );
    const imported = await importBusiness({
      pools: there,
      files,
      secret_key,
      passphrase: PASSPHRASE,
      file: moved,
      version: "0.0.0-test",
      queue: { send: async () => {} },
      job_names: new Set(service.runtime.registry.jobs.keys()),
    });
    assert.equal(imported.migrations, applied.length);
    assert.equal(imported.is_other_key, false);
    // Tables that the service which started meanwhile adds nothing to.
    for (const table of [
      "delivery_order",
      "tracking_event",
      "customer",
      "stock_line",
      "ledger_entry",
      "webhook_secret",
    ]) {
      const count = async ({ system }: typeof pools) =>
        (
          await system.query(
            `select count(*)::int as n, max(t.id) as last from ${table} t join business b on b.id = t.business_id and b.code = 'upgraded'`,
          )
        ).rows[0];
      const [was, is] = [await count(pools), await count(there)];
      assert(was.n > 0, table);
      assert.equal(is.n <= was.n && is.n > 0, true, `${table}: ${is.n} of ${was.n}`);
    }
    assert.deepEqual(await findBrokenChains(systemDb(there.system)), []);
  } finally {
    await there.end();
    await target.drop();
  }
});
