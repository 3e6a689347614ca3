/** Exports a business into a file: everything of it in every table, its stored files and its unfinished jobs. */
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { fingerprintKey } from "#platform/auth/secrets.ts";
import type { Pools } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { explainRefusal, MIGRATIONS_FOLDER } from "#platform/db/migrate.ts";
import { readDigests, readMigrationFiles } from "#platform/db/migration-digests.ts";
import type { Files } from "#platform/files/files.ts";
import { ArchiveWriter, createManifest, hashLine, type Manifest } from "./archive.ts";
import { buildRowExpression, isStored, quote, readCatalog, type Table } from "./catalog.ts";
import { TransferError } from "./error.ts";
import { withReadSnapshot } from "./events-read.ts";
import { type BusinessTable, findBusinessTables } from "./membership.ts";
import { excluding, findOutsideReferences, type OutsideReferences, positions } from "./references.ts";
import { deriveTransferKey, isSealedColumn, sealForTransfer } from "./secrets.ts";

interface ExportOptions {
  pools: Pools;
  files: Files;
  secret_key: Buffer;
  /** Code of the business. */
  business: string;
  passphrase: string;
  /** Path of the file; it is replaced when the export is complete. */
  file: string;
  /** Of the product. */
  version: string;
  /** Consumers of the event log that must have read what the business emitted. */
  readers: readonly string[];
  /** How long they are waited for. */
  wait_ms?: number;
  /** Jobs and files that are written instead of those of this installation. */
  rest?: Rest;
}

/** Jobs and files of another file, with what its manifest says of them. */
interface Rest {
  jobs: Manifest["jobs"];
  files: Manifest["files"];
  key_fingerprint: string;
  /** Of the key that the secrets of the jobs are sealed with. */
  salt: Buffer;
  write(archive: ArchiveWriter): Promise<void>;
}

export interface ExportReport {
  manifest: Manifest;
  rows: number;
  secrets: number;
  /** Rows in which another business takes part, or that cannot be without a row that is not exported; by table. */
  left_out: Record<string, number>;
  /** References exported as null, by `table.column`. */
  set_null: Record<string, number>;
  /** Stored files whose bytes the store does not have. */
  missing_files: string[];
}

