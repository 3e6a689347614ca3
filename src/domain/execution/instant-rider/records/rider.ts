/** Riders: drivers with Instant Deliver, whether they are online, and since when they wait. */
import { getOwnDriver } from "#domain/execution/driver-app/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { RiderContext } from "../refusals.ts";

/** `switched_at`: the latest switch, as the phone says. `idle_since`: null until it was online. */
export type RiderRow = Row<"instant_rider">;

const RiderRecord = defineRecord("instant_rider");

type Writer = Pick<Context, "db" | "business_id" | "now">;

/** The row is there with the first use. */
export async function lockRider(context: Writer, driver_id: number): Promise<RiderRow> {
  await RiderRecord.insertIfAbsent(context, { driver_id });
  const rider = await context.db.row<RiderRow>(
    "select * from instant_rider where business_id = $1 and driver_id = $2 for no key update",
    [context.business_id, driver_id],
  );
  if (rider === undefined) throw new Error("A rider that was inserted has no row.");
  return rider;
}

export function findRider(
  { db, business_id }: Pick<Writer, "db" | "business_id">,
  driver_id: number,
): Promise<RiderRow | undefined> {
  return db.row<RiderRow>("select * from instant_rider where business_id = $1 and driver_id = $2", [
    business_id,
    driver_id,
  ]);
}

/** `at`: of the switch, by the phone. */
export async function saveOnline(
  { db, business_id, now }: Writer,
  driver_id: number,
  at: string,
): Promise<void> {
  await db.execute(
    `update instant_rider set is_online = true, switched_at = $3,
       online_since = case when is_online then online_since else $4 end,
       idle_since = case when is_online then idle_since else $4 end,
       version = version + case when is_online then 0 else 1 end
      where business_id = $1 and driver_id = $2`,
    [business_id, driver_id, at, now],
  );
}

export async function saveOffline({ db, business_id }: Writer, driver_id: number, at: string): Promise<void> {
  await db.execute(
    `update instant_rider set is_online = false, online_since = null, switched_at = $3,
       version = version + case when is_online then 1 else 0 end
      where business_id = $1 and driver_id = $2`,
    [business_id, driver_id, at],
  );
}

/** From now on the rider waits for another job. */
export async function freeRider(context: Writer, driver_id: number | null): Promise<void> {
  if (driver_id === null) return;
  await lockRider(context, driver_id);
  await context.db.execute(
    "update instant_rider set idle_since = $3, version = version + 1 where business_id = $1 and driver_id = $2",
    [context.business_id, driver_id, context.now],
  );
}

/** The caller's profile, granted and active. */
export async function getOwnRider(context: RiderContext) {
  const driver = await getOwnDriver(context, { lock: false });
  if (!driver.instant_deliver) throw context.refuse("not_granted", { message: messages.not_granted });
  return driver;
}
