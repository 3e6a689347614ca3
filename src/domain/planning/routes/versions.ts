/** Versions of several routes that a command expects: `If-Match` names only one. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import type { RouteWithStops } from "./route-with-stops.ts";
import { describeRouteChanges, findLatestChanges } from "./who-changed.ts";

export const RouteVersions = Type.Optional(
  Type.Array(Type.Object({ route_id: Ref("route"), version: Type.Integer() }), {
    maxItems: 1000,
    description:
      "The routes as the caller saw them. Refused with `version_conflict`, and with who changed what, when one of those " +
      "that would change has another version by now, or when somebody else has moved one of the orders: off a route that " +
      "is named, or onto one that is not. Other routes are ignored. Without versions nothing of this is checked.",
  }),
);

interface SeenVersion {
  route_id: number;
  version: number;
}

/**
 * Refuses `version_conflict` when one of the locked routes, those that the command changes, is not as it was seen, or
 * one of the orders is no longer where it was seen. Events of a route are one for each version at most, so those
 * since the version that was seen are among as many latest ones.
 */
export async function expectVersions(
  context: Context<never>,
  routes: ReadonlyMap<number, RouteWithStops>,
  order_ids: readonly number[],
  seen_versions: readonly SeenVersion[],
): Promise<void> {
  if (seen_versions.length === 0) return;
  const versions = new Map(seen_versions.map(({ route_id, version }) => [route_id, version]));
  const locked = [...routes.values()].map(({ route }) => route);
  const changed = locked.filter(({ id, version }) => versions.get(id) !== version);
  const departed_routes = await findChangedSince(
    context,
    seen_versions.filter(({ route_id }) => !routes.has(route_id)),
  );
  if (changed.length + departed_routes.length === 0) return;
  const moved = new Set(order_ids);
  const changes = await findLatestChanges(context, [
    ...changed.map((route) => ({
      ...route,
      limit: route.version - (versions.get(route.id) ?? route.version - 1),
    })),
    ...departed_routes.map((route) => ({ ...route, limit: route.version - route.seen })),
  ]);
  const ids = new Set(changed.map(({ id }) => id));
  const telling = changes.filter(
    ({ route_id, removed }) => ids.has(route_id) || removed.some((id) => moved.has(id)),
  );
  if (changed.length === 0 && telling.length === 0) return;
  const { refuse } = context;
  throw refuse("version_conflict", {
    message: (await describeRouteChanges(context, telling)) ?? messages.changed_meanwhile,
    errors: changed.map(({ id, number, version }) => ({
      field: "versions",
      code: "version_conflict",
      message: versions.has(id)
        ? messages.other_version.with({ route: number, version, named: versions.get(id) ?? "" })
        : messages.route_not_named.with({ route: number }),
    })),
  });
}

/** Routes that have another version by now. */
function findChangedSince({ db, business_id }: Context<never>, seen_versions: readonly SeenVersion[]) {
  if (seen_versions.length === 0) return [];
  return db.rows<{ id: number; number: string; version: number; seen: number }>(
    `select r.id, r.number, r.version, s.version as seen
     from unnest($2::bigint[], $3::int[]) as s (route_id, version)
       join route r on r.business_id = $1 and r.id = s.route_id and r.version > s.version`,
    [business_id, seen_versions.map(({ route_id }) => route_id), seen_versions.map(({ version }) => version)],
  );
}
