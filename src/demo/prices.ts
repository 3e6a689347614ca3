/**
 * Prices of the demo: one list for everybody, so that a delivery can be quoted, and a customer from whom prices are
 * hidden.
 */
import { hashPassword } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { DEMO_PASSWORD, type DemoBusiness } from "./accounts.ts";

/** Reais in cents: a rate per kilometre in the city, a higher one in the region, parcels up to 5 kg included. */
const RULES = [
  {
    name: "Within the city",
    km_max: 30,
    weight_g_max: 100_000,
    base_minor: 990,
    includes_km: 3,
    per_km_minor: 110,
    includes_kg: 5,
    per_kg_minor: 60,
    includes_parcels: 1,
    per_parcel_minor: 250,
    minimum_minor: 990,
    service_factors: { express: 1.6, economy: 0.85 },
    tax_percent: 5,
  },
  {
    name: "The region",
    km_max: 200,
    base_minor: 2490,
    includes_km: 10,
    per_km_minor: 140,
    includes_kg: 5,
    per_kg_minor: 80,
    includes_parcels: 1,
    per_parcel_minor: 350,
    minimum_minor: 2490,
    service_factors: { express: 1.8 },
    tax_percent: 5,
  },
];

/** The customer from whom prices are hidden. */
const HIDDEN_CUSTOMER = { code: "FARM", name: "Farmácia Sul", email: "pharmacy@rounds.example" };

export async function createPrices(db: Db, { id }: DemoBusiness): Promise<void> {
  await db.execute(
    `insert into price_list (business_id, name, family, currency, rules, effective_from, is_default, created_at)
     values ($1, 'Rounds standard', 'local_delivery', 'BRL', $2, '2026-01-01', true, now())`,
    [id, JSON.stringify(RULES)],
  );
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
