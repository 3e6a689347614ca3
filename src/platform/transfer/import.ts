/** Imports a business from a file of `exportBusiness`: all of it or nothing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { fingerprintKey } from "#platform/auth/secrets.ts";
import { connect, type Pools } from "#platform/db/connect.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { MIGRATIONS_FOLDER, migrate } from "#platform/db/migrate.ts";
import { readMigrationFiles } from "#platform/db/migration-digests.ts";
import { runAsMaintenance } from "#platform/db/owner.ts";
import type { Files } from "#platform/files/files.ts";
import type { Queue } from "#platform/jobs/queue.ts";
import { checkAuthenticity, type Item, type Manifest, readItems, readManifest } from "./archive.ts";
import { quote, readCatalog, type Table } from "./catalog.ts";
import { checkIds, checkOwners, checkReferences, findCollisions, findDeclaredTables } from "./checks.ts";
import { TransferError } from "./error.ts";
import { exportBusiness } from "./export.ts";
import { resolveInstallationRows } from "./installation-rows.ts";
import { findBusinessTables } from "./membership.ts";
import { advanceSequences, createStaging, insertStaged, stageRows, stagingTable } from "./rows.ts";
import { deriveTransferKey, isMovedSecret, isSealedColumn, sealForInstallation } from "./secrets.ts";

interface ImportOptions {
  pools: Pools;
  files: Files;
  secret_key: Buffer;
  passphrase: string;
  /** Path of the file. */
  file: string;
  /** Of the product. */
  version: string;
  /** Unfinished jobs are enqueued there; the names of those that exist. */
  queue: Pick<Queue, "send">;
  job_names: ReadonlySet<string>;
  log?: (message: string) => void;
}

export interface ImportReport {
  manifest: Manifest;
  rows: number;
  /** Migrations that the data was brought up to date with. */
  migrations: number;
  /** What the business needs of the platform and this installation did not have, each as "platform_app shop". */
  created: string[];
  /** The installation has another SECRET_KEY than the one that the business left. */
  is_other_key: boolean;
}

