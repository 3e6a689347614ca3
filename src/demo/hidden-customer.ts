/** A customer of the demo from whom prices are hidden. */
import { hashPassword } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { DEMO_PASSWORD, type DemoBusiness } from "./accounts.ts";

/** The customer from whom prices are hidden. */
const HIDDEN_CUSTOMER = { code: "FARM", name: "Farmácia Sul", email: "pharmacy@rounds.example" };

export async function createHiddenCustomer(db: Db, { id }: DemoBusiness): Promise<void> {
  await db.execute(
    `with hidden as (
       insert into customer (business_id, code, name, email, hidden_price_families)
       values ($1, $2, $3, $4, '{local_delivery}') returning id)
     insert into account (business_id, role, name, email, password_hash, locale, customer_id)
     select $1, 'customer', $3, $4, $5, 'pt', hidden.id from hidden`,
    [
      id,
      HIDDEN_CUSTOMER.code,
      HIDDEN_CUSTOMER.name,
      HIDDEN_CUSTOMER.email,
      await hashPassword(DEMO_PASSWORD),
    ],
  );
}
