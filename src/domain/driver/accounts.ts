/** A driver and the account it signs in with, made together. */
import type { Context } from "#operation/context.ts";

export interface NewDriver {
  name: string;
  email: string;
  /** Null for one who is invited and chooses a password later. */
  password_hash: string | null;
  account_status: "invited" | "pending_review" | "active";
  phone_e164: string | null;
  languages: readonly string[];
  status: "pending" | "active";
  contractor_id?: number | null;
  vehicle_id?: number | null;
  /** Word for the event: registration, business. */
  source: string;
}

/** The new driver's ids; undefined where the business has an account with this address already. */
export async function insertDriver(
  context: Context<never>,
  driver: NewDriver,
): Promise<{ driver_id: number; account_id: number } | undefined> {
  const { db, business_id, now, emit } = context;
  const account = await db.row<{ id: number }>(
    `insert into account (business_id, role, name, email, password_hash, phone_e164, locale, status, created_at)
     values ($1, 'driver', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      business_id,
      driver.name,
      driver.email,
      driver.password_hash,
      driver.phone_e164,
      driver.languages[0] ?? "en",
      driver.account_status,
      now,
    ],
  );
  if (account === undefined) return undefined;
  const made = await db.row<{ id: number }>(
    `insert into driver (business_id, account_id, contractor_id, vehicle_id, name, phone_e164, email, languages, status,
       created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      business_id,
      account.id,
      driver.contractor_id ?? null,
      driver.vehicle_id ?? null,
      driver.name,
      driver.phone_e164,
      driver.email,
      [...driver.languages],
      driver.status,
      now,
    ],
  );
  if (made === undefined) throw new Error("A driver that was inserted has no row.");
  await db.execute("update account set driver_id = $3 where business_id = $1 and id = $2", [
    business_id,
    account.id,
    made.id,
  ]);
  emit({
    subject: { type: "driver", id: made.id, first: true },
    business_id,
    kind: "driver.created",
    payload: { account_id: account.id, source: driver.source, status: driver.status },
    before: null,
    after: { status: driver.status, account_status: driver.account_status },
  });
  return { driver_id: made.id, account_id: account.id };
}
