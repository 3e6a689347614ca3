/** The status machine of a route: one table that code, tests and documents read. */
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

/** Its orders are spoken for. */
export const OPEN_ROUTE_STATUSES = [
  "DRAFT",
  "PLANNED",
  "POSTED",
  "ASSIGNED",
  "RELEASED",
  "LOADED",
  "IN_PROGRESS",
] as const satisfies readonly RouteStatus[];

/** The driver does not see it yet. */
export const UNRELEASED = [
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

interface Arrow {
  on: RouteCommand;
  from: readonly RouteStatus[];
  to: RouteStatus;
}

export const ROUTE_ARROWS: readonly Arrow[] = [
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

/** Where a command leads from a status; null when there is no such arrow. */
export function nextRoute(from: RouteStatus, on: RouteCommand): RouteStatus | null {
  return ROUTE_ARROWS.find((arrow) => arrow.on === on && arrow.from.includes(from))?.to ?? null;
}

export function isOpenRoute(status: RouteStatus): boolean {
  return (OPEN_ROUTE_STATUSES as readonly RouteStatus[]).includes(status);
}

export function isUnreleased(status: RouteStatus): boolean {
  return (UNRELEASED as readonly RouteStatus[]).includes(status);
}
