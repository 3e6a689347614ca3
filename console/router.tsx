/** Every address of the console. Pages are loaded when they are first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { ApiError, onExpired } from "./api/client.ts";
import { queries } from "./api/queries.ts";
import { meQuery } from "./api/session.ts";
import { token } from "./api/token.ts";
import { readOrderFilters } from "./pages/orders/filters.ts";
import { readRentalFilters } from "./pages/rentals/filters.ts";
import { NotFound, PageFailure } from "./shell/not-found.tsx";
import { placesOf } from "./shell/places.ts";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({ notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { next?: string } =>
    typeof search["next"] === "string" && search["next"].startsWith("/") && !search["next"].startsWith("//")
      ? { next: search["next"] }
      : {},
  component: lazyRouteComponent(() => import("./pages/sign-in/sign-in.tsx"), "SignIn"),
});

const track = createRoute({
  getParentRoute: () => root,
  path: "/track",
  component: lazyRouteComponent(() => import("./pages/tracking/ask.tsx"), "AskNumber"),
});

const trackNumber = createRoute({
  getParentRoute: () => root,
  path: "/track/$number",
  component: lazyRouteComponent(() => import("./pages/tracking/tracking.tsx"), "Tracking"),
});

const otep = createRoute({
  getParentRoute: () => root,
  path: "/otep",
  validateSearch: (search): { mode?: "document" | "number"; number?: string; format?: string } => ({
    ...(search["mode"] === "document" || search["mode"] === "number" ? { mode: search["mode"] } : {}),
    // A number of digits only was read as a number.
    ...(["string", "number"].includes(typeof search["number"]) ? { number: String(search["number"]) } : {}),
    ...(typeof search["format"] === "string" ? { format: search["format"] } : {}),
  }),
  component: lazyRouteComponent(() => import("./pages/playground/playground.tsx"), "Playground"),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (token.get() === null) throw redirect({ to: "/sign-in", search: { next: location.href } });
    try {
      await queries.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        throw redirect({ to: "/sign-in", search: { next: location.href } });
      }
      throw error;
    }
  },
});

/** `?date=2026-11-20` */
function readDate(search: Record<string, unknown>): { date?: string } {
  const { date } = search;
  return typeof date === "string" && /^\d{4}-\d\d-\d\d$/.test(date) ? { date } : {};
}

const page = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, React.FC>>, name),
  });

const dated = <const Path extends string>(
  path: Path,
  load: () => Promise<Record<string, unknown>>,
  name: string,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: readDate,
    component: lazyRouteComponent(load as () => Promise<Record<string, React.FC>>, name),
  });

const today = createRoute({
  getParentRoute: () => inside,
  path: "/",
  validateSearch: readDate,
  beforeLoad: async () => {
    const places = placesOf(await queries.ensureQueryData(meQuery));
    if (places[0] !== undefined && places[0].to !== "/") throw redirect({ to: places[0].to });
  },
  component: lazyRouteComponent(() => import("./pages/today/today.tsx"), "Today"),
});

const orders = createRoute({
  getParentRoute: () => inside,
  path: "/orders",
  validateSearch: readOrderFilters,
  component: lazyRouteComponent(() => import("./pages/orders/orders.tsx"), "Orders"),
});

const rentals = createRoute({
  getParentRoute: () => inside,
  path: "/rentals",
  validateSearch: readRentalFilters,
  component: lazyRouteComponent(() => import("./pages/rentals/rentals.tsx"), "Rentals"),
});

const plan = createRoute({
  getParentRoute: () => inside,
  path: "/plan",
  validateSearch: (search): { date?: string; run?: number } => ({
    ...readDate(search),
    ...(Number.isInteger(search["run"]) ? { run: search["run"] as number } : {}),
  }),
  component: lazyRouteComponent(() => import("./pages/plan/plan.tsx"), "Plan"),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/settings/$section",
  component: lazyRouteComponent(() => import("./pages/settings/settings.tsx"), "Settings"),
});

const tree = root.addChildren([
  signIn,
  track,
  trackNumber,
  otep,
  inside.addChildren([
    today,
    orders,
    page("/orders/$order_id", () => import("./pages/orders/order.tsx"), "Order"),
    plan,
    dated("/routes", () => import("./pages/routes/routes.tsx"), "Routes"),
    page("/routes/$route_id", () => import("./pages/routes/route.tsx"), "Route"),
    rentals,
    page("/rentals/$rental_id", () => import("./pages/rentals/rental.tsx"), "Rental"),
    page("/drivers", () => import("./pages/drivers/drivers.tsx"), "Drivers"),
    page("/drivers/$driver_id", () => import("./pages/drivers/driver.tsx"), "Driver"),
    createRoute({
      getParentRoute: () => inside,
      path: "/settings",
      beforeLoad: () => {
        throw redirect({ to: "/settings/$section", params: { section: "business" } });
      },
    }),
    settings,
    page("/contractors", () => import("./pages/contractors/contractors.tsx"), "Contractors"),
    page("/contractors/$contractor_id", () => import("./pages/contractors/contractor.tsx"), "OneContractor"),
    page("/mcp-approvals", () => import("./pages/approvals/approvals.tsx"), "Approvals"),
    page("/platform", () => import("./pages/platform/platform.tsx"), "Platform"),
    page("/platform-apps", () => import("./pages/apps/platform-apps.tsx"), "PlatformApps"),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
});

onExpired(() => {
  token.clear();
  const next = router.state.location.href;
  queries.clear();
  if (!next.startsWith("/sign-in")) void router.navigate({ to: "/sign-in", search: { next } });
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
