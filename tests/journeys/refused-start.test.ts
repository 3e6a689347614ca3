/** A start that is refused, or stopped before it is complete, ends the database server that it started. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { access, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { asOwner } from "#tests/support/database.ts";
import { startProcess } from "#tests/support/process.ts";
import { until } from "#tests/support/until.ts";
import { startEmbeddedDatabase } from "../../src/platform/db/embedded/supervise.ts";

const folder = await mkdtemp(path.join(tmpdir(), "packhorse-refused-"));
const data_dir = path.join(folder, "data");
after(() => rm(folder, { recursive: true, force: true }));

const isServerRunning = () =>
  access(path.join(data_dir, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

const occupying_server: Server = createServer().listen(0, "127.0.0.1");
await once(occupying_server, "listening");
after(() => occupying_server.close());
const OCCUPIED_PORT = String((occupying_server.address() as { port: number }).port);

/** The start that reaches the database in a later case is the same as that of the others. */
const start = (env: Record<string, string>, file?: string) =>
  startProcess({ DATA_DIR: data_dir, ...env }, file);

async function changeDatabase(statement: string): Promise<void> {
  const database = await startEmbeddedDatabase({ data_dir });
  await asOwner(database.config, (client) => client.query(statement));
  await database.stop();
}

const later = "insert into migration (name, sha256) values ('2999-01-01-0000-later.sql', 'x')";

interface Case {
  what: string;
  env?: Record<string, string>;
  prepare?: () => Promise<unknown>;
  file?: string;
  code?: number;
  says: RegExp;
}

const CASES: Case[] = [
  { what: "a port in use", env: { PORT: OCCUPIED_PORT }, says: /The port is in use/ },
  {
    what: "a port of MQTT in use",
    env: { MQTT_PORT: OCCUPIED_PORT },
    says: /MQTT cannot listen on port \d+: it is in use by another program\. Set MQTT_PORT/,
  },
  { what: "an address that this machine does not have", env: { HOST: "192.0.2.1" }, says: /EADDRNOTAVAIL/ },
  { what: "a setting that is none", env: { PORT: "99999" }, says: /PORT/ },
  { what: "a bucket that does not answer as one", env: { FILES_URL: "s3://" }, says: /FILES_URL/ },
  {
    what: "a key that cannot be read",
    env: { SECRET_KEY: "" },
    prepare: () => mkdir(path.join(data_dir, "secret.key")),
    says: /EISDIR/,
  },
  {
    what: "a database of a later version",
    prepare: () => changeDatabase(later),
    says: /a migration that this version does not have, 2999-01-01-0000-later\.sql/,
  },
  { what: "the same in `npm run migrate`", file: "scripts/migrate.ts", code: 2, says: /does not have/ },
  {
    what: "a data folder of other files",
    prepare: () => rm(path.join(data_dir, "postgres", "PG_VERSION")),
    says: /is not empty and is not a PostgreSQL database/,
  },
];

for (const signal of ["SIGTERM", "SIGHUP"] as const)
  test(`the database server ends with a start that gets ${signal} before it is complete`, {
    timeout: 40_000,
  }, async () => {
    const stopped = await start({});
    await until("a database server", isServerRunning);
    stopped.child.kill(signal);
    assert.equal(await stopped.ended(), 0, stopped.output());
    assert.equal(await isServerRunning(), false, stopped.output());
  });

for (const { what, env = {}, prepare, file, code = 1, says } of CASES)
  test(`the database server ends with a start that is refused: ${what}`, { timeout: 40_000 }, async () => {
    await prepare?.();
    const refused = await start(env, file);
    assert.equal(await refused.ended(), code, refused.output());
    assert.match(refused.output(), says);
    assert.equal(await isServerRunning(), false, refused.output());
  });
