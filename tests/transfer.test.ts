/** A business moves from one installation to another in a file: `npm run export`, `npm run import -- --business`. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { decryptText } from "#platform/auth/secrets.ts";
import { readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { type Manifest, signManifest } from "#platform/transfer/archive.ts";
import { quote, readCatalog } from "#platform/transfer/catalog.ts";
import { TransferError } from "#platform/transfer/error.ts";
import { type ExportReport, exportBusiness } from "#platform/transfer/export.ts";
import { importBusiness } from "#platform/transfer/import.ts";
import { findBusinessTables } from "#platform/transfer/membership.ts";
import { deriveTransferKey, isSealedColumn } from "#platform/transfer/secrets.ts";
import { createApp } from "./support/apps.ts";
import { findBrokenChains } from "./support/chains.ts";
import { TEST_PASSWORD, type TestBusiness, type TestService, testService } from "./support/service.ts";
import { createFixture, loadIds } from "./surface/fixture.ts";

const PASSPHRASE = "a passphrase of the tests";
const folder = await mkdtemp(path.join(tmpdir(), "packhorse-transfer-test-"));
after(() => rm(folder, { recursive: true, force: true }));

const [old, next] = [await testService(), await testService()];
await old.open();
await next.open();
const KEYS = { old: old.runtime.settings.secret_key, next: Buffer.alloc(32, 9) };
next.runtime.settings.secret_key = KEYS.next;

const business = await old.business({ code: "moving" });
const beside = await old.business({ code: "beside" });
const fixture = await createFixture(old, business, "Quokka");
await loadIds(fixture);
await createApp(old, business, { type: "warehouse", roles: ["employee"] });
await createFixture(old, beside, "Zephyrine");
await beside.order();

const readers = [...old.runtime.registry.consumers.keys()];

function exportFrom(
  service: TestService,
  { code }: Pick<TestBusiness, "code">,
  file: string,
): Promise<ExportReport> {
  const { pools, files, settings } = service.runtime;
  return exportBusiness({
    pools,
    files,
    secret_key: settings.secret_key,
    business: code,
    passphrase: PASSPHRASE,
    file,
    version: "0.0.0-test",
    readers,
    wait_ms: 30_000,
  });
}

const importInto = (service: TestService, file: string, passphrase = PASSPHRASE) => {
  const { pools, files, settings, jobs, registry } = service.runtime;
  return importBusiness({
    pools,
    files,
    secret_key: settings.secret_key,
    passphrase,
    file,
    version: "0.0.0-test",
    queue: jobs,
    job_names: new Set(registry.jobs.keys()),
  });
};

const file = path.join(folder, "moving.gz");
const exported = await exportFrom(old, business, file);
const lines = gunzipSync(await readFile(file))
  .toString()
  .trimEnd()
  .split("\n");
const TRANSFER_KEY = deriveTransferKey(PASSPHRASE, Buffer.from(exported.manifest.salt, "base64url"));

/** Rows of each table of the database. */
async function countRows(service: TestService, business_id?: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const catalog = await readCatalog(service.runtime.pools.system);
  const tables = business_id === undefined ? catalog : findBusinessTables(catalog);
  for (const table of tables) {
    const condition =
      business_id === undefined ? "true" : findBusinessTables([table])[0]?.belongs("t", business_id);
    const row = await service.system.row<{ n: number }>(
      `select count(*)::int as n from ${quote(table.name)} t where ${condition}`,
    );
    if (row !== undefined && row.n > 0) counts[table.name] = row.n;
  }
  return counts;
}

/** The rows of a table in the file. */
function readRows(table: string): Record<string, unknown>[] {
  const from = lines.indexOf(JSON.stringify(["table", table])) + 1;
  assert(from > 0, `The file has no rows of ${table}.`);
  const to = lines.findIndex((line, n) => n >= from && line.startsWith("["));
  return lines.slice(from, to).map((line) => JSON.parse(line));
}

interface Hostile {
  what: string;
  /** Changes the lines after the manifest, or the manifest. */
  change?(contents: { manifest: Manifest; body: string[] }): void;
  /** Changes the rows of a table. */
  row?: [table: string, members: Record<string, unknown>];
  /** Changes the bytes of the file. */
  bytes?(bytes: Buffer): Buffer;
  /** The checksums of the manifest stay those of the unchanged file. */
  unsigned?: boolean;
  says: RegExp;
}

