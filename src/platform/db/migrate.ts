/**
 * Forward-only migrations: SQL files in name order, each in a transaction, under one advisory lock so that
 * processes which start together apply each once. A file that changed after it was applied is refused.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { SERVICE_ROLE, SYSTEM_ROLE } from "./connect.ts";

export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, "../../../migrations");

const LOCK_KEY = 7_160_419;

export async function migrate(owner: pg.Pool, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const client = await owner.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    // A crash takes the last of them back as a whole, and the next start applies them again: nothing else is written yet.
    await client.query("set synchronous_commit = off");
    await makeRoles(client);
    await client.query(`create table if not exists migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const known = new Map<string, string>();
    for (const row of (await client.query("select name, sha256 from migration")).rows) {
      known.set(row.name, row.sha256);
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
      await apply(client, name, sql, sha256);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query("reset synchronous_commit").catch(() => {});
    await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]).catch(() => {});
    client.release();
  }
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

/** The login of DATABASE_URL lacks a right that only its administrator can give; the message says which. */
export class DatabaseRightsError extends Error {}

/**
 * Roles belong to the cluster, so another database of it may have made them, or make them just now. From
 * PostgreSQL 16 on, whoever makes a role may administer it but not become it, until it is granted.
 */
async function makeRoles(client: pg.PoolClient): Promise<void> {
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
