/** The state machine of a route: one table that code, tests and documentation read. */
export const ROUTE_STATUSES = [
  "DRAFT",
  "PLANNED",
  "POSTED",
  "ASSIGNED",
  "RELEASED",
  "LOADED",
  "IN_PROGRESS",
  "COMPLETED",
  "CLOSED",
  "CANCELLED",
] as const;

export type RouteStatus = (typeof ROUTE_STATUSES)[number];

/** Orders on a route in one of these statuses cannot be planned elsewhere. */
export const OPEN_ROUTE_STATUSES = [
  "DRAFT",
  "PLANNED",
  "POSTED",
  "ASSIGNED",
  "RELEASED",
  "LOADED",
  "IN_PROGRESS",
] as const satisfies readonly RouteStatus[];

/** The driver does not see the route yet. */
const UNRELEASED_ROUTE_STATUSES = [
  "DRAFT",
  "PLANNED",
  "POSTED",
  "ASSIGNED",
] as const satisfies readonly RouteStatus[];

export type RouteCommand =
  | "plan"
  | "post"
  | "unpost"
  | "assign"
  | "unassign"
  | "release"
  | "unrelease"
  | "load"
  | "start"
  | "complete"
  | "close"
  | "cancel";

interface Transition {
  on: RouteCommand;
  from: readonly RouteStatus[];
  to: RouteStatus;
}

export const ROUTE_TRANSITIONS: readonly Transition[] = [
  { on: "plan", from: ["DRAFT"], to: "PLANNED" },
  { on: "post", from: ["PLANNED"], to: "POSTED" },
  { on: "unpost", from: ["POSTED"], to: "PLANNED" },
  { on: "assign", from: ["DRAFT", "PLANNED", "POSTED", "ASSIGNED"], to: "ASSIGNED" },
  { on: "assign", from: ["RELEASED"], to: "RELEASED" },
  { on: "assign", from: ["LOADED"], to: "LOADED" },
  { on: "unassign", from: ["ASSIGNED"], to: "PLANNED" },
  { on: "release", from: ["ASSIGNED"], to: "RELEASED" },
  { on: "unrelease", from: ["RELEASED"], to: "ASSIGNED" },
  { on: "load", from: ["RELEASED"], to: "LOADED" },
  { on: "start", from: ["RELEASED", "LOADED"], to: "IN_PROGRESS" },
  { on: "complete", from: ["IN_PROGRESS"], to: "COMPLETED" },
  { on: "close", from: ["COMPLETED"], to: "CLOSED" },
  { on: "cancel", from: ["DRAFT", "PLANNED", "POSTED", "ASSIGNED", "RELEASED", "LOADED"], to: "CANCELLED" },
];

/** The status after a command; null when the transition does not exist. */
export function getNextRouteStatus(from: RouteStatus, on: RouteCommand): RouteStatus | null {
  return ROUTE_TRANSITIONS.find((arrow) => arrow.on === on && arrow.from.includes(from))?.to ?? null;
}

export function isOpenRoute(status: RouteStatus): boolean {
  return (OPEN_ROUTE_STATUSES as readonly RouteStatus[]).includes(status);
}

export function isUnreleased(status: RouteStatus): boolean {
  return (UNRELEASED_ROUTE_STATUSES as readonly RouteStatus[]).includes(status);
}