const insertBefore = (body: string[], line: string, added: string[]) =>
  body.splice(body.indexOf(line), 0, ...added);

const HOSTILE: Hostile[] = [
  { what: "a file that is cut off", bytes: (bytes) => bytes.subarray(0, bytes.length - 40), says: /cut off/ },
  { what: "no gzip", bytes: () => Buffer.from("select 1;"), says: /cut off or damaged/ },
  { what: "bytes that were changed", bytes: (bytes) => bytes.fill(7, 5000, 5010), says: /damaged/ },
  { what: "a missing end", change: ({ body }) => void body.pop(), says: /its end is missing/ },
  {
    what: "a line after the end",
    change: ({ body }) => void body.push(JSON.stringify(["table", "customer"])),
    unsigned: true,
    says: /does not belong there/,
  },
  {
    what: "another format",
    change: ({ manifest }) => Object.assign(manifest, { format_version: 2 }),
    says: /has format 2/,
  },
  {
    what: "a manifest that was changed without the passphrase",
    bytes: (bytes) => {
      const [first = "", ...rest] = gunzipSync(bytes).toString().split("\n");
      return gzipSync([first.replace('"moving"', '"harbour"'), ...rest].join("\n"));
    },
    says: /passphrase is not the one/,
  },
  {
    what: "a row that does not match the checksum",
    row: ["customer", { name: "Eve" }],
    unsigned: true,
    says: /customer: .*checksum/,
  },
  {
    what: "a table of the installation",
    change: ({ body }) =>
      insertBefore(body, '["table","business"]', [
        '["table","installation"]',
        JSON.stringify({ name: "secret_key", value: "x" }),
      ]),
    says: /no business has rows in: installation/,
  },
  {
    what: "a table that there is not",
    change: ({ body }) => insertBefore(body, '["table","business"]', ['["table","nothing"]', '{"id":1}']),
    says: /no business has rows in: nothing/,
  },
  {
    what: "a column that there is not",
    row: ["customer", { is_admin: true }],
    says: /column that the table customer has not: is_admin/,
  },
  {
    what: "a column less",
    row: ["customer", { name: undefined }],
    says: /lacks a column of the table customer|has not all columns/,
  },
  {
    what: "a value of a wrong type",
    row: ["customer", { id: "first; drop table customer" }],
    says: /A row of customer .*invalid input syntax/,
  },
  {
    what: "a value that a constraint refuses",
    row: ["customer", { status: "king" }],
    says: /A row of customer .*customer_status_check/,
  },
  {
    what: "an administrator of the platform",
    row: ["account", { role: "platform_admin" }],
    says: /A row of account .*account_check/,
  },
  {
    what: "a row of another business",
    row: ["customer", { business_id: 1_000_000 }],
    says: /rows of customer .*another business/,
  },
  {
    what: "a row of no business",
    row: ["audit", { business_id: null }],
    says: /rows of audit .*another business/,
  },
  {
    what: "a reference to a row that is not in the file",
    row: ["delivery_order", { customer_id: 4_000_000_001 }],
    says: /delivery_order .*customer that is not in it/,
  },
  { what: "an id at the end of the range", row: ["customer", { id: 2 ** 53 }], says: /not between 1 and/ },
  { what: "another business beside", row: ["business", { code: "harbour" }], says: /exactly one business/ },
  {
    what: "a line without end",
    change: ({ body }) => insertBefore(body, '["table","business"]', ["x".repeat(65 * 1024 * 1024)]),
    unsigned: true,
    says: /line of more than 64 MiB/,
  },
  {
    what: "a secret that is not sealed",
    row: ["webhook_secret", { sealed: "whsec_in_plain_text" }],
    says: /webhook_secret\.sealed was not sealed/,
  },
  {
    what: "a stored file with other bytes",
    change: ({ body }) => {
      const at = body.findIndex((line) => line.startsWith('["bytes"'));
      body[at] = JSON.stringify(["bytes", Buffer.from("malware").toString("base64")]);
    },
    says: /does not match its name or size/,
  },
  ...[
    {
      what: "a job of another business",
      name: [...old.runtime.registry.jobs.keys()][0],
      business_id: 1_000_000,
      says: /belongs to another business/,
    },
    {
      what: "a job that there is not",
      name: "shell",
      business_id: business.id,
      says: /job that this version does not have: shell/,
    },
  ].map(
    ({ what, name, business_id, says }): Hostile => ({
      what,
      change: ({ body }) => {
        const job = {
          name,
          data: { business_id },
          unique_key: null,
          priority: 0,
          start_after: "2026-01-01T00:00:00Z",
        };
        body.splice(
          body.findIndex((line) => line.startsWith('["file"')),
          0,
          JSON.stringify(["job", job]),
        );
      },
      says,
    }),
  ),
  {
    what: "an app of the platform that a constraint refuses",
    change: ({ manifest }) =>
      void Object.assign(manifest.installation_rows["platform_app"]?.[0] as object, { type: "king" }),
    says: /A row of platform_app .*platform_app_type_check/,
  },
  {
    what: "an app of the platform without its roles",
    change: ({ manifest }) => void delete manifest.installation_rows["platform_app"]?.[0]?.["roles"],
    says: /A row of platform_app in the file lacks a column: roles/,
  },
  {
    what: "a business bound to an app that is not in the file",
    change: ({ manifest }) => void Object.assign(manifest, { installation_rows: {} }),
    says: /refer to a row of platform_app that is not in it/,
  },
  {
    what: "a row of the installation that the business does not need",
    change: ({ manifest }) =>
      void Object.assign(manifest.installation_rows, {
        installation: [{ name: "secret_key", value: "x" }],
      }),
    says: /to which no row of a business refers: installation/,
  },
  {
    what: "a later version",
    change: ({ manifest }) =>
      void manifest.migrations.push({ name: "2999-01-01-0000-later.sql", sha256: "0".repeat(64) }),
    says: /does not have, 2999-01-01-0000-later\.sql: upgrade/,
  },
  {
    what: "a migration that was edited after it was applied",
    change: ({ manifest }) =>
      void Object.assign(manifest.migrations[0] as object, { sha256: "0".repeat(64) }),
    says: /was another one .* cannot be converted/,
  },
];

