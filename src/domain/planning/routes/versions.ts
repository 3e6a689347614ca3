/** Versions of several routes that a command expects: `If-Match` names only one. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Id } from "#vocabulary/basics.ts";
import type { RouteWithStops } from "./rows.ts";

export const RouteVersions = Type.Optional(
  Type.Array(Type.Object({ route_id: Id, version: Type.Integer() }), {
    maxItems: 1000,
    description:
      "The routes as the caller saw them: refused with `version_conflict` when one of those that would change has another " +
      "version by now. Others are ignored.",
  }),
);

/** Refuses `version_conflict` when one of the locked routes is not at the version that was seen. */
export function expectVersions(
  { refuse }: Context<never>,
  routes: ReadonlyMap<number, RouteWithStops>,
  seen: readonly { route_id: number; version: number }[],
): void {
  const errors = seen.flatMap(({ route_id, version }) => {
    const route = routes.get(route_id)?.route;
    return route === undefined || route.version === version
      ? []
      : [
          {
            field: "versions",
            code: "version_conflict",
            message: `Route ${route.number} is at version ${route.version}, not ${version}.`,
          },
        ];
  });
  if (errors.length > 0)
    throw refuse("version_conflict", { message: "The routes were changed meanwhile.", errors });
}
