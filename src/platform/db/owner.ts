/**
 * Applies row-level security to the owner of the tables too: a connection that lost its role on the way, and acts
 * as the owner, sees no rows of any business. Migrations declare themselves as maintenance and see every row.
 *
 * Row-level security does not apply to superusers. Choices and measurements:
 * docs/decisions/0011-the-owner-is-bound.md.
 */
import type pg from "pg";
import { SYSTEM_ROLE } from "./connect.ts";

/** The login of DATABASE_URL lacks a right that only its administrator can grant; the message says which. */
export class DatabaseRightsError extends Error {}

/** Set in owner sessions that change stored data, and in no other. */
const MAINTENANCE = "app.maintenance";

/** Runs `work` with all rights of the owner, including rows of all businesses. */
export async function runAsMaintenance<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`set ${MAINTENANCE} to 'on'`);
  try {
    return await work();
  } finally {
    await client.query(`reset ${MAINTENANCE}`).catch(() => {});
  }
}

/** Tenant tables whose owner is not subject to row-level security, or was another role when it was applied. */
const FIND_UNBOUND_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, quote_ident(pg_get_userbyid(c.relowner)) as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity
     and not (c.relforcerowsecurity and 2 = (
       select count(*) from pg_policy p
        where p.polrelid = c.oid and p.polname in ('owner_rows', 'owner_maintenance') and p.polroles = array[c.relowner]))
   order by 1`;

/**
 * Functions that run as their owner, because row-level security would keep them from using an index. With the
 * system role as owner they still do: its policies allow every row and leave nothing to check.
 */
const FIND_DEFINER_FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proowner <> '${SYSTEM_ROLE}'::regrole order by 1`;

const names = async (client: pg.PoolClient, text: string) =>
  (await client.query<{ name: string; owner: string }>(text)).rows;

/**
 * Applies row-level security to the tables that lack it. One table per transaction, so that a running service is
 * blocked only for a moment.
 */
export async function applyRowSecurityToOwner(client: pg.PoolClient): Promise<void> {
  const functions = await names(client, FIND_DEFINER_FUNCTIONS);
  if (functions.length > 0) await transferToSystemRole(client, functions);
  for (const { name, owner } of await names(client, FIND_UNBOUND_TABLES))
    await runAtomically(client, [
      `drop policy if exists owner_rows on ${name}`,
      `drop policy if exists owner_maintenance on ${name}`,
      `create policy owner_rows on ${name} to ${owner} using (true) with check (true)`,
      // An owner that inherits from the other roles has their policies as well; this one applies in addition.
      `create policy owner_maintenance on ${name} as restrictive to ${owner} using (current_setting('${MAINTENANCE}', true) = 'on')`,
      `alter table ${name} force row level security`,
    ]);
}

async function transferToSystemRole(
  client: pg.PoolClient,
  functions: readonly { name: string }[],
): Promise<void> {
  try {
    await runAtomically(client, [
      // The new owner of a function must be allowed to create in its schema.
      `grant create on schema public to ${SYSTEM_ROLE}`,
      ...functions.map(({ name }) => `alter function ${name} owner to ${SYSTEM_ROLE}`),
      `revoke create on schema public from ${SYSTEM_ROLE}`,
    ]);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "42501") throw cause;
    throw new DatabaseRightsError(
      `The database login may not give functions of the schema public to ${SYSTEM_ROLE}. Run this as a superuser of the database, then start again: grant create on schema public to ${SYSTEM_ROLE};`,
      { cause },
    );
  }
}

/** Runs all statements or none, in one round trip. */
async function runAtomically(client: pg.PoolClient, statements: readonly string[]): Promise<void> {
  try {
    await client.query(`begin; ${statements.join("; ")}; commit`);
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
