/** Commands of routes that phones of drivers still hold, by their last word: a phone without a connection says nothing. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";

/** Commands of a route that a phone of the driver said it still holds. */
type DriverUnsentRow = Row<"driver_unsent">;

type Access = Pick<Context<never>, "db" | "business_id">;

type UnsentCommands = Pick<DriverUnsentRow, "route_id" | "commands">;

/** A phone that has said nothing for a week is lost or was replaced. */
const LASTS_MS = 7 * 24 * 3_600_000;
const findOldest = (now: Date) => new Date(now.getTime() - LASTS_MS);

/** Replaces what this device said before. */
export async function saveUnsentCommands(
  { db, business_id, now }: Access & Pick<Context<never>, "now">,
  { driver_id, device_id }: Pick<DriverUnsentRow, "driver_id" | "device_id">,
  unsent: readonly UnsentCommands[],
): Promise<void> {
  await db.execute(
    `with ended as (delete from driver_unsent where business_id = $1 and driver_id = $2
       and (reported_at < $6 or device_id = $3)
       and (device_id <> $3 or route_id not in (select route_id from json_to_recordset($4::json) as u(route_id bigint))))
     insert into driver_unsent (business_id, driver_id, device_id, route_id, commands, reported_at)
       select $1, $2, $3, u.route_id, sum(u.commands), $5
         from json_to_recordset($4::json) as u(route_id bigint, commands int) group by u.route_id
     on conflict (business_id, driver_id, device_id, route_id) do update set commands = excluded.commands,
       reported_at = excluded.reported_at`,
    [business_id, driver_id, device_id, JSON.stringify(unsent), now, findOldest(now)],
  );
}

/** Of one driver's route, over all devices; undefined when no device said that it holds any. */
export function findUnsentCommands(
  { db, business_id, now }: Access & Pick<Context<never>, "now">,
  driver_id: number,
  route_id: number,
): Promise<{ commands: number; reported_at: string; driver_name: string } | undefined> {
  return db.row(
    `select sum(u.commands) as commands, max(u.reported_at) as reported_at, d.name as driver_name
       from driver_unsent u join driver d on d.business_id = $1 and d.id = u.driver_id
      where u.business_id = $1 and u.driver_id = $2 and u.route_id = $3 and u.reported_at >= $4 group by d.name`,
    [business_id, driver_id, route_id, findOldest(now)],
  );
}
