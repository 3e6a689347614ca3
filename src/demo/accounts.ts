/** The demo's two businesses and their people. Everybody signs in with the same password. */
import { hashPassword } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";

export const DEMO_PASSWORD = "packhorse-demo";

export interface DemoBusiness {
  id: number;
  code: string;
}

/** A customer of the demo; its wallet comes with the wallet family. */
const CUSTOMER = { code: "CAFE", name: "Café Cerrado", email: "customer@rounds.example" };

export const DRIVERS = 40;

export async function makeAccounts(db: Db, rounds: DemoBusiness, harbour: DemoBusiness): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const account = async (
    business_id: number | null,
    role: string,
    name: string,
    email: string,
    links: Record<string, number> = {},
  ) => {
    const row = await db.row<{ id: number }>(
      `insert into account (business_id, role, name, email, password_hash, locale, customer_id, contractor_id)
       values ($1, $2, $3, $4, $5, 'en', $6, $7) returning id`,
      [
        business_id,
        role,
        name,
        email,
        password_hash,
        links["customer_id"] ?? null,
        links["contractor_id"] ?? null,
      ],
    );
    return row?.id ?? 0;
  };
  await account(null, "platform_admin", "Platform administrator", "platform@packhorse.example");
  await account(rounds.id, "client_admin", "Beatriz Lima", "admin@rounds.example");
  await account(rounds.id, "employee", "Davi Rocha", "dispatch@rounds.example");
  await account(harbour.id, "client_admin", "Hanne Vries", "admin@harbour.example");
  for (const [name, email] of [
    ["Ana Souza", "ana@contractor.example"],
    ["Bruno Alves", "bruno@contractor.example"],
  ] as const) {
    const contractor = await db.row<{ id: number }>(
      "insert into contractor (business_id, name) values ($1, $2) returning id",
      [rounds.id, `${name} Transportes`],
    );
    await account(rounds.id, "broker_employee", name, email, { contractor_id: contractor?.id ?? 0 });
  }
  const customer = await db.row<{ id: number }>(
    "insert into customer (business_id, code, name, email) values ($1, $2, $3, $4) returning id",
    [rounds.id, CUSTOMER.code, CUSTOMER.name, CUSTOMER.email],
  );
  await account(rounds.id, "customer", CUSTOMER.name, CUSTOMER.email, { customer_id: customer?.id ?? 0 });
  await makeDrivers(db, rounds, password_hash);
}

const GIVEN = ["João", "Maria", "Pedro", "Luiza", "Caio", "Rita", "Tiago", "Sara", "Igor", "Nina"];
const FAMILY = ["Silva", "Nunes", "Costa", "Prado"];

/** Forty drivers with a van each, 180 capacity units; the first three may do Instant Deliver. */
async function makeDrivers(db: Db, { id }: DemoBusiness, password_hash: string): Promise<void> {
  for (let n = 1; n <= DRIVERS; n += 1) {
    const name = `${GIVEN[(n - 1) % GIVEN.length]} ${FAMILY[Math.floor((n - 1) / GIVEN.length)]}`;
    const email = `driver${n}@rounds.example`;
    await db.execute(
      `with van as (
         insert into vehicle (business_id, plate, name, type, capacity_units, capacity_weight_g)
         values ($1, $5, $6, 'van', 180, 800000) returning id),
       person as (
         insert into account (business_id, role, name, email, password_hash, locale)
         values ($1, 'driver', $2, $3, $4, 'pt') returning id),
       driver as (
         insert into driver (business_id, account_id, vehicle_id, name, email, status, instant_deliver)
         select $1, person.id, van.id, $2, $3, 'active', $7 from person, van returning id, account_id)
       select 1`,
      [id, name, email, password_hash, `RND-${String(n).padStart(3, "0")}`, `Van ${n}`, n <= 3],
    );
  }
  await db.execute(
    "update account a set driver_id = d.id from driver d where d.account_id = a.id and a.business_id = $1",
    [id],
  );
}
