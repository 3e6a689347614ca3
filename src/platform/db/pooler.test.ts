import assert from "node:assert/strict";
import { after, test } from "node:test";
import type pg from "pg";
import { openTestDatabase } from "#tests/support/database.ts";
import { openPooler } from "#tests/support/pooler.ts";
import { connect, SERVICE_ROLE, SYSTEM_ROLE } from "./connect.ts";
import { readOnlyDb, systemDb } from "./db.ts";
import { checkRowSecurity, refuseTransactionPooling } from "./pooler.ts";

const database = await openTestDatabase();
after(() => database.drop());

async function withPools<T>(
  config: pg.ClientConfig,
  work: (pools: ReturnType<typeof connect>) => Promise<T>,
) {
  const pools = connect({ config, service_connections: 2, onError: () => {} });
  try {
    return await work(pools);
  } finally {
    await pools.end();
  }
}

const ids = await withPools(database.config, (pools) =>
  systemDb(pools.system).rows<{ id: number }>(
    "insert into business (code, name) values ('one', 'One'), ('two', 'Two') returning id",
  ),
);
const [one] = ids.map(({ id }) => id) as [number, number];

test("row-level security still applies behind a session-mode pooler that drops startup parameters", async () => {
  const pooler = await openPooler(database.config, { mode: "session" });
  await refuseTransactionPooling(pooler.config);
  await withPools(pooler.config, async (pools) => {
    await checkRowSecurity(pools);
    assert.deepEqual(await readOnlyDb(pools.service, one).rows("select code from business"), [
      { code: "one" },
    ]);
    assert.deepEqual(await systemDb(pools.service).rows("select code from business"), []);
    for (const [pool, role] of [
      [pools.service, SERVICE_ROLE],
      [pools.system, SYSTEM_ROLE],
    ] as const) {
      const settings = await systemDb(pool).row(
        "select current_user as name, current_setting('timezone') as zone, current_setting('lock_timeout') as lock",
      );
      assert.deepEqual(settings, { name: role, zone: "UTC", lock: "8s" });
    }
  });
});

test("a transaction-mode pooler is refused with one sentence, and a direct connection is not", async () => {
  const pooler = await openPooler(database.config, { mode: "transaction" });
  await assert.rejects(
    refuseTransactionPooling(pooler.config),
    /^Error: DATABASE_URL names a pooler .*transaction pooling.* session mode\.$/,
  );
  await refuseTransactionPooling(database.config);
});

test("a connection that did not get its role is never used", async () => {
  const pooler = await openPooler(database.config, {
    mode: "session",
    change: (text) =>
      text.replace(`set role ${SERVICE_ROLE}`, "set role none".padEnd(`set role ${SERVICE_ROLE}`.length)),
  });
  await withPools(pooler.config, async (pools) => {
    await assert.rejects(checkRowSecurity(pools), /acts as \w+ where packhorse_service was asked for/);
    await assert.rejects(readOnlyDb(pools.service, one).rows("select code from business"), /acts as/);
    await systemDb(pools.system).rows("select 1");
  });
});

test("the start is refused when rows are visible without a scope", async () => {
  await withPools(database.config, async (pools) => {
    await checkRowSecurity(pools);
    await assert.rejects(
      checkRowSecurity({ ...pools, service: pools.system }),
      /Row-level security does not bind/,
    );
  });
});
