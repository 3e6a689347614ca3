/** What happened to the routes of a day since they were planned, from the event log: who, what, when. */
import Type from "typebox";
import { loadSettings } from "#domain/identity/settings/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Nullable, OrderId, Timestamp } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

const CHANGES_MAX = 500;

interface Row {
  id: number;
  route_id: number;
  route_number: string;
  driver_name: string | null;
  kind: string;
  at: string;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string | null;
  operation: string;
  plan_version: number | null;
  payload: { added?: number[]; removed?: number[]; order_ids?: number[]; driver_id?: number | null };
}

export const listRouteChanges = defineOperation({
  name: "clientRouteChanges",
  summary: "List the changes of the routes of a day",
  description:
    "Every change since the routes were created, the latest first: orders added and removed, sequences, drivers, releases. " +
    "From the event log. A contractor sees those of its own routes.",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:read"] },
  rest: { method: "GET", path: "/api/v1/client/route-changes" },
  input: Type.Object({
    date: Type.Optional({ ...CalendarDate, description: "Default: today in the business's time zone." }),
    route_id: Type.Optional(Ref("route")),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: CHANGES_MAX, default: 100 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    date: CalendarDate,
    changes: Type.Array(
      Type.Object({
        event_id: NoRef("an event of the log"),
        kind: Type.String({ description: "The kind of the event, `route.orders_changed` and the like." }),
        at: Timestamp,
        actor: Type.Object({
          kind: Type.String(),
          id: Nullable(Type.Integer()),
          name: Nullable(Type.String()),
        }),
        operation: Type.String(),
        route: Type.Object({ id: Ref("route"), number: Type.String(), driver_name: Nullable(Type.String()) }),
        added: Type.Array(Ref("order", OrderId)),
        removed: Type.Array(Ref("order", OrderId)),
        driver_name: Nullable(
          Type.String({ description: "Of `route.reassigned`: who drives it since; null: nobody." }),
        ),
        plan_version: Nullable(Type.Integer()),
      }),
    ),
  }),

  async run(context, { date: requested_date, route_id, limit = 100 }) {
    const { actor, db, business_id, now } = context;
    const { time_zone } = await loadSettings(context);
    const date = requested_date ?? toLocalDate(now, time_zone);
    const contractor_id = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
    const rows = await db.rows<Row & { new_driver_name: string | null }>(
      `select e.id, r.id as route_id, r.number as route_number, d.name as driver_name, e.kind, e.recorded_at as at,
         e.actor_kind, e.actor_id, a.name as actor_name, e.operation, (e.payload->>'plan_version')::int as plan_version,
         e.payload, n.name as new_driver_name
       from route r
         join event e on e.business_id = r.business_id and e.subject_type = 'route' and e.subject_id = r.id::text
         left join driver d on d.business_id = r.business_id and d.id = r.driver_id
         left join account a on a.id = e.actor_id
         left join driver n on n.business_id = r.business_id and e.kind = 'route.reassigned'
           and n.id = (e.payload->>'driver_id')::bigint
       where r.business_id = $1 and r.date = $2::date and ($3::bigint is null or r.contractor_id = $3)
         and ($4::bigint is null or r.id = $4) and e.kind <> 'route.created'
       order by e.id desc limit $5`,
      [business_id, date, contractor_id, route_id ?? null, limit],
    );
    return {
      result: true,
      date,
      changes: rows.map((row) => ({
        event_id: row.id,
        kind: row.kind,
        at: new Date(row.at).toISOString(),
        actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
        operation: row.operation,
        route: { id: row.route_id, number: row.route_number, driver_name: row.driver_name },
        added: row.payload.added ?? [],
        removed:
          row.payload.removed ?? (row.kind === "route.orders_removed" ? (row.payload.order_ids ?? []) : []),
        driver_name: row.new_driver_name,
        plan_version: row.plan_version,
      })),
    };
  },
});
