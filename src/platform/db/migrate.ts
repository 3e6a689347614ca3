/**
 * Forward-only migrations: SQL files in name order, each in a transaction, under one advisory lock so that
 * processes which start together apply each once. A file that was changed after it was applied is refused.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { SERVICE_ROLE, SYSTEM_ROLE } from "./connect.ts";
import { withInstallationLock } from "./installation-lock.ts";
import { applyRowSecurityToOwner, DatabaseRightsError, runAsMaintenance } from "./owner.ts";

export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../../migrations");

export interface MigrateOptions {
  folder?: string;
  /** Called with what the migration waits for. */
  log?: (message: string) => void;
}

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
  { folder = MIGRATIONS_FOLDER, log = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const work = async (client: pg.PoolClient) => {
    try {
      // A crash rolls back the last migration as a whole, and the next start applies it again: nothing else is
      // written yet.
      await client.query(`set synchronous_commit = off; set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return await runAsMaintenance(client, async () => {
        const applied = await applyNew(client, folder, files, log);
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
  folder: string,
  files: readonly string[],
  log: (message: string) => void,
): Promise<string[]> {
  await createRoles(client);
  await client.query(`create table if not exists migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const known = new Map<string, string>();
  for (const row of (await client.query("select name, sha256 from migration")).rows) {
    known.set(row.name, row.sha256);
  }
  const earlier = [...known.keys()].filter((name) => name < BASELINE).sort()[0];
  if (earlier !== undefined) {
    throw new Error(
      `This database was created before the first release (its migrations begin with ${earlier}) and cannot be upgraded: use an empty database or another DATA_DIR.`,
    );
  }
  const applied: string[] = [];
  for (const name of files) {
    const sql = await readFile(path.join(folder, name), "utf8");
    const sha256 = createHash("sha256").update(sql).digest("hex");
    const before = known.get(name);
    if (before === sha256) continue;
    if (before !== undefined) {
      throw new Error(`Migration ${name} was changed after it was applied; write a new one instead.`);
    }
    await retryWhileLocked(`Migration ${name}`, log, () => apply(client, name, sql, sha256));
    applied.push(name);
  }
  return applied;
}

async function apply(client: pg.PoolClient, name: string, sql: string, sha256: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into migration (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed.`, { cause });
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
