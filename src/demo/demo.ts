/**
 * The demo: made once, on an empty database. Business `rounds` in Brasília has a real day of deliveries,
 * business `harbour` is a second tenant with every gate closed.
 */
import { NEW_SMS } from "#domain/messaging/public.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { type Db, doorOf, inTransaction } from "#platform/db/db.ts";
import { FEATURE_FAMILIES, MODULES } from "#vocabulary/features.ts";
import { DEMO_PASSWORD, type DemoBusiness, makeAccounts } from "./accounts.ts";
import { makeApps } from "./apps.ts";
import { loadDay, readDay } from "./day.ts";
import { makePrices } from "./prices.ts";
import { makeRentals } from "./rentals.ts";

export async function makeDemo(
  mechanism: Mechanism,
  { day, base_url }: { day: number; base_url: string },
): Promise<void> {
  const { system } = mechanism.pools;
  if ((await doorOf(system).row("select id from business limit 1")) === undefined) {
    await inTransaction(system, (db) => makeBusinesses(db, mechanism.now()));
    mechanism.callers.forget();
  }
  for (let index = 0; index < day; index += 1) await loadDay(mechanism, index);
  console.log(
    [
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
    ].join("\n"),
  );
}

/** Both businesses with their people and prices: all of it, or nothing when the process ends in the middle. */
async function makeBusinesses(db: Db, now: Date): Promise<void> {
  const first = await readDay(0);
  const on = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, true]));
  const make = async (code: string, name: string, facts: Record<string, unknown>) =>
    (await db.row<DemoBusiness>(
      `insert into business (code, name, time_zone, currency, country, locale, feature_families, modules, settings)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id, code`,
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
    features: on(FEATURE_FAMILIES),
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
  // Text messages stay in the outbox, so that codes can be read there and registration tried.
  await db.execute("insert into messaging_settings (business_id, sms) values ($1, $2)", [
    rounds.id,
    JSON.stringify({ ...NEW_SMS, vendor: "outbox" }),
  ]);
  await makeAccounts(db, rounds, harbour);
  await makePrices(db, rounds);
  await makeApps(db, rounds);
  await makeRentals(db, rounds, now);
}
