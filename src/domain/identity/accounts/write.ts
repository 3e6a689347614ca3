/** Writes to accounts that several operations and families share. */
import type { Context } from "#operation/define/context.ts";
import type { StoredPermissions } from "#operation/define/scopes.ts";
import type { Db } from "#platform/db/db.ts";
import type { Role } from "#vocabulary/roles.ts";

export interface NewAccount {
  /** Null for administrators of the platform. */
  business_id: number | null;
  role: Role;
  name: string;
  email: string;
  /** Null for somebody invited, who chooses a password later. */
  password_hash: string | null;
  /** Default: active with a password, invited without. */
  status?: "invited" | "pending_review" | "active";
  phone_e164?: string | null;
  phone_verified?: boolean;
  locale?: string;
  permissions?: StoredPermissions;
  warehouse_ids?: readonly number[];
  customer_id?: number | null;
  contractor_id?: number | null;
  created_at: Date;
}

/** Returns the id; undefined if an account of the business has the e-mail address. */
export async function createAccount(db: Db, account: NewAccount): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    `insert into account (business_id, role, name, email, password_hash, status, phone_e164, phone_verified, locale, permissions,
       warehouse_ids, customer_id, contractor_id, created_at, preset, permissions_added, permissions_removed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict do nothing returning id`,
    [
      account.business_id,
      account.role,
      account.name,
      account.email,
      account.password_hash,
      account.status ?? (account.password_hash === null ? "invited" : "active"),
      account.phone_e164 ?? null,
      account.phone_verified ?? false,
      account.locale ?? "en",
      [...(account.permissions?.permissions ?? [])],
      [...(account.warehouse_ids ?? [])],
      account.customer_id ?? null,
      account.contractor_id ?? null,
      account.created_at,
      account.permissions?.preset ?? null,
      [...(account.permissions?.permissions_added ?? [])],
      [...(account.permissions?.permissions_removed ?? [])],
    ],
  );
  return row?.id;
}

type Writing = Pick<Context, "db" | "business_id">;

/** The accounts of a customer or contractor follow it: disabled with it, and afterwards what they were. */
export async function setOwnedAccountsStatus(
  { db, business_id }: Writing,
  owner: { customer_id: number } | { contractor_id: number },
  status: "active" | "disabled",
): Promise<void> {
  const [column, role, id] =
    "customer_id" in owner
      ? ["customer_id", "customer", owner.customer_id]
      : ["contractor_id", "broker_employee", owner.contractor_id];
  await db.execute(
    `update account set status = case when $3 = 'disabled' then 'disabled' when password_hash is null then 'invited' else 'active' end,
       version = version + 1
      where business_id = $1 and ${column} = $2 and role = $4 and (status = 'disabled') <> ($3 = 'disabled')`,
    [business_id, id, status, role],
  );
}

export async function linkAccountToDriver(
  { db, business_id }: Writing,
  account_id: number,
  driver_id: number,
): Promise<void> {
  await db.execute("update account set driver_id = $3 where business_id = $1 and id = $2", [
    business_id,
    account_id,
    driver_id,
  ]);
}

/** Approving a driver activates the account; a suspended driver may still upload recorded data. */
export async function updateDriverAccount(
  { db, business_id }: Writing,
  account_id: number,
  driver: { name: string; phone_e164: string | null; status: string; warehouse_ids?: readonly number[] },
): Promise<void> {
  await db.execute(
    `update account set name = $3, phone_e164 = $4, version = version + 1, warehouse_ids = coalesce($6, warehouse_ids),
       status = case when $5 = 'active' and status = 'pending_review' then 'active' else status end
      where business_id = $1 and id = $2`,
    [
      business_id,
      account_id,
      driver.name,
      driver.phone_e164,
      driver.status,
      driver.warehouse_ids === undefined ? null : [...driver.warehouse_ids],
    ],
  );
}

/** Somebody who registered is now a customer. */
export async function activatePendingAccount(
  { db, business_id }: Writing,
  account_id: number,
  customer_id: number,
): Promise<void> {
  await db.execute(
    `update account set status = 'active', customer_id = $3, version = version + 1
      where business_id = $1 and id = $2 and status = 'pending_review'`,
    [business_id, account_id, customer_id],
  );
}

/** Somebody who registered was declined: nothing of the person stays. */
export async function deletePendingAccount({ db, business_id }: Writing, account_id: number): Promise<void> {
  await db.execute("delete from account where business_id = $1 and id = $2 and status = 'pending_review'", [
    business_id,
    account_id,
  ]);
}