export async function importBusiness(options: ImportOptions): Promise<ImportReport> {
  const { file, passphrase, secret_key, log = () => {} } = options;
  const signed = await readManifest(file);
  const { manifest } = signed;
  const transfer_key = deriveTransferKey(passphrase, Buffer.from(manifest.salt, "base64url"));
  checkAuthenticity(signed, transfer_key);
  const migrations = await countMissingMigrations(manifest);
  log(`Checking ${file}.`);
  await verifyContents(file, manifest, transfer_key, options.job_names);

  const is_other_key = manifest.key_fingerprint !== fingerprintKey(secret_key);
  if (migrations === 0) {
    return { manifest, ...(await load(options, manifest, transfer_key)), migrations, is_other_key };
  }
  log(`Upgrading the data with ${migrations} migrations, in a temporary database.`);
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-transfer-"));
  try {
    const upgraded = path.join(folder, "upgraded");
    await upgrade(options, manifest, transfer_key, folder, upgraded);
    const next = await readManifest(upgraded);
    const loaded = await load({ ...options, file: upgraded }, next.manifest, transfer_key);
    return { manifest, ...loaded, migrations, is_other_key };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many migrations this version has beyond those of the file; throws when it cannot convert its data. */
async function countMissingMigrations({ migrations, version }: Manifest): Promise<number> {
  const ours = new Map(
    (await readMigrationFiles(MIGRATIONS_FOLDER)).map(({ name, sha256 }) => [name, sha256]),
  );
  const later = migrations.find(({ name }) => !ours.has(name));
  if (later !== undefined)
    throw new TransferError(
      `The file is of version ${version}, with a migration that this version does not have, ${later.name}: upgrade this installation first.`,
    );
  const edited = migrations.find(({ name, sha256 }) => ours.get(name) !== sha256);
  if (edited !== undefined)
    throw new TransferError(
      `The migration ${edited.name} was another one in the installation that wrote the file: data of a database whose migrations were changed after they were applied cannot be converted.`,
    );
  if (new Set(migrations.map(({ name }) => name)).size < migrations.length)
    throw new TransferError("The manifest of the file names a migration twice.");
  return ours.size - migrations.length;
}

/** Everything that can be said without a database: a file that fails here has changed nothing anywhere. */
async function verifyContents(
  file: string,
  manifest: Manifest,
  transfer_key: Buffer,
  job_names: ReadonlySet<string>,
): Promise<void> {
  const sealed = new Map(
    manifest.tables.map(({ name, columns }) => [
      name,
      columns.filter((column) => isSealedColumn({ name: column, type: "text" } as never)),
    ]),
  );
  for await (const items of readItems(file, manifest))
    for (const item of items) {
      if (item.kind === "job") checkJob(item.job, manifest.business.id, job_names);
      if (item.kind !== "row") continue;
      for (const column of sealed.get(item.table) ?? [])
        if (typeof item.row[column] === "string" && !isMovedSecret(item.row[column], transfer_key))
          throw new TransferError(
            `A secret of ${item.table}.${column} was not sealed with the key of the file.`,
          );
    }
}

interface MovedJob {
  name: string;
  data: Record<string, unknown>;
  unique_key: string | null;
  priority: number;
  start_after: string;
}

function checkJob(value: unknown, business_id: number, names: ReadonlySet<string>): void {
  const job = value as MovedJob | null;
  const is_valid =
    typeof job === "object" &&
    job !== null &&
    typeof job.data === "object" &&
    job.data !== null &&
    Number.isSafeInteger(job.priority) &&
    Number.isFinite(Date.parse(job.start_after)) &&
    (job.unique_key === null || typeof job.unique_key === "string");
  if (!is_valid) throw new TransferError("A job of the file is not valid.");
  if (!names.has(job.name))
    throw new TransferError(`The file has a job that this version does not have: ${job.name}.`);
  if (job.data["business_id"] !== business_id)
    throw new TransferError(`A job of the file, ${job.name}, belongs to another business.`);
}

/** Rows a statement, at most, and about so many bytes. */
const BATCH = { rows: 1000, bytes: 1024 * 1024 } as const;

/** The rows, jobs and files of a verified file, in one transaction. */
async function load(
  options: Omit<ImportOptions, "passphrase">,
  manifest: Manifest,
  transfer_key: Buffer,
  is_temporary = false,
): Promise<Pick<ImportReport, "rows" | "created">> {
  const { pools, file, files, queue, secret_key } = options;
  const client = await pools.owner.connect();
  let broken: Error | undefined;
  try {
    return await runAsMaintenance(client, async () => {
      await client.query("begin; set local lock_timeout = 8000");
      try {
        const catalog = await readCatalog(client);
        const all = findBusinessTables(catalog);
        const tables = findDeclaredTables(manifest.tables, all);
        await createStaging(client, tables);
        let rows = 0;
        let created: string[] = [];
        let inserted = false;
        const insertRows = async () => {
          if (inserted) return;
          inserted = true;
          await checkOwners(client, tables, manifest.business);
          await checkIds(client, tables);
          await checkReferences(client, tables, all);
          const collisions = await findCollisions(client, tables);
          if (collisions.length > 0) throw collisionError(manifest, collisions);
          if (is_temporary) await insertInstallationRows(client, catalog, manifest.installation_rows);
          else
            created = await explainingRows(null, () =>
              resolveInstallationRows(client, tables, all, catalog, manifest.installation_rows),
            );
          await explainingRows(null, () => insertStaged(client, tables));
        };
        for await (const batch of batchItems(readItems(file, manifest)))
          if (batch.kind === "rows") {
            const table = tables.find(({ name }) => name === batch.table) as Table;
            const lines = batch.lines.map((line) => sealForInstallation(line, transfer_key, secret_key));
            await explainingRows(batch.table, () => stageRows(client, table, lines));
            rows += lines.length;
          } else {
            await insertRows();
            if (is_temporary) continue;
            if (batch.kind === "file") await files.put(batch.bytes);
            else {
              const job = JSON.parse(
                sealForInstallation(batch.line, transfer_key, secret_key),
              )[1] as MovedJob;
              await sendJob(client, queue, job, tables);
            }
          }
        await insertRows();
        await advanceSequences(client, tables);
        await client.query("commit");
        return { rows, created };
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      }
    });
  } finally {
    client.release(broken);
  }
}

async function sendJob(
  client: pg.ClientBase,
  queue: Pick<Queue, "send">,
  { name, data, unique_key, priority, start_after }: MovedJob,
  tables: readonly Table[],
): Promise<void> {
  const account_id = data["account_id"] ?? null;
  if (account_id !== null) {
    const { rows } = tables.some((table) => table.name === "account")
      ? await client.query(`select 1 from ${stagingTable({ name: "account" })} where id::text = $1`, [
          String(account_id),
        ])
      : { rows: [] };
    if (rows.length === 0)
      throw new TransferError(`A job of the file, ${name}, is of an account that is not in it.`);
  }
  const start_after_s = Math.max(0, Math.ceil((Date.parse(start_after) - Date.now()) / 1000));
  await queue.send(
    { name, data, priority, start_after_s, ...(unique_key === null ? {} : { unique_key }) },
    (text, values) => client.query(text, values),
  );
}

type Batch = { kind: "rows"; table: string; lines: string[] } | Extract<Item, { kind: "job" | "file" }>;

async function* batchItems(items: AsyncIterable<Item[]>): AsyncGenerator<Batch> {
  let open: Extract<Batch, { kind: "rows" }> | undefined;
  let bytes = 0;
  for await (const some of items)
    for (const item of some) {
      const is_row = item.kind === "row";
      if (
        open !== undefined &&
        (!is_row || open.table !== item.table || open.lines.length >= BATCH.rows || bytes >= BATCH.bytes)
      ) {
        yield open;
        open = undefined;
      }
      if (!is_row) {
        yield item;
        continue;
      }
      if (open === undefined) {
        open = { kind: "rows", table: item.table, lines: [] };
        bytes = 0;
      }
      open.lines.push(item.line);
      bytes += item.line.length;
    }
  if (open !== undefined) yield open;
}

const collisionError = ({ business }: Manifest, collisions: readonly string[]) =>
  new TransferError(
    [
      `The business ${business.code} cannot be imported: this installation has these values already, and nothing was changed.`,
      ...collisions.map((one) => `  ${one}`),
      "Ids are free in a new installation, before anybody signs in there: create its administrator after the import.",
    ].join("\n"),
  );

/** PostgreSQL refuses values of a wrong type, and rows that break a constraint. */
async function explainingRows<T>(table: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const {
      code = "",
      message,
      detail,
    } = error as { code?: string; message: string; detail?: string; table?: string };
    if (!/^(22|23|42846)/.test(code)) throw error;
    const where = table ?? (error as { table?: string }).table ?? "a table";
    throw new TransferError(
      `A row of ${where} in the file is refused by the database: ${message}${detail === undefined ? "" : ` (${detail})`}.`,
      {
        cause: error,
      },
    );
  }
}

/** In a temporary database there is no installation yet. */
async function insertInstallationRows(
  client: pg.ClientBase,
  catalog: readonly Table[],
  rows: Manifest["installation_rows"],
): Promise<void> {
  const own_tables = new Set(findBusinessTables(catalog).map(({ name }) => name));
  for (const [name, some] of Object.entries(rows)) {
    const table = catalog.find((one) => one.name === name);
    if (table === undefined || own_tables.has(name))
      throw new TransferError(`The file has rows of a table that is not of the installation: ${name}.`);
    const columns = table.columns.filter(({ generated }) => !generated).map((column) => quote(column.name));
    await explainingRows(name, () =>
      client.query(
        `insert into ${quote(name)} (${columns.join(", ")}) overriding system value select ${columns.join(", ")} from json_populate_recordset(null::${quote(name)}, $1::json)`,
        [JSON.stringify(some)],
      ),
    );
  }
}

/** The data of an earlier version, upgraded by its migrations in a database of its own, as a file of this version. */
async function upgrade(
  options: ImportOptions,
  manifest: Manifest,
  transfer_key: Buffer,
  folder: string,
  upgraded: string,
): Promise<void> {
  const { secret_key, passphrase, file, version, files } = options;
  const database = await startEmbeddedDatabase({
    data_dir: path.join(folder, "data"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  try {
    const pools = connect({ config: database.config, onError: () => {} });
    try {
      await migrate(pools.owner, { only: new Set(manifest.migrations.map(({ name }) => name)) });
      await load({ ...options, pools }, manifest, transfer_key, true);
      await migrate(pools.owner);
      await exportBusiness({
        pools,
        files,
        secret_key,
        business: manifest.business.code,
        passphrase,
        file: upgraded,
        version,
        readers: [],
        rest: {
          jobs: manifest.jobs,
          files: manifest.files,
          key_fingerprint: manifest.key_fingerprint,
          salt: Buffer.from(manifest.salt, "base64url"),
          async write(archive) {
            for await (const items of readItems(file, manifest))
              for (const item of items) {
                if (item.kind === "job") await archive.writeLine(item.line);
                if (item.kind === "file") await archive.writeFile(item.sha256, item.bytes);
              }
          },
        },
      });
    } finally {
      await pools.end();
    }
  } finally {
    await database.stop();
  }
}
