/** Routes of drivers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  ClientRouteCloseInput,
  ClientRoutePlacementsInput,
  ClientRoutePlacementsOutput,
  ClientRouteScheduleOutput,
  ClientRoutesInput,
  ClientRoutesMoveInput,
} from "../../../../packages/client/client.gen.ts";
import { type CallOptions, client } from "../../../api/client.ts";

export type {
  RouteDetail,
  RouteStop,
  RouteSummary,
  ScheduledRoute,
  ScheduledStop,
} from "../../../../packages/client/client.gen.ts";
export type RouteSchedule = ClientRouteScheduleOutput;

export const routesQuery = (filters: ClientRoutesInput) =>
  queryOptions({
    queryKey: ["routes", "list", filters],
    meta: { live: ["route", "stop"] },
    queryFn: ({ signal }) => client.clientRoutes({ per_page: 200, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const routeQuery = (route_id: number) =>
  queryOptions({
    queryKey: ["routes", "one", route_id],
    meta: { live: [{ route: route_id }] },
    queryFn: async ({ signal }) => (await client.clientRoute({ route_id }, { signal })).route,
    staleTime: 15_000,
  });

/** Every route of a day with its stops, in one request. */
export const scheduleQuery = (date: string) =>
  queryOptions({
    queryKey: ["routes", "schedule", date],
    queryFn: ({ signal }) => client.clientRouteSchedule({ date }, { signal }),
    meta: { live: ["route", "stop"] },
    staleTime: 15_000,
  });

/** A route at the version that was shown: the service refuses to change another version. */
type RouteVersion = { id: number; version: number };

export const releaseRoute = ({ id, version }: RouteVersion) =>
  client.clientRouteRelease({ route_id: id }, { if_match: version });
/** Take it although the driver's phone still holds what was done on it. */
type AllowUnsent = { allow_unsent?: true };

export const unreleaseRoute = ({ id, version }: RouteVersion, allow: AllowUnsent) =>
  client.clientRouteUnrelease({ route_id: id, ...allow }, { if_match: version });
export const cancelRoute = ({ id, version }: RouteVersion, allow: AllowUnsent) =>
  client.clientRouteCancel({ route_id: id, ...allow }, { if_match: version });
export const closeRoute = (
  { id, version }: RouteVersion,
  reconciliation: NonNullable<ClientRouteCloseInput["reconciliation"]>,
  allow: AllowUnsent,
) => client.clientRouteClose({ route_id: id, reconciliation, ...allow }, { if_match: version });
export const reassignRoute = (
  { id, version }: RouteVersion,
  driver_id: number,
  allow: AllowUnsent,
  options: CallOptions = {},
) => client.clientRouteReassign({ route_id: id, driver_id, ...allow }, { ...options, if_match: version });

/** Moves orders to a route, within one, or off their routes. */
export const moveOrders = (move: ClientRoutesMoveInput) => client.clientRoutesMove(move);
/** Says that the goods of orders are at a warehouse: the one where each started. */
export const receiveOrders = (order_ids: readonly number[]) =>
  client.clientOrdersBulkActivity({ order_ids: [...order_ids], activity: "receive" });
export const undoRouteChange = (change_id: number) => client.clientRouteChangeUndo({ change_id });

/** What routes would become with these orders, the best first. */
export const listPlacements = (input: ClientRoutePlacementsInput, signal?: AbortSignal) =>
  client.clientRoutePlacements(input, signal === undefined ? {} : { signal });

export type RoutePlacement = ClientRoutePlacementsOutput["placements"][number];

/** What was changed on the routes of a day, the latest first. */
export const routeChangesQuery = (date: string) =>
  queryOptions({
    queryKey: ["route-changes", date],
    queryFn: ({ signal }) => client.clientRouteChanges({ date }, { signal }),
    meta: { live: ["route"] },
  });
