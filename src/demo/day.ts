/**
 * A real day of urban deliveries in Brasília, from the Loggi Benchmark for Urban Deliveries (MIT licence; see
 * data/demo/README.md). Coordinates and sizes are real; names and streets are made up, seeded by the delivery.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ANONYMOUS } from "#operation/actor.ts";
import { invoke } from "#operation/invoke.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { doorOf } from "#platform/db/db.ts";
import { addDays, dateIn } from "#vocabulary/calendar.ts";
import { personOf, streetOf } from "./names.ts";

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

/** The order that a delivery of the day becomes. */
export function draftOf({ id, lat, lng, size }: Day["deliveries"][number], scheduled_date: string) {
  return {
    type: "D" as const,
    ref: id,
    scheduled_date,
    units: size,
    dropoff: { ...personOf(id), ...streetOf(id), city: "Brasília", region: "DF", country: "BR", lat, lng },
    requirements: { pod: ["photo" as const] },
  };
}

const BATCH = 100;

/** Put day `index` (0 to 5) on the calendar, as many days after today; once. */
export async function loadDay(mechanism: Mechanism, index: number): Promise<number> {
  const db = doorOf(mechanism.pools.system);
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
  const actor = (await mechanism.callers.ofAccount(admin.id)) ?? ANONYMOUS;
  const date = addDays(dateIn(mechanism.now(), actor.business?.time_zone ?? "UTC"), index);
  for (let from = 0; from < day.deliveries.length; from += BATCH) {
    await invoke(mechanism, {
      operation: mechanism.registry.get("clientBatchOrderCreate"),
      actor,
      input: {
        mode: "all_or_nothing",
        orders: day.deliveries.slice(from, from + BATCH).map((delivery) => draftOf(delivery, date)),
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
