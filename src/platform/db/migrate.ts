/**
 * Forward-only migrations: SQL files in name order, each in a transaction, under one advisory lock so that
 * processes which start together apply each once. A database whose migrations are not those of this version is
 * refused: one that was changed after it was applied, or one that this version does not have.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { SERVICE_ROLE, SYSTEM_ROLE } from "./connect.ts";
import { withInstallationLock } from "./installation-lock.ts";
import { type Digests, type MigrationFile, readDigests, readMigrationFiles } from "./migration-digests.ts";
import { applyRowSecurityToOwner, DatabaseRightsError, runAsMaintenance } from "./owner.ts";

export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../../migrations");

export interface MigrateOptions {
  folder?: string;
  /** Names of the migrations to apply; all when absent. A database at an earlier level has some of them. */
  only?: ReadonlySet<string>;
  /** Called with what the migration waits for. */
  log?: (message: string) => void;
}

/** The database cannot be migrated by this version; the message says what to do. */
export class MigrationError extends Error {}

/** The first file. Databases of earlier files exist only from before the first release, and are refused. */
const BASELINE = "2026-11-22-1130-base.sql";

/**
 * A migration that waits longer than this for a table lock would block the queries queued behind it, so it is
 * retried later.
 */
const LOCK_TIMEOUT_MS = 4000;
const RETRY_MS = 1000;

export async function migrate(
  owner: pg.Pool,
  { folder = MIGRATIONS_FOLDER, only, log = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const files = (await readMigrationFiles(folder)).filter(({ name }) => only?.has(name) ?? true);
  const digests = await readDigests(folder);
  const work = async (client: pg.PoolClient) => {
    try {
      // A crash rolls back the last migration as a whole, and the next start applies it again: nothing else is
      // written yet.
      await client.query(`set synchronous_commit = off; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return await runAsMaintenance(client, async () => {
        const applied = await applyNew(client, files, digests, log);
        await retryWhileLocked("Row-level security", log, () => applyRowSecurityToOwner(client));
        return applied;
      });
    } finally {
      await client.query("reset synchronous_commit; reset lock_timeout").catch(() => {});
    }
  };
  return withInstallationLock(owner, work, {
    onWait: () => log("Waiting for another process that migrates this database or creates its job queue."),
  });
}

/** Retries while other sessions hold a required lock, and logs it. */
async function retryWhileLocked(what: string, log: (message: string) => void, work: () => Promise<void>) {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== "55P03") throw error;
      log(`${what} waits for a table that somebody else uses; trying again.`);
      await wait(RETRY_MS);
    }
  }
}

async function applyNew(
  client: pg.PoolClient,
  files: readonly MigrationFile[],
  digests: Digests,
  log: (message: string) => void,
): Promise<string[]> {
  await createRoles(client);
  await client.query(`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<AppliedMigration>("select name, sha256 from migration order by name");
  const refusal = explainRefusal(rows, files, digests);
  if (refusal !== null) throw new MigrationError(refusal);
  const applied_names = new Set(rows.map(({ name }) => name));
  const applied: string[] = [];
  for (const file of files) {
    if (applied_names.has(file.name)) continue;
    await retryWhileLocked(`Migration ${file.name}`, log, () => apply(client, file));
    applied.push(file.name);
  }
  return applied;
}

/** A row of the table of migrations. */
export interface AppliedMigration {
  name: string;
  sha256: string;
}

/** Why this version may not migrate a database that has these migrations, and what to do; null when it may. */
export function explainRefusal(
  applied: readonly AppliedMigration[],
  files: readonly MigrationFile[],
  digests: Digests,
): string | null {
  const digests_by_name = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const earlier = applied.find(({ name }) => name < BASELINE);
  if (earlier !== undefined)
    return `This database was created before the first release (its migrations begin with ${earlier.name}) and cannot be upgraded: use an empty database or another DATA_DIR.`;
  const changed = applied.find(
    ({ name, sha256 }) => digests_by_name.has(name) && digests_by_name.get(name) !== sha256,
  );
  if (changed !== undefined) {
    // The list says which of the two it is: the file here, or the one that the database has applied.
    const is_file_modified =
      digests.has(changed.name) && digests.get(changed.name) !== digests_by_name.get(changed.name);
    return is_file_modified
      ? `The file migrations/${changed.name} of this installation was modified; the database has applied another one. Install the released version again.`
      : `Migration ${changed.name} was changed after it was applied: the database has another version of it. Start the version that made the database, or use an empty database or another DATA_DIR.`;
  }
  const unknown = applied.find(({ name }) => !digests_by_name.has(name));
  if (unknown !== undefined)
    return `The database has a migration that this version does not have, ${unknown.name}: a later version was started on it. Start that version or a later one, or restore the backup from before the upgrade.`;
  return null;
}

async function apply(client: pg.PoolClient, { name, sql, sha256 }: MigrationFile): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migration (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new MigrationError(
      `Migration ${name} failed, and nothing of it was applied: ${(cause as Error).message}. The earlier version can be started again.`,
      { cause },
    );
  }
}

/**
 * Creates the database roles. Roles belong to the cluster, so another database of it may have created them, or may
 * be creating them now. From PostgreSQL 16 on, the creator of a role may administer it but not become it, until it
 * is granted.
 */
async function createRoles(client: pg.PoolClient): Promise<void> {
  const login = (await client.query("select current_user as name")).rows[0].name as string;
  for (const role of [SERVICE_ROLE, SYSTEM_ROLE]) {
    await client.query(`do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation or insufficient_privilege then null; end $$`);
    if (await canBecome(client, role)) continue;
    await client.query(`grant ${role} to ${client.escapeIdentifier(login)}`).catch(() => {});
    if (await canBecome(client, role)) continue;
    throw new DatabaseRightsError(
      `The database login ${login} cannot act as the role ${role}. Run this as a superuser of the database, then start again: ` +
        `create role ${role} nologin; grant ${role} to ${login};`,
    );
  }
}

async function canBecome(client: pg.PoolClient, role: string): Promise<boolean> {
  return client.query(`set role ${role}`).then(
    async () => {
      await client.query("reset role");
      return true;
    },
    () => false,
  );
}
