/** Routes of the console: the pages of all manifests. A page is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { ApiError, onSessionExpired } from "./api/client.ts";
import { queryClient } from "./api/queries.ts";
import { meQuery } from "./api/session.ts";
import { signedInFlag } from "./api/signed-in.ts";
import { followAccount, offerLanguages } from "./language/language.ts";
import { loadWithTexts } from "./language/texts.ts";
import type { Page, Pages } from "./manifest.ts";
import { loadAccount } from "./offline/remembered.ts";
import { withDroppedNote } from "./parts/dropped-note.tsx";
import { recordDropped } from "./parts/dropped-params.ts";
import { setUnits } from "./parts/format.ts";
import { framed } from "./parts/page.tsx";
import { areIds } from "./parts/path-ids.ts";
import { parseSearchValue } from "./parts/search-params.ts";
import { findLanding } from "./shell/areas.ts";
import { listLanguagesAt } from "./shell/driver-languages.ts";
import { Layout } from "./shell/layout.tsx";
import { type InsidePages, listAppsAt, listAreas, MANIFESTS, type PublicPages } from "./shell/manifests.ts";
import { NoSuchPage, NotFound, PageFailure } from "./shell/not-found.tsx";

const root = createRootRoute({
  notFoundComponent: NotFound,
  beforeLoad: ({ location }) => offerLanguages(listLanguagesAt(location.pathname)),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: Layout,
  beforeLoad: async ({ location }) => {
    const sign_in = () => redirect({ to: "/sign-in", search: { next: location.href } });
    if (!signedInFlag.get()) throw sign_in();
    const is_app = listAppsAt(location.pathname).length > 0;
    const account = is_app ? loadAccount(queryClient) : queryClient.ensureQueryData(meQuery);
    const me = await account.catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 401 ? sign_in() : error;
    });
    setUnits(me.business?.locale);
    await followAccount(me.user.locale);
    if (location.pathname !== "/") return;
    const landing = findLanding(listAreas(me), me);
    if (landing !== undefined && landing.to !== "/") throw redirect({ to: landing.to });
  },
});

/** The types of the parameters are those of each path, and are not known here. */
function refuseOtherIds(match: unknown): void {
  if (!areIds((match as { params: Record<string, string> }).params)) throw notFound();
}

/** How a page becomes a route. */
function buildOptions(path: string, page: Page) {
  if ("redirect" in page) {
    return {
      beforeLoad: () => {
        // The address of a page with its parameters filled in; the type of `to` knows only the pattern.
        throw redirect({ to: page.redirect as "/" });
      },
    };
  }
  return {
    staticData: { title: page.title },
    loader: refuseOtherIds,
    notFoundComponent: NoSuchPage,
    component: lazyRouteComponent(async () => {
      const component = await loadWithTexts(page.load);
      const body = page.about === undefined ? component : framed(component, page.about);
      return { default: withDroppedNote(body, path) };
    }),
  };
}

/**
 * Reads the query of a page. The router adds what is returned to what was given, so a member that the page does not
 * know is set to undefined, which also takes it out of the address. A page that reads no query leaves it alone.
 */
function buildSearch<Search>(path: string, page: Page): (search: Record<string, unknown>) => Search {
  const read = "redirect" in page ? undefined : page.search;
  if (read === undefined) return (search) => search as Search;
  return (search) => {
    recordDropped(path, search, read.findDropped(search));
    const nothing = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...nothing, ...read(search) } as Search;
  };
}

const publicPage = <Path extends string, Search>(path: Path, page: Page) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: buildSearch<Search>(path, page),
    ...buildOptions(path, page),
  });

const insidePage = <Path extends string, Search>(path: Path, page: Page) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: buildSearch<Search>(path, page),
    ...buildOptions(path, page),
  });

type PublicRoutes = {
  [Path in keyof PublicPages & string]: ReturnType<typeof publicPage<Path, PublicPages[Path]>>;
};
type InsideRoutes = {
  [Path in keyof InsidePages & string]: ReturnType<typeof insidePage<Path, InsidePages[Path]>>;
};

function buildRoutes(listed: readonly Pages[], build: (path: string, page: Page) => unknown): object {
  return Object.fromEntries(
    listed.flatMap((pages) => Object.entries(pages).map(([path, page]) => [path, build(path, page)])),
  );
}

const public_routes = buildRoutes(
  MANIFESTS.map(({ public_pages }) => public_pages),
  publicPage,
) as PublicRoutes;
const inside_routes = buildRoutes(
  MANIFESTS.map(({ pages }) => pages),
  insidePage,
) as InsideRoutes;

const tree = root.addChildren({ ...public_routes, inside: inside.addChildren(inside_routes) });

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  parseSearch: parseSearchWith(parseSearchValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseSearchValue),
  defaultErrorComponent: PageFailure,
});

onSessionExpired(() => {
  signedInFlag.clear();
  const next = router.state.location.href;
  queryClient.clear();
  if (!next.startsWith("/sign-in")) void router.navigate({ to: "/sign-in", search: { next } });
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: string;
  }
}
