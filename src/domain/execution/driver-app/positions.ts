/**
 * Positions that a phone collected, in one batch. Each (device, sequence number) counts once; only a newer position
 * replaces the driver's last one.
 */
import type Type from "typebox";
import { type DriverRow, saveDriverPosition } from "#domain/fleet/drivers/public.ts";
import { observePositions } from "#domain/locations/poi/public.ts";
import type { Context } from "#operation/define/context.ts";
import { computeMoment } from "./rules.ts";
import type { PositionList } from "./shapes.ts";

interface PositionBatch {
  device_id: string;
  sent_at: string | undefined;
  route_id?: number | undefined;
  positions: Type.Static<typeof PositionList>;
}

/** Record positions of a locked driver. */
export async function recordPositions(
  context: Context<never>,
  driver: Pick<DriverRow, "id" | "position_at">,
  { device_id, sent_at, route_id, positions }: PositionBatch,
) {
  const { db, business_id, now, emit } = context;
  if (positions.length === 0)
    return { accepted: 0, duplicates: 0, clock_skewed: false, last_position_at: driver.position_at };
  const read = positions.map((position) => ({
    ...position,
    moment: computeMoment(now, position.at, { queued: true, sent_at }),
  }));
  const rows = read.map(({ moment, ...position }) => ({ ...position, at: moment.at }));
  const accepted = await db.execute(
    `insert into driver_position (business_id, driver_id, route_id, device_id, device_seq, at, received_at, lat, lng,
       accuracy_m, speed_mps, heading_deg, battery_percent)
     select $1, $2, $3, $4, p.seq, p.at, $5, p.lat, p.lng, p.accuracy_m, p.speed_mps, p.heading_deg, p.battery_percent
       from json_to_recordset($6::json) as p(seq bigint, at timestamptz, lat float8, lng float8, accuracy_m float8,
         speed_mps float8, heading_deg float8, battery_percent int)
     on conflict (business_id, driver_id, device_id, device_seq) do nothing`,
    [business_id, driver.id, route_id ?? null, device_id, now, JSON.stringify(rows)],
  );
  const latest = rows.reduce((one, other) => (other.at >= one.at ? other : one));
  const newer = driver.position_at === null || Date.parse(latest.at) > Date.parse(driver.position_at);
  if (newer) {
    await saveDriverPosition(context, driver.id, {
      lat: latest.lat,
      lng: latest.lng,
      accuracy_m: latest.accuracy_m ?? null,
      battery_percent: latest.battery_percent ?? null,
      at: latest.at,
    });
  }
  await observePositions(context, {
    driver_id: driver.id,
    route_id: route_id ?? null,
    after: driver.position_at,
    positions: rows,
  });
  const clock_skewed = read.some(({ moment }) => moment.skewed);
  emit({
    subject: { type: "driver", id: driver.id },
    kind: "driver.position",
    payload: { accepted, route_id: route_id ?? null, newer, clock_skewed },
    occurred_at: latest.at,
  });
  return {
    accepted,
    duplicates: positions.length - accepted,
    clock_skewed,
    last_position_at: newer ? latest.at : driver.position_at,
  };
}