/** The manifest with the counts and checksums of the lines after it. */
function sign(manifest: Manifest, body: readonly string[]): void {
  const tables: Manifest["tables"] = [];
  const jobs: string[] = [];
  let rows: string[] = [];
  const digest = (some: readonly string[]) =>
    createHash("sha256")
      .update(some.map((line) => `${line}\n`).join(""))
      .digest("hex");
  const end = () => {
    const table = tables.at(-1);
    if (table !== undefined) Object.assign(table, { rows: rows.length, sha256: digest(rows) });
    rows = [];
  };
  for (const line of body) {
    const name = /^\["table","(\w+)"\]$/.exec(line)?.[1];
    if (line.startsWith("{")) {
      if (rows.length === 0) (tables.at(-1) as { columns: string[] }).columns = Object.keys(JSON.parse(line));
      rows.push(line);
    } else if (name !== undefined) {
      end();
      tables.push({ name, columns: [], rows: 0, sha256: "" });
    } else if (line.startsWith('["job"')) jobs.push(line);
  }
  end();
  Object.assign(manifest, { tables, jobs: { rows: jobs.length, sha256: digest(jobs) } });
}

async function writeHostile({ change, row, bytes, unsigned }: Hostile): Promise<string> {
  const place = path.join(folder, "hostile.gz");
  if (bytes !== undefined) {
    await writeFile(place, bytes(await readFile(file)));
    return place;
  }
  const contents = { manifest: structuredClone(exported.manifest), body: lines.slice(1) };
  if (row !== undefined) {
    const from = contents.body.indexOf(JSON.stringify(["table", row[0]])) + 1;
    assert(from > 0, `The file has no rows of ${row[0]}.`);
    for (let at = from; contents.body[at]?.startsWith("{"); at += 1)
      contents.body[at] = JSON.stringify({ ...JSON.parse(contents.body[at] as string), ...row[1] });
  }
  change?.(contents);
  if (unsigned !== true) sign(contents.manifest, contents.body);
  const text = [signManifest(contents.manifest, TRANSFER_KEY), ...contents.body, ""].join("\n");
  await writeFile(place, gzipSync(text, { level: 1 }));
  return place;
}

