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
export const UNRELEASED_ROUTE_STATUSES = [
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
  trigger: RouteCommand;
  from: readonly RouteStatus[];
  to: RouteStatus;
}

export const ROUTE_TRANSITIONS: readonly Transition[] = [
  { trigger: "plan", from: ["DRAFT"], to: "PLANNED" },
  { trigger: "post", from: ["PLANNED"], to: "POSTED" },
  { trigger: "unpost", from: ["POSTED"], to: "PLANNED" },
  { trigger: "assign", from: ["DRAFT", "PLANNED", "POSTED", "ASSIGNED"], to: "ASSIGNED" },
  { trigger: "assign", from: ["RELEASED"], to: "RELEASED" },
  { trigger: "assign", from: ["LOADED"], to: "LOADED" },
  { trigger: "unassign", from: ["ASSIGNED"], to: "PLANNED" },
  { trigger: "release", from: ["ASSIGNED"], to: "RELEASED" },
  { trigger: "unrelease", from: ["RELEASED"], to: "ASSIGNED" },
  { trigger: "load", from: ["RELEASED"], to: "LOADED" },
  { trigger: "start", from: ["RELEASED", "LOADED"], to: "IN_PROGRESS" },
  { trigger: "complete", from: ["IN_PROGRESS"], to: "COMPLETED" },
  { trigger: "close", from: ["COMPLETED"], to: "CLOSED" },
  {
    trigger: "cancel",
    from: ["DRAFT", "PLANNED", "POSTED", "ASSIGNED", "RELEASED", "LOADED"],
    to: "CANCELLED",
  },
];

/** The status after a command; null when the transition does not exist. */
export function getNextRouteStatus(from: RouteStatus, trigger: RouteCommand): RouteStatus | null {
  return (
    ROUTE_TRANSITIONS.find((arrow) => arrow.trigger === trigger && arrow.from.includes(from))?.to ?? null
  );
}

export function isOpenRoute(status: RouteStatus): boolean {
  return (OPEN_ROUTE_STATUSES as readonly RouteStatus[]).includes(status);
}

export function isUnreleased(status: RouteStatus): boolean {
  return (UNRELEASED_ROUTE_STATUSES as readonly RouteStatus[]).includes(status);
}
