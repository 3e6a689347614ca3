/** Creates a driver together with the account it signs in with. */
import { createAccount, linkAccountToDriver } from "#domain/identity/accounts/public.ts";
import type { Context } from "#operation/define/context.ts";
import { DriverRecord } from "./records/driver.ts";

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
  const inserted = await DriverRecord.insert(context, {
    account_id,
    contractor_id: driver.contractor_id ?? null,
    vehicle_id: driver.vehicle_id ?? null,
    name: driver.name,
    phone_e164: driver.phone_e164,
    email: driver.email,
    languages: [...driver.languages],
    status: driver.status,
  });
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
