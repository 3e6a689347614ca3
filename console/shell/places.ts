/** Where one can go, and the keys that go there. */
import {
  IconBuildingSkyscraper,
  IconCalendarStats,
  IconChecklist,
  IconDeviceMobile,
  IconLockSquareRounded,
  IconPackage,
  IconRoute,
  IconRouteAltLeft,
  IconSettings,
  IconSteeringWheel,
  IconUsersGroup,
} from "@tabler/icons-react";
import { isInside, type Me } from "../api/session.ts";

export const PLACES = [
  { to: "/", label: "Today", key: "t", icon: IconCalendarStats, scope: "orders:read" },
  { to: "/orders", label: "Orders", key: "o", icon: IconPackage, scope: "orders:read" },
  { to: "/plan", label: "Plan", key: "p", icon: IconRouteAltLeft, scope: "routes:write" },
  { to: "/routes", label: "Routes", key: "r", icon: IconRoute, scope: "routes:read" },
  { to: "/drivers", label: "Drivers", key: "d", icon: IconSteeringWheel, scope: "drivers:read" },
  { to: "/contractors", label: "Contractors", key: "c", icon: IconUsersGroup, scope: "drivers:read" },
  { to: "/rentals", label: "Lockers", key: "l", icon: IconLockSquareRounded, scope: "orders:read" },
  { to: "/mcp-approvals", label: "Approvals", key: "a", icon: IconChecklist, scope: "approvals:read" },
  { to: "/settings", label: "Settings", key: "s", icon: IconSettings, scope: "settings:read" },
  { to: "/platform", label: "Businesses", key: "b", icon: IconBuildingSkyscraper, scope: "platform:admin" },
  { to: "/platform-apps", label: "Apps", key: "m", icon: IconDeviceMobile, scope: "platform:admin" },
] as const;

/** Others have the scopes for their own things; these pages show the business's. A contractor plans its own day. */
function closedTo(me: Me): readonly string[] {
  if (isInside(me)) return [];
  if (me.user.role === "broker_employee") return ["/", "/rentals"];
  return me.user.role === "customer" ? ["/", "/plan", "/drivers"] : ["/", "/plan", "/drivers", "/rentals"];
}

/** What this account may open; the service decides again on every request. */
export function placesOf(me: Me) {
  // Drivers work with the driver app.
  if (me.user.role === "driver") return [];
  const closed = closedTo(me);
  return PLACES.filter(({ to, scope }) => me.permissions.includes(scope) && !closed.includes(to)).map(
    (place) =>
      place.to === "/contractors" && !isInside(me) ? { ...place, label: "My orders" as const } : place,
  );
}

/** Its address was typed or sent by somebody else: the rail does not lead there. */
export function isBarred(me: Me, pathname: string): boolean {
  return closedTo(me).some((to) => to !== "/" && (pathname === to || pathname.startsWith(`${to}/`)));
}
