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

/** Roles belong to the cluster, so another database of it may have made them, or make them just now. */
async function makeRoles(client: pg.PoolClient): Promise<void> {
  for (const role of [SERVICE_ROLE, SYSTEM_ROLE]) {
    await client.query(`do $$ begin
      create role ${role} nologin;
    exception when duplicate_object or unique_violation then null; end $$`);
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${role}', 'member') then
        execute format('grant ${role} to %I', current_user);
      end if; end $$`);
  }
}
