/**
 * Positions that a phone collected, in one batch. Each (device, sequence number) counts once; only a newer position
 * replaces the driver's last one.
 */

import Type from "typebox";
import { saveDriverPosition } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Latitude, Longitude, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { getOwnDriver } from "../own-routes.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { computeMoment } from "../rules.ts";

export const sendPositions = defineOperation({
  name: "driverPositions",
  summary: "Send positions",
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/positions" },
  localised: true,
  input: Type.Object({
    device_id: Type.String({ minLength: 1, maxLength: 100 }),
    sent_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description: "The phone's time of sending; used to correct a wrong clock.",
      }),
    ),
    route_id: Type.Optional(Type.Integer({ ...Id, description: "The route that is under way." })),
    positions: Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        at: Timestamp,
        lat: Latitude,
        lng: Longitude,
        accuracy_m: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
        speed_mps: Type.Optional(Type.Number({ minimum: 0, maximum: 500 })),
        heading_deg: Type.Optional(Type.Number({ minimum: 0, maximum: 360 })),
        battery_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    accepted: Type.Integer(),
    duplicates: Type.Integer(),
    clock_skewed: Type.Boolean(),
    last_position_at: Nullable(Timestamp),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { device_id, sent_at, route_id, positions }) {
    const { db, business_id, now, emit, refuse } = context;
    const driver = await getOwnDriver(context, { lock: true });
    if (route_id !== undefined) {
      const route = await db.row<{ driver_id: number | null }>(
        "select driver_id from route where business_id = $1 and id = $2",
        [business_id, route_id],
      );
      if (route === undefined) throw refuse("not_found", { message: messages.unknown_route });
      if (route.driver_id !== driver.id) throw refuse("not_your_route", { message: messages.not_your_route });
    }
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
    const clock_skewed = read.some(({ moment }) => moment.skewed);
    emit({
      subject: { type: "driver", id: driver.id },
      kind: "driver.position",
      payload: { accepted, route_id: route_id ?? null, newer, clock_skewed },
      occurred_at: latest.at,
    });
    return {
      result: true,
      accepted,
      duplicates: positions.length - accepted,
      clock_skewed,
      last_position_at: newer ? latest.at : driver.position_at,
    };
  },
});
