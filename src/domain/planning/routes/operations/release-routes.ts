/** Release several routes: those listed, or every assigned route of a date that the caller may see. Each is decided separately. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { allowOverCapacity } from "../check-capacity.ts";
import { canSeeRoute } from "../command.ts";
import { messages } from "../messages.ts";
import { releaseRoutes as releaseLocked } from "../release.ts";
import { lockRoutes } from "../route-with-stops.ts";

export const releaseRoutes = defineOperation({
  name: "clientRoutesRelease",
  summary: "Release routes to their drivers",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/routes/release" },
  input: Type.Object({
    date: Type.Optional(CalendarDate),
    route_ids: Type.Optional(Type.Array(Ref("route"), { minItems: 1, maxItems: 500 })),
    allow_over_capacity: allowOverCapacity,
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one route was released." }),
    ...bulkMembers,
    routes: Type.Array(
      Type.Object({
        route_id: Ref("route"),
        result: Type.Boolean(),
        error_code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),

  async run(context, { date, route_ids, allow_over_capacity }) {
    const { db, business_id, actor, refuse, say } = context;
    if ((date === undefined) === (route_ids === undefined)) {
      throw refuse("invalid_request", {
        message: messages.date_or_routes,
        errors: [{ field: "route_ids", message: messages.this_or_date }],
      });
    }
    const requested_ids =
      route_ids === undefined ? await findAssignedRoutes(context, date ?? "") : [...new Set(route_ids)];
    const { routes } = await lockRoutes(db, business_id, requested_ids);
    const visible_routes = [...routes.values()].filter(({ route }) => canSeeRoute(actor, route));
    const outcomes = new Map(
      (await releaseLocked(context, visible_routes, { allow_over_capacity })).map((outcome) => [
        outcome.route_id,
        outcome,
      ]),
    );
    const items = requested_ids.map((route_id) => {
      const outcome = outcomes.get(route_id);
      if (outcome?.refusal === null) return { route_id, result: true };
      const code = outcome === undefined ? "unknown_route" : outcome.refusal;
      const { status = "", number = "" } = routes.get(route_id)?.route ?? {};
      const values = {
        status,
        date: outcome?.expired_date ?? "",
        amounts: outcome?.amounts ?? "",
        route: number,
      };
      return {
        route_id,
        result: false,
        error_code: (code === "unknown_route" ? "not_found" : code).toUpperCase(),
        message: say(messages[code], values),
      };
    });
    return { ...bulkAnswer(items, ({ route_id }) => route_id), routes: items };
  },
});

/** Ids of the assigned routes of a date; for a contractor only its own, so that it learns nothing about others. */
async function findAssignedRoutes(
  { db, business_id, actor }: Parameters<typeof releaseLocked>[0],
  date: string,
): Promise<number[]> {
  const contractor_id = actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null;
  const rows = await db.rows<{ id: number }>(
    `select id from route where business_id = $1 and date = $2::date and status = 'ASSIGNED' and stops_total > 0
       and ($3::bigint is null or contractor_id = $3) order by id limit 500`,
    [business_id, date, contractor_id],
  );
  return rows.map((row) => row.id);
}