export async function exportBusiness(options: ExportOptions): Promise<ExportReport> {
  const { pools, business } = options;
  const db = systemDb(pools.system);
  const migrations = await readLevel(pools.owner);
  const row = await db.row<{ id: number; code: string; name: string }>(
    "select id, code, name from business where code = $1",
    [business],
  );
  if (row === undefined) {
    const businesses = await db.rows<{ code: string }>("select code from business order by code limit 20");
    throw new TransferError(
      `There is no business ${business}. There are: ${businesses.map(({ code }) => code).join(", ") || "none"}.`,
    );
  }
  const salt = options.rest?.salt ?? randomBytes(16);
  const transfer_key = deriveTransferKey(options.passphrase, salt);
  const archive = new ArchiveWriter(options.file);
  try {
    return await withReadSnapshot(
      pools,
      row.id,
      options.readers,
      async (client) => {
        const written = await writeContents(client, archive, row.id, transfer_key, options);
        const { tables, jobs, files, installation_rows, ...report } = written;
        const manifest = createManifest({
          version: options.version,
          created_at: new Date().toISOString(),
          business: row,
          migrations,
          salt: salt.toString("base64url"),
          key_fingerprint: options.rest?.key_fingerprint ?? fingerprintKey(options.secret_key),
          tables,
          jobs,
          files,
          installation_rows,
        });
        await archive.finish(manifest, transfer_key);
        return { manifest, ...report, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
      },
      options.wait_ms,
    );
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/** The migrations that the database has, which this version must know as they were applied. */
async function readLevel(owner: pg.Pool): Promise<Manifest["migrations"]> {
  const { rows: migration_table } = await owner.query(
    "select to_regclass('public.migration') is not null as is_there",
  );
  if (migration_table[0]?.is_there !== true)
    throw new TransferError(
      "The database is empty: start the service on it first, or set DATA_DIR or DATABASE_URL.",
    );
  const { rows } = await owner.query<{ name: string; sha256: string }>(
    "select name, sha256 from migration order by name",
  );
  const refusal = explainRefusal(
    rows,
    await readMigrationFiles(MIGRATIONS_FOLDER),
    await readDigests(MIGRATIONS_FOLDER),
  );
  if (refusal !== null) throw new TransferError(`${refusal} Its data cannot be converted.`);
  return rows;
}

async function writeContents(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  business_id: number,
  transfer_key: Buffer,
  { secret_key, files, rest }: ExportOptions,
) {
  const catalog = await readCatalog(client);
  const tables = findBusinessTables(catalog);
  const outside = await findOutsideReferences(client, tables, business_id);
  const unreadable = new Map<string, number>();
  let secrets = 0;
  const seal = (line: string) => {
    const sealed = sealForTransfer(line, secret_key, transfer_key);
    secrets += sealed.secrets;
    return sealed;
  };

  const written: Manifest["tables"] = [];
  for (const table of tables) {
    const sealed_columns = table.columns.filter(isSealedColumn).map(({ name }) => name);
    const digest = createHash("sha256");
    let rows = 0;
    for await (const lines of readRows(client, buildSelect(table, business_id, outside))) {
      if (rows === 0) await archive.writeLine(JSON.stringify(["table", table.name]));
      for (const line of lines) {
        const sealed = seal(line);
        if (sealed_columns.length > 0)
          countUnreadable(table.name, sealed_columns, line, sealed.line, unreadable);
        hashLine(digest, sealed.line);
        await archive.writeLine(sealed.line);
      }
      rows += lines.length;
    }
    if (rows > 0)
      written.push({
        name: table.name,
        columns: table.columns.filter(isStored).map(({ name }) => name),
        rows,
        sha256: digest.digest("hex"),
      });
  }
  if (unreadable.size > 0)
    throw new TransferError(
      `Secrets of the business cannot be opened with the SECRET_KEY of this start: ${[...unreadable].map(([name, count]) => `${count} of ${name}`).join(", ")}. Set the SECRET_KEY that they were stored with.`,
    );

  const missing_files: string[] = [];
  const report = {
    tables: written,
    installation_rows: await readInstallationRows(client, catalog, tables, business_id, outside),
    left_out: countBy([...outside.left_out].map(([name, rows]) => [name, rows.size])),
    set_null: countBy(
      [...outside.set_null].flatMap(([name, columns]) =>
        [...columns].map(([column, rows]): [string, number] => [`${name}.${column}`, rows.size]),
      ),
    ),
    missing_files,
  };
  if (rest !== undefined) {
    await rest.write(archive);
    return { ...report, secrets, jobs: rest.jobs, files: rest.files };
  }
  const jobs = await writeJobs(client, archive, business_id, (line) => seal(line).line);
  const written_files = await writeFiles(client, archive, tables, business_id, files, missing_files);
  return { ...report, secrets, jobs, files: written_files };
}

const countBy = (entries: [string, number][]): Record<string, number> => Object.fromEntries(entries);

function buildSelect(
  table: BusinessTable,
  business_id: number,
  { left_out, set_null }: OutsideReferences,
): string {
  const replaced = new Map(
    [...(set_null.get(table.name) ?? [])].map(([column, rows]) => [
      column,
      `case when t.ctid <> all (${positions(rows)}) then t.${quote(column)} end`,
    ]),
  );
  return `select ${buildRowExpression(table, "t", replaced)} as line from ${quote(table.name)} t
    where ${table.belongs("t", business_id)} and ${excluding("t", left_out.get(table.name))}
    order by ${table.primary_key.map((name) => `t.${quote(name)}`).join(", ")}`;
}

/** A fetch has about so many bytes. */
const FETCH_BYTES = 1024 * 1024;
const FETCH_ROWS_MAX = 1000;

async function* readRows(client: pg.PoolClient, select: string): AsyncGenerator<string[]> {
  await client.query(`declare rows no scroll cursor for ${select}`);
  try {
    for (let limit = 20; ; ) {
      const { rows } = await client.query<{ line: string }>(`fetch ${limit} from rows`);
      if (rows.length === 0) return;
      const lines = rows.map(({ line }) => line);
      yield lines;
      if (rows.length < limit) return;
      const bytes = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
      limit = Math.max(1, Math.min(FETCH_ROWS_MAX, Math.round(FETCH_BYTES / bytes)));
    }
  } finally {
    await client.query("close rows").catch(() => {});
  }
}

/** Sealed columns whose value the key of the installation does not open are still as they were. */
function countUnreadable(
  table: string,
  columns: readonly string[],
  before: string,
  after: string,
  unreadable: Map<string, number>,
): void {
  const [old, moved] = [JSON.parse(before), JSON.parse(after)];
  for (const column of columns)
    if (old[column] !== null && old[column] === moved[column])
      unreadable.set(`${table}.${column}`, (unreadable.get(`${table}.${column}`) ?? 0) + 1);
}

/** Rows of tables that belong to the installation, to which rows of the business refer. */
async function readInstallationRows(
  client: pg.PoolClient,
  catalog: readonly Table[],
  tables: readonly BusinessTable[],
  business_id: number,
  { left_out }: OutsideReferences,
): Promise<Manifest["installation_rows"]> {
  const own_tables = new Set(tables.map(({ name }) => name));
  const rows_by_table: Record<string, Map<string, Record<string, unknown>>> = {};
  for (const table of tables)
    for (const { columns, references, referenced_columns } of table.foreign_keys) {
      const parent = catalog.find(({ name }) => name === references);
      if (own_tables.has(references) || parent === undefined) continue;
      const match = columns.map(
        (name, n) => `p.${quote(referenced_columns[n] as string)} = t.${quote(name)}`,
      );
      const { rows } = await client.query<{ line: string }>(
        `select distinct ${buildRowExpression(parent, "p")} as line from ${quote(parent.name)} p join ${quote(table.name)} t on ${match.join(" and ")}
          where ${table.belongs("t", business_id)} and ${excluding("t", left_out.get(table.name))}`,
      );
      rows_by_table[references] ??= new Map();
      for (const { line } of rows) rows_by_table[references].set(line, JSON.parse(line));
    }
  return Object.fromEntries(Object.entries(rows_by_table).map(([name, rows]) => [name, [...rows.values()]]));
}

async function writeJobs(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  business_id: number,
  seal: (line: string) => string,
): Promise<Manifest["jobs"]> {
  const digest = createHash("sha256");
  let count = 0;
  const { rows } = await client.query("select to_regclass('pgboss.job') is not null as is_there");
  if (rows[0]?.is_there === true)
    for await (const lines of readRows(
      client,
      `select replace(json_build_array('job', json_build_object('name', name, 'data', data, 'unique_key', singleton_key,
           'priority', priority, 'start_after', start_after))::text, e'\\n', ' ') as line
         from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'business_id' = '${business_id}' order by created_on, id`,
    ))
      for (const line of lines.map(seal)) {
        hashLine(digest, line);
        await archive.writeLine(line);
        count += 1;
      }
  return { rows: count, sha256: digest.digest("hex") };
}

/** Columns that name stored files. */
const isFileColumn = (name: string) => /(^|_)sha256$/.test(name);

async function writeFiles(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  tables: readonly BusinessTable[],
  business_id: number,
  files: Files,
  missing: string[],
): Promise<Manifest["files"]> {
  const selects = tables.flatMap((table) =>
    table.columns
      .filter(({ name, type }) => type === "text" && isFileColumn(name))
      .map(
        ({ name }) =>
          `select t.${quote(name)} as line from ${quote(table.name)} t where t.${quote(name)} is not null and ${table.belongs("t", business_id)}`,
      ),
  );
  const digest = createHash("sha256");
  let [count, bytes_total] = [0, 0];
  if (selects.length > 0)
    for await (const names of readRows(client, `${selects.join(" union ")} order by line`))
      for (const name of names) {
        const bytes = await files.get(name);
        if (bytes === undefined) {
          missing.push(name);
          continue;
        }
        count += 1;
        bytes_total += bytes.length;
        digest.update(name);
        await archive.writeFile(name, bytes);
      }
  return { count, bytes: bytes_total, sha256: digest.digest("hex") };
}
