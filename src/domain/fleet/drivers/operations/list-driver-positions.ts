/** Positions of the drivers on duty, for the map. Drivers off duty, for their privacy, and those without a position are left out. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { routesUnderWayRequested } from "../topics.ts";

/** Maximum number of drivers on the map; the newest positions come first. */
const DRIVERS_MAX = 1000;

const LivePosition = Type.Object(
  {
    driver_id: Ref("driver"),
    name: Type.String(),
    duty: StringEnum(["on", "break"]),
    lat: Type.Number(),
    lng: Type.Number(),
    accuracy_m: Nullable(Type.Number()),
    battery_percent: Nullable(Type.Integer()),
    at: Timestamp,
    age_s: Type.Integer({ description: "Seconds since the position was recorded." }),
    route_id: Nullable(Ref("route")),
    route_number: Nullable(Type.String()),
    stops_total: Nullable(Count),
    stops_resolved: Nullable(Count),
  },
  { $id: "LivePosition" },
);

interface Live {
  driver_id: number;
  name: string;
  duty: "on" | "break";
  lat: number;
  lng: number;
  accuracy_m: number | null;
  battery_percent: number | null;
  at: string;
}

/** Of drivers on no route. */
const NO_ROUTE = { route_id: null, route_number: null, stops_total: null, stops_resolved: null };

export const listDriverPositions = defineOperation({
  name: "clientDriverPositions",
  summary: "List live positions of drivers on duty",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/drivers/positions" },
  output: Type.Object({ result: Type.Boolean(), at: Timestamp, drivers: Type.Array(LivePosition) }),

  async run({ db, business_id, actor, now, publish }) {
    const contractor_id = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
    const rows = await db.rows<Live>(
      `select d.id as driver_id, d.name, d.duty, d.lat, d.lng, d.accuracy_m, d.battery_percent, d.position_at as at
       from driver d
       where d.business_id = $1 and d.duty <> 'off' and d.status = 'active' and d.lat is not null and d.position_at is not null
         and ($2::bigint is null or d.contractor_id = $2)
       order by d.position_at desc, d.id limit $3`,
      [business_id, contractor_id, DRIVERS_MAX],
    );
    const driver_ids = rows.map(({ driver_id }) => driver_id);
    const under_way = (await publish(routesUnderWayRequested, { driver_ids })).flat();
    const routes = new Map(under_way.map((route) => [route.driver_id, route]));
    const age = (at: string) => Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
    return {
      result: true,
      at: now.toISOString(),
      drivers: rows.map((row) => ({ ...NO_ROUTE, ...routes.get(row.driver_id), ...row, age_s: age(row.at) })),
    };
  },
});
