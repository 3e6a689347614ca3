/**
 * Creates the demo once, in an empty database. Business `rounds` in Brasília has a real day of deliveries; business
 * `harbour` is a second tenant with every feature and module off.
 */
import { NEW_SMS } from "#domain/communication/messaging/public.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { type Db, inTransaction, systemDb } from "#platform/db/db.ts";
import { withInstallationLock } from "#platform/db/installation-lock.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { createAccounts, DEMO_PASSWORD, type DemoBusiness } from "./accounts.ts";
import { createAlliance } from "./alliances.ts";
import { createApps } from "./apps.ts";
import { createDatasets } from "./datasets.ts";
import { createDayOrders, readDay } from "./day.ts";
import { createParcelOfOrder } from "./device-orders.ts";
import { createFleet } from "./fleets.ts";
import { createHiddenCustomer } from "./hidden-customer.ts";
import { createInstantDeliveries } from "./instant.ts";
import { createLabels } from "./labels.ts";
import { createLockers } from "./lockers.ts";
import { createPois } from "./pois.ts";
import { createPriceLists } from "./price-lists.ts";
import { createReservations } from "./reservations.ts";
import { createServices } from "./services.ts";
import { createStorage } from "./storage.ts";
import { createTenders } from "./tenders.ts";
import { createTransfers } from "./transfers.ts";
import { createWallets } from "./wallets.ts";

export async function createDemo(runtime: Runtime, { day }: { day: number }): Promise<void> {
  const { owner, system } = runtime.pools;
  // Of processes that start together one creates it; the others wait and find it.
  await withInstallationLock(
    owner,
    async () => {
      if ((await systemDb(system).row("select id from business limit 1")) === undefined) {
        await inTransaction(system, (db) => createBusinesses(db, runtime.now(), runtime.settings.secret_key));
        runtime.authentication.clearCache();
      }
      const createDays = async () => {
        for (let index = 0; index < day; index += 1) await createDayOrders(runtime, index);
      };
      await Promise.all([
        createStorage(runtime),
        createFleet(runtime).then(() => createInstantDeliveries(runtime)),
        createAlliance(runtime),
        createPois(runtime),
        createReservations(runtime),
        createDatasets(runtime),
        createTenders(runtime),
        createDays(),
        createLockers(runtime),
      ]);
      await createTransfers(runtime);
      await createParcelOfOrder(runtime);
    },
    { what: "demo" },
  );
}

/** The sign-ins of the demo, printed in the terminal. */
export function formatDemoSignIns(base_url: string): string {
  return [
    "",
    `Sign in at ${base_url} with the password ${DEMO_PASSWORD}:`,
    "  admin@rounds.example        runs the business (orders, planning, settings)",
    "  dispatch@rounds.example     dispatcher",
    "  driver1@rounds.example      driver (1 to 40)",
    "  ana@contractor.example      contractor with drivers of her own, as is bruno@contractor.example",
    "  customer@rounds.example     customer",
    "  pharmacy@rounds.example     customer from whom prices are hidden",
    "  admin@harbour.example       runs a second business, where everything is off",
    "  platform@packhorse.example  platform administrator",
    "",
  ].join("\n");
}

/** Creates both businesses with their people and prices in one transaction. */
async function createBusinesses(db: Db, now: Date, secret_key: Buffer): Promise<void> {
  const first = await readDay(0);
  const on = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, true]));
  const make = async (code: string, name: string, facts: Record<string, unknown>) =>
    (await db.row<DemoBusiness>(
      `with made as (
         insert into business (code, name, time_zone, currency, country, locale, feature_families, modules, settings)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb - 'depot') returning id, code),
       depot as (
         insert into warehouse (business_id, code, name, place, is_depot)
         select id, 'HUB', $9::jsonb -> 'depot' ->> 'name', $9::jsonb -> 'depot', true from made)
       select id, code from made`,
      [
        code,
        name,
        facts["time_zone"],
        facts["currency"],
        facts["country"],
        facts["locale"],
        JSON.stringify(facts["features"]),
        JSON.stringify(facts["modules"]),
        JSON.stringify(facts["settings"]),
      ],
    )) as DemoBusiness;
  const rounds = await make("rounds", "Rounds Entregas", {
    time_zone: "America/Sao_Paulo",
    currency: "BRL",
    country: "BR",
    locale: "pt",
    features: on(FEATURES),
    modules: on(MODULES),
    settings: {
      depot: {
        name: "Rounds hub",
        line1: "SIA Trecho 3",
        city: "Brasília",
        region: "DF",
        country: "BR",
        ...first.depot,
      },
      shift_start: "08:00",
      shift_end: "18:00",
      // Plans of this day use straight-line distances between its stops.
      road_factor: 1,
    },
  });
  const harbour = await make("harbour", "Harbour Logistics", {
    time_zone: "Europe/Amsterdam",
    currency: "EUR",
    country: "NL",
    locale: "en",
    features: {},
    modules: {},
    settings: {
      depot: {
        name: "Harbour hub",
        line1: "Kade 1",
        city: "Rotterdam",
        country: "NL",
        lat: 51.95,
        lng: 4.14,
      },
    },
  });
  // Text messages stay in the outbox, so that codes can be read there and registration can be tried.
  await db.execute("insert into messaging_settings (business_id, sms) values ($1, $2)", [
    rounds.id,
    JSON.stringify({ ...NEW_SMS, vendor: "outbox" }),
  ]);
  await createAccounts(db, rounds, harbour);
  await createPriceLists(db, rounds);
  await createServices(db, rounds);
  await createHiddenCustomer(db, rounds);
  await createApps(db, rounds);
  await createWallets(db, rounds, now);
  await createLabels(db, rounds, now, secret_key);
}
