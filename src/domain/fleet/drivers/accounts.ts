/** Creates a driver together with the account it signs in with. */
import { createAccount, linkAccountToDriver } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";

export interface NewDriver {
  name: string;
  email: string;
  /** Null for an invited driver, who chooses a password later. */
  password_hash: string | null;
  account_status: "invited" | "pending_review" | "active";
  phone_e164: string | null;
  languages: readonly string[];
  status: "pending" | "active";
  contractor_id?: number | null;
  vehicle_id?: number | null;
  /** Source in the event: registration, business. */
  source: string;
}

/** Insert a driver and return the ids; undefined if the business already has an account with this e-mail address. */
export async function insertDriver(
  context: Context<never>,
  driver: NewDriver,
): Promise<{ driver_id: number; account_id: number } | undefined> {
  const { db, business_id, now, emit } = context;
  const account_id = await createAccount(db, {
    business_id,
    role: "driver",
    name: driver.name,
    email: driver.email,
    password_hash: driver.password_hash,
    status: driver.account_status,
    phone_e164: driver.phone_e164,
    locale: driver.languages[0] ?? "en",
    created_at: now,
  });
  if (account_id === undefined) return undefined;
  const inserted = await db.row<{ id: number }>(
    `insert into driver (business_id, account_id, contractor_id, vehicle_id, name, phone_e164, email, languages, status,
       created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      business_id,
      account_id,
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
  if (inserted === undefined) throw new Error("A driver that was inserted has no row.");
  await linkAccountToDriver(context, account_id, inserted.id);
  emit({
    subject: { type: "driver", id: inserted.id, is_new: true },
    business_id,
    kind: "driver.created",
    payload: { account_id, source: driver.source, status: driver.status },
    before: null,
    after: { status: driver.status, account_status: driver.account_status },
  });
  return { driver_id: inserted.id, account_id };
}
