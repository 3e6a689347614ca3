/**
 * A real day of urban deliveries in Brasília, from the Loggi Benchmark for Urban Deliveries (MIT licence; see
 * data/demo/README.md). Coordinates and sizes are real; names and streets are invented, seeded by the delivery.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ANONYMOUS } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { invoke } from "#operation/run/invoke.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { pickPerson, pickStreet } from "./names.ts";

export interface Day {
  name: string;
  depot: { lat: number; lng: number };
  vehicle_capacity: number;
  deliveries: { id: string; lat: number; lng: number; size: number }[];
}

const FOLDER = path.resolve(import.meta.dirname, "../../data/demo");

export async function readDay(index: number): Promise<Day> {
  return JSON.parse(await readFile(path.join(FOLDER, `day-${index}.json`), "utf8"));
}

/** Builds the order for a delivery of the day. */
function buildDemoOrder({ id, lat, lng, size }: Day["deliveries"][number], scheduled_date: string) {
  return {
    type: "D" as const,
    ref: id,
    scheduled_date,
    units: size,
    dropoff: {
      ...pickPerson(id),
      ...pickStreet(id),
      city: "Brasília",
      region: "DF",
      country: "BR",
      lat,
      lng,
    },
    requirements: { pod: ["photo" as const] },
  };
}

const BATCH = 100;

/** Creates the orders of day `index` (0 to 5), scheduled that many days after today; only once. */
export async function createDayOrders(runtime: Runtime, index: number): Promise<number> {
  const db = systemDb(runtime.pools.system);
  const admin = await db.row<{ id: number; business_id: number }>(
    `select a.id, a.business_id from account a join business b on b.id = a.business_id
      where b.code = 'rounds' and a.role = 'client_admin' order by a.id limit 1`,
  );
  const day = await readDay(index);
  if (admin === undefined || day.deliveries[0] === undefined) return 0;
  const last = day.deliveries[day.deliveries.length - 1] as Day["deliveries"][number];
  const loaded = await db.row("select id from delivery_order where business_id = $1 and ref = $2", [
    admin.business_id,
    last.id,
  ]);
  if (loaded !== undefined) return 0;
  const actor = (await runtime.authentication.ofAccount(admin.id)) ?? ANONYMOUS;
  const date = addDays(toLocalDate(runtime.now(), actor.business?.time_zone ?? "UTC"), index);
  for (let from = 0; from < day.deliveries.length; from += BATCH) {
    await invoke(runtime, {
      operation: runtime.registry.get("clientBatchOrderCreate"),
      actor,
      input: {
        mode: "all_or_nothing",
        orders: day.deliveries.slice(from, from + BATCH).map((delivery) => buildDemoOrder(delivery, date)),
      },
      request: {
        id: `demo-day-${index}-${from}`,
        surface: "job",
        address: "",
        language: "",
        user_agent: "demo",
      },
      idempotency_key: `demo-day-${index}-${from}`,
    });
  }
  return day.deliveries.length;
}
