/** When a driver is available: who sees and changes it, how it is stored and returned. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Availability } from "../rules.ts";

interface AvailabilityRow extends Row<"driver_availability"> {
  weekly: Availability["weekly"];
  time_off: Availability["time_off"];
}

/** The driver, a captain of the driver's fleet, the driver's contractor, the business; `not_found` to others. */
export async function requireDriverAccess(
  context: Context<never>,
  driver_id: number,
  lock: "" | "for no key update of d",
): Promise<void> {
  const { db, business_id, actor, refuse } = context;
  const row = await db.row<{ contractor_id: number | null; is_led: boolean }>(
    `select d.contractor_id, exists (
         select from fleet_driver m join fleet_captain k on k.business_id = $1 and k.fleet_id = m.fleet_id and k.driver_id = $3
           join driver c on c.business_id = $1 and c.id = k.driver_id and c.status = 'active' and c.contractor_id is not distinct from d.contractor_id
          where m.business_id = $1 and m.driver_id = d.id) as is_led
       from driver d where d.business_id = $1 and d.id = $2 ${lock}`,
    [business_id, driver_id, actor.driver_id],
  );
  const may =
    row !== undefined &&
    (actor.role === "driver"
      ? actor.driver_id === driver_id || row.is_led
      : actor.role !== "broker_employee" ||
        (actor.contractor_id !== null && row.contractor_id === actor.contractor_id));
  if (!may) throw refuse("not_found", { message: messages.no_such_driver });
}

export async function answerAvailability(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  driver_id: number,
) {
  const row = await db.row<AvailabilityRow>(
    "select * from driver_availability where business_id = $1 and driver_id = $2",
    [business_id, driver_id],
  );
  const { weekly = [], time_off = [], version = 0 } = row ?? {};
  return { result: true, driver_id, version, weekly, time_off };
}

/** The driver is locked. */
export async function saveAvailability(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  driver_id: number,
  { weekly, time_off }: Availability,
): Promise<void> {
  await db.execute(
    `insert into driver_availability (business_id, driver_id, weekly, time_off, version) values ($1, $2, $3, $4, 1)
       on conflict (business_id, driver_id) do update set weekly = excluded.weekly, time_off = excluded.time_off,
         version = driver_availability.version + 1`,
    [business_id, driver_id, JSON.stringify(weekly), JSON.stringify(time_off)],
  );
}