const expectRefusal = (promise: Promise<unknown>, says: RegExp) =>
  assert.rejects(promise, (error: Error) => {
    assert(error instanceof TransferError, String(error.stack));
    assert.match(error.message, says);
    return true;
  });

test("a hostile file is refused, and nothing is written", async (context) => {
  const before = await countRows(next);
  for (const hostile of HOSTILE)
    await context.test(hostile.what, async () => {
      await expectRefusal(importInto(next, await writeHostile(hostile)), hostile.says);
    });
  await context.test("another passphrase", () =>
    expectRefusal(importInto(next, file, "another passphrase"), /passphrase is not the one/),
  );
  assert.deepEqual(await countRows(next), before);
});

/** A row that the installation has already, like one of the file except for these members. */
const COLLISIONS: { table: string; same: string }[] = [
  { table: "business", same: "code" },
  { table: "business", same: "id" },
  { table: "account", same: "id" },
  { table: "customer", same: "id" },
  { table: "delivery_order", same: "id" },
  { table: "tracking_number", same: "number" },
  { table: "access_token", same: "token_hash" },
  { table: "directory_entry", same: "value_hash" },
  { table: "event", same: "id" },
];

test("values that are taken are listed, and nothing is written", async () => {
  // Another id than that of the business that moves.
  await next.runtime.pools.owner.query("select setval('business_id_seq', 1000)");
  const there = await next.business({ code: "there" });
  const asReplica = async (statements: [text: string, values: unknown[]][]) => {
    const client = await next.runtime.pools.owner.connect();
    try {
      await client.query(
        "begin; set local app.maintenance to 'on'; set local session_replication_role to replica",
      );
      for (const [text, values] of statements) await client.query(text, values);
      await client.query("commit");
    } finally {
      client.release();
    }
  };
  const rows = COLLISIONS.map(({ table, same }, n) => {
    const [row = {}] = readRows(table);
    const conflicting_row: Record<string, unknown> = {
      ...row,
      ...(table === "business" ? { code: "taken" } : { business_id: there.id }),
      ...("id" in row ? { id: 900_000_001 + n } : {}),
      ...(table === "access_token" ? { token_hash: "\\x00" } : {}),
      [same]: row[same],
    };
    return { table, taken: conflicting_row, key: "id" in conflicting_row ? "id" : same };
  });
  await asReplica(
    rows.map(({ table, taken }) => {
      const columns = exported.manifest.tables
        .find(({ name }) => name === table)
        ?.columns.map(quote)
        .join(", ");
      return [
        `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_record(null::${table}, $1::json)`,
        [JSON.stringify(taken)],
      ];
    }),
  );
  const before = await countRows(next);
  await assert.rejects(importInto(next, file), (error: Error) => {
    assert.match(error.message, /cannot be imported.*nothing was changed/);
    const listed = error.message.split("\n").flatMap((line) => /^ {2}(.+): /.exec(line)?.[1] ?? []);
    assert.deepEqual(
      listed.sort(),
      // The business that is there has records of its own.
      [
        ...COLLISIONS.map(({ table, same }) =>
          table === "directory_entry" ? `${table} (kind, ${same})` : `${table} (${same})`,
        ),
        "carrier_account (id)",
        "warehouse (id)",
      ].sort(),
      error.message,
    );
    return true;
  });
  assert.deepEqual(await countRows(next), before);
  await asReplica([
    ...rows.map(({ table, taken, key }): [string, unknown[]] => [
      `delete from ${table} where ${key}::text = $1`,
      [String(taken[key])],
    ]),
    ...["carrier_account", "warehouse"].map((table): [string, unknown[]] => [
      `delete from ${table} where business_id = $1`,
      [there.id],
    ]),
    ["delete from business where id = $1", [there.id]],
  ]);
});

