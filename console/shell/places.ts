/** Where one can go, and the keys that go there. */
import {
  IconBuildingSkyscraper,
  IconCalendarStats,
  IconChecklist,
  IconPackage,
  IconRoute,
  IconRouteAltLeft,
  IconSettings,
  IconSteeringWheel,
} from "@tabler/icons-react";
import { isInside, type Me } from "../api/session.ts";

export const PLACES = [
  { to: "/", label: "Today", key: "t", icon: IconCalendarStats, scope: "orders:read" },
  { to: "/orders", label: "Orders", key: "o", icon: IconPackage, scope: "orders:read" },
  { to: "/plan", label: "Plan", key: "p", icon: IconRouteAltLeft, scope: "routes:write" },
  { to: "/routes", label: "Routes", key: "r", icon: IconRoute, scope: "routes:read" },
  { to: "/drivers", label: "Drivers", key: "d", icon: IconSteeringWheel, scope: "drivers:read" },
  { to: "/mcp-approvals", label: "Approvals", key: "a", icon: IconChecklist, scope: "approvals:read" },
  { to: "/settings", label: "Settings", key: "s", icon: IconSettings, scope: "settings:read" },
  { to: "/platform", label: "Businesses", key: "b", icon: IconBuildingSkyscraper, scope: "platform:admin" },
] as const;

/** Customers and drivers have the scopes for their own things; these pages show the business's. */
const OF_THE_BUSINESS: readonly string[] = ["/", "/plan", "/drivers"];

/** What this account may open; the service decides again on every request. */
export function placesOf(me: Me) {
  // Drivers work with the driver app.
  if (me.user.role === "driver") return [];
  const inside = isInside(me);
  return PLACES.filter(
    ({ to, scope }) => me.permissions.includes(scope) && (inside || !OF_THE_BUSINESS.includes(to)),
  );
}

/** Its address was typed or sent by somebody else: the rail does not lead there. */
export function isBarred(me: Me, pathname: string): boolean {
  return (
    !isInside(me) &&
    OF_THE_BUSINESS.some((to) => to !== "/" && (pathname === to || pathname.startsWith(`${to}/`)))
  );
}
