/** Triggers of attention items about routes: what plans, assigns, starts or ends one. */
import { toAffectedRoute, toRecordId } from "#operation/define/attention.ts";
import type { EventKind } from "#operation/define/events.ts";

const ROUTE_CHANGES = [
  "route.created",
  "route.orders_changed",
  "route.orders_removed",
  "route.windows_changed",
  "route.stops_corrected",
  "route.resequenced",
  "route.measured",
  "route.split",
  "route.merged",
  "route.released",
  "route.unreleased",
  "route.reassigned",
  "route.loaded",
  "route.started",
  "route.start_reported",
  "route.paused",
  "route.completed",
  "route.cancelled",
  "route.closed",
] as const satisfies readonly EventKind[];

type Triggers<Find> = { readonly [Kind in EventKind]?: Find };

/** For `opens_after`. */
export const afterRouteChange = Object.fromEntries(
  ROUTE_CHANGES.map((kind) => [kind, toRecordId]),
) as Triggers<typeof toRecordId>;

/** For `clears_after`, also of items about stops of the route. */
export const onRouteChange = Object.fromEntries(
  ROUTE_CHANGES.map((kind) => [kind, toAffectedRoute]),
) as Triggers<typeof toAffectedRoute>;