test("a business with a record of every kind answers in the other installation as in the one it left", async (context) => {
  const before = await countRows(old, business.id);
  // An app of the platform that is there already, under the code of one that the business needs, and another one.
  const apps = exported.manifest.installation_rows["platform_app"] ?? [];
  const [present, ...absent] = apps;
  assert(present !== undefined && absent.length > 0, `Only ${apps.length} apps.`);
  for (const code of ["unrelated", String(present["code"])])
    await next.system.execute(
      "insert into platform_app (code, name, type, roles, created_at) values ($1, 'Present', $2, $3, now())",
      [code, present["type"], present["roles"]],
    );
  const imported = await importInto(next, file);
  assert.equal(imported.is_other_key, true);

  await context.test("apps of the platform are used where they are, and created where not", async () => {
    assert.deepEqual(
      imported.created,
      absent.map(({ code }) => `platform_app ${code}`),
    );
    const read = (service: TestService) =>
      service.system.rows<Record<string, unknown>>(
        `select g.id as assignment_id, p.code, p.type, p.roles, p.methods, p.capabilities, p.identity_provider, p.status
           from app_assignment g join platform_app p on p.id = g.app_id where g.business_id = $1 order by g.id`,
        [business.id],
      );
    const without = (rows: Record<string, unknown>[]) => rows.filter(({ code }) => code !== present["code"]);
    assert.deepEqual(without(await read(next)), without(await read(old)));
    assert.equal((await read(next)).length, apps.length);
    assert.deepEqual(
      await next.system.rows("select code from platform_app where name = 'Present' order by code"),
      [{ code: present["code"] }, { code: "unrelated" }].sort((a, b) =>
        String(a.code).localeCompare(String(b.code)),
      ),
    );
  });

  await context.test("every row is there, but those in which another business takes part", async () => {
    const expected: Record<string, number> = { ...before };
    // Entries of the audit are written after the answers they are about, some after the export.
    expected["audit"] = exported.manifest.tables.find(({ name }) => name === "audit")?.rows ?? 0;
    for (const [table, count] of Object.entries(exported.left_out))
      expected[table] = (expected[table] ?? 0) - count;
    const expected_rows = Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0));
    assert.deepEqual(await countRows(next, business.id), expected_rows);
    assert(Object.keys(expected_rows).length > 130, `Only ${Object.keys(expected_rows).length} tables.`);
    assert.deepEqual(Object.keys(exported.left_out).sort(), [
      "alliance_access",
      "alliance_consent",
      "alliance_decision",
      "alliance_grant",
    ]);
    for (const table of ["delivery_order", "customer", "account", "tracking_event", "route"]) {
      const read = (service: TestService) =>
        service.system.rows(`select to_jsonb(t) as row from ${table} t where business_id = $1 order by id`, [
          business.id,
        ]);
      assert.deepEqual(await read(next), await read(old), table);
    }
  });

  await context.test("nothing of another business came along", async () => {
    assert.equal(await next.system.row("select 1 from business where code = 'beside'"), undefined);
    assert(!lines.some((line) => line.includes("Zephyrine") || line.includes('"beside"')));
    assert.deepEqual(await findBrokenChains(next.system), []);
  });

  await context.test("people sign in with the same password, and their tokens are valid", async () => {
    const { email, token } = await business.person("client_admin");
    const signed = await next.http("POST", "/api/v1/user/login", { email, password: TEST_PASSWORD });
    assert.equal(signed.status, 200, JSON.stringify(signed.body));
    const headers = { authorization: `Bearer ${token}` };
    for (const url of [
      "/api/v1/client/orders?per_page=100",
      "/api/v1/client/routes",
      "/api/v1/client/customers",
      "/api/v1/client/drivers",
      "/api/v1/documents",
      "/api/v1/webhook-settings",
      `/api/v1/files/${await fixture.id("file")}`,
      `/api/v1/client/orders/${await fixture.id("order")}`,
    ]) {
      const [was, is] = [
        await old.http("GET", url, undefined, headers),
        await next.http("GET", url, undefined, headers),
      ];
      assert.deepEqual([was.status, is.status], [200, 200], `${url}: ${is.raw}`);
      assert.deepEqual(is.body, was.body, url);
    }
    for (const { tracking_number } of readRows("delivery_order").slice(0, 3)) {
      const url = `/api/v1/tracking/${tracking_number}`;
      assert.deepEqual((await next.http("GET", url)).body, (await old.http("GET", url)).body);
    }
  });

  await context.test(
    "secrets are those that they were, sealed with the key of the installation",
    async () => {
      let secrets = 0;
      for (const table of findBusinessTables(await readCatalog(next.runtime.pools.system)))
        for (const { name } of table.columns.filter(isSealedColumn)) {
          const read = async (service: TestService, key: Buffer) =>
            (
              await service.system.rows<{ value: string }>(
                `select ${name} as value from ${table.name} t where ${table.belongs("t", business.id)} and ${name} is not null order by ${table.primary_key.join(", ")}`,
              )
            ).map(({ value }) => decryptText(key, value));
          const old_keys = await read(old, KEYS.old);
          assert.deepEqual(await read(next, KEYS.next), old_keys, `${table.name}.${name}`);
          secrets += old_keys.length;
        }
      assert(secrets > 10, `Only ${secrets} secrets.`);
      assert(!lines.some((line) => line.includes("whsec_")));
    },
  );

  await context.test("new ids are above those that came, and orders are created", async () => {
    const { token } = await business.person("client_admin");
    const created = await next.http(
      "POST",
      "/api/v1/client/orderCreate",
      {
        dropoff: {
          name: "Ana",
          line1: "Quadra 7",
          city: "Brasília",
          country: "BR",
          lat: -15.72,
          lng: -47.89,
        },
      },
      { authorization: `Bearer ${token}` },
    );
    assert.equal(created.status, 200, JSON.stringify(created.body));
    assert(created.body.order_id > Math.max(...readRows("delivery_order").map(({ id }) => id as number)));
  });

  await context.test("no consumer of the event log reads what came a second time", async () => {
    const { pools } = next.runtime;
    const page = await readPage(pools.system, START_CURSOR, 1000, business.id);
    assert.deepEqual(
      page.events.filter(({ id }) => id <= Math.max(...readRows("event").map((row) => row["id"] as number))),
      [],
    );
  });

  await context.test("unfinished jobs are waiting", async () => {
    const list = async (service: TestService) =>
      service.system.rows(
        "select name, singleton_key, priority from pgboss.job where state in ('created', 'retry') and data ->> 'business_id' = $1 order by 1, 2",
        [String(business.id)],
      );
    assert.deepEqual(await list(next), await list(old));
    assert(exported.manifest.jobs.rows > 0);
  });

  await context.test("a second import is refused", async () => {
    // Entries of the audit about the reads above are written after their answers.
    const countOthers = async () => ({ ...(await countRows(next)), audit: 0 });
    const rows = await countOthers();
    await expectRefusal(importInto(next, file), /business \(code\): moving/);
    assert.deepEqual(await countOthers(), rows);
  });
});

