/** The demo's two businesses and their people. Everybody signs in with the same password. */
import { hashPassword } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";

export const DEMO_PASSWORD = "packhorse-demo";

export interface DemoBusiness {
  id: number;
  code: string;
}

/** A customer of the demo. */
const CUSTOMER = { code: "CAFE", name: "Café Cerrado", email: "customer@rounds.example" };

export async function createAccounts(db: Db, rounds: DemoBusiness, harbour: DemoBusiness): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const account = async (
    business_id: number | null,
    role: string,
    name: string,
    email: string,
    links: Record<string, number> = {},
  ) => {
    const row = await db.row<{ id: number }>(
      `insert into account (business_id, role, name, email, password_hash, locale, customer_id, contractor_id, preset)
       values ($1, $2, $3, $4, $5, 'en', $6, $7, $8) returning id`,
      [
        business_id,
        role,
        name,
        email,
        password_hash,
        links["customer_id"] ?? null,
        links["contractor_id"] ?? null,
        role === "employee" ? "dispatcher" : null,
      ],
    );
    return row?.id ?? 0;
  };
  await account(null, "platform_admin", "Platform administrator", "platform@packhorse.example");
  await account(rounds.id, "client_admin", "Beatriz Lima", "admin@rounds.example");
  await account(rounds.id, "employee", "Davi Rocha", "dispatch@rounds.example");
  await account(harbour.id, "client_admin", "Hanne Vries", "admin@harbour.example");
  const fleets: Fleet[] = [OWN_FLEET];
  for (const { name, email, rules, ...fleet } of CONTRACTORS) {
    const row = await db.row<{ id: number }>(
      "insert into contractor (business_id, name, rules) values ($1, $2, $3) returning id",
      [rounds.id, `${name} Transportes`, JSON.stringify(rules)],
    );
    const contractor_id = row?.id ?? 0;
    await account(rounds.id, "broker_employee", name, email, { contractor_id });
    fleets.push({ ...fleet, contractor_id });
  }
  const customer = await db.row<{ id: number }>(
    "insert into customer (business_id, code, name, email) values ($1, $2, $3, $4) returning id",
    [rounds.id, CUSTOMER.code, CUSTOMER.name, CUSTOMER.email],
  );
  await account(rounds.id, "customer", CUSTOMER.name, CUSTOMER.email, { customer_id: customer?.id ?? 0 });
  for (const fleet of fleets) await createDrivers(db, rounds, password_hash, fleet);
  await db.execute(
    "update account a set driver_id = d.id from driver d where d.account_id = a.id and a.business_id = $1",
    [rounds.id],
  );
}

const FIRST_NAMES = ["João", "Maria", "Pedro", "Luiza", "Caio", "Rita", "Tiago", "Sara", "Igor", "Nina"];
const FAMILY = ["Silva", "Nunes", "Costa", "Prado"];

/** Drivers with a van each, 180 capacity units, who sign in as `driver1@domain` and so on. */
interface Fleet {
  names: readonly string[];
  domain: string;
  /** Prefix of the licence plates. */
  plate: string;
  /** Number of the first one. */
  first: number;
  /** Number of drivers with Instant Deliver. */
  instant: number;
  /** Null for the business's own drivers. */
  contractor_id: number | null;
}

const OWN_FLEET: Fleet = {
  names: FAMILY.flatMap((family) => FIRST_NAMES.map((given_name) => `${given_name} ${family}`)),
  domain: "rounds.example",
  plate: "RND",
  first: 1,
  instant: 3,
  contractor_id: null,
};

/** The first gets orders by a rule, so that it has a day to plan at once; the second has none until some are assigned. */
const CONTRACTORS: (Omit<Fleet, "contractor_id"> & { name: string; email: string; rules: object[] })[] = [
  {
    name: "Ana Souza",
    email: "ana@contractor.example",
    rules: [{ name: "Asa Norte", postcode_prefixes: ["707", "708"], capacity_per_day: 60 }],
    names: ["Otávio Reis", "Lívia Moraes", "Bento Faria"],
    domain: "contractor.example",
    plate: "ANA",
    first: 1,
    instant: 0,
  },
  {
    name: "Bruno Alves",
    email: "bruno@contractor.example",
    rules: [],
    names: ["Cecília Rangel", "Davi Peixoto"],
    domain: "contractor.example",
    plate: "BRU",
    first: 4,
    instant: 0,
  },
];

async function createDrivers(
  db: Db,
  { id }: DemoBusiness,
  password_hash: string,
  fleet: Fleet,
): Promise<void> {
  for (const [index, name] of fleet.names.entries()) {
    const email = `driver${fleet.first + index}@${fleet.domain}`;
    await db.execute(
      `with van as (
         insert into vehicle (business_id, plate, name, type, capacity_units, capacity_weight_g)
         values ($1, $5, $6, 'van', 180, 800000) returning id),
       person as (
         insert into account (business_id, role, name, email, password_hash, locale)
         values ($1, 'driver', $2, $3, $4, 'pt') returning id),
       driver as (
         insert into driver (business_id, account_id, vehicle_id, name, email, status, instant_deliver, contractor_id)
         select $1, person.id, van.id, $2, $3, 'active', $7, $8 from person, van returning id, account_id)
       select 1`,
      [
        id,
        name,
        email,
        password_hash,
        `${fleet.plate}-${String(index + 1).padStart(3, "0")}`,
        `Van ${index + 1}`,
        index < fleet.instant,
        fleet.contractor_id,
      ],
    );
  }
}