test("an export waits for the consumers of the event log, and is refused without them", async () => {
  await old.system.execute("insert into event_reader (name, position) values ($1, $2)", [
    "webhooks.fan-out-events",
    START_CURSOR.position,
  ]);
  const { pools, files, settings } = old.runtime;
  const place = path.join(folder, "unread.gz");
  const options = {
    pools,
    files,
    secret_key: settings.secret_key,
    business: "moving",
    passphrase: PASSPHRASE,
    file: place,
    version: "0",
    readers,
  };
  await expectRefusal(
    exportBusiness({ ...options, wait_ms: 0 }),
    /not read yet: \d+ by webhooks\.fan-out-events\. Start the service/,
  );
  const exporting = exportBusiness({ ...options, wait_ms: 60_000 });
  await old.system.execute("update event_reader set position = pg_current_snapshot()::text");
  assert((await exporting).rows >= exported.rows);
  await old.system.execute("delete from event_reader");
});

test("an export without the right key, or of no business, is refused and leaves no file", async () => {
  const { settings } = old.runtime;
  const place = path.join(folder, "refused.gz");
  await expectRefusal(exportFrom(old, { code: "nobody" }, place), /no business nobody\. There are: .*moving/);
  settings.secret_key = Buffer.alloc(32, 1);
  await expectRefusal(exportFrom(old, business, place), /cannot be opened with the SECRET_KEY/);
  settings.secret_key = KEYS.old;
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith("refused")),
    [],
  );
});
