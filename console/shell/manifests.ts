/** The manifests of all families, found by folder, and what an account sees of them. */
import { ACCESS } from "virtual:page-access";
import { grantAccess } from "../access.ts";
import type { Me } from "../api/session.ts";
import { translateManifest } from "../language/manifest-words.ts";
import {
  type FieldApp,
  type FoundRecord,
  type Manifest,
  type Manifests,
  type NavigationEntry,
  type PlainAddress,
  SETTINGS_GROUPS,
  type SettingsSection,
} from "../manifest.ts";
import { findEntry, type ShownArea, selectAreas } from "./areas.ts";
import { findRecord, inOrder, isFor, selectReachable } from "./navigation.ts";

const MANIFEST_MODULES = import.meta.glob<Manifest>("../pages/*/*/manifest.ts", {
  eager: true,
  import: "manifest",
});

export const MANIFESTS: readonly Manifest[] = Object.values(MANIFEST_MODULES).map((manifest) =>
  translateManifest(grantAccess(manifest, ACCESS)),
);

type Types = NonNullable<Manifests[keyof Manifests]["types"]>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Addresses of the pages and the types of their queries. */
export type InsidePages = Intersection<Types["inside"]>;
export type PublicPages = Intersection<Types["public"]>;

export type Entry = NavigationEntry<PlainAddress<InsidePages> | PlainAddress<PublicPages>>;

const NAVIGATION = MANIFESTS.flatMap(({ navigation }) => navigation);
const PUBLIC = MANIFESTS.flatMap(({ public_navigation }) => public_navigation) as readonly Entry[];

const APP_PAGES = MANIFESTS.flatMap(({ pages }) =>
  Object.entries(pages).flatMap(([to, page]) =>
    "apps" in page && page.apps !== undefined ? [{ to, apps: page.apps }] : [],
  ),
);

/** The apps that have the page at this path. */
export function listAppsAt(pathname: string): readonly FieldApp[] {
  const entries = APP_PAGES.map((page) => ({
    ...page,
    label: "",
    icon: () => null,
    order: 0,
    area: "now" as const,
  }));
  const listed = [{ id: "now", label: "", icon: () => null, to: "/", pages: entries }] as const;
  return findEntry(listed, pathname)?.entry.apps ?? [];
}

const PATHS_IN_ALL_LANGUAGES = MANIFESTS.flatMap(({ pages, public_pages }) =>
  Object.entries({ ...pages, ...public_pages }).flatMap(([path, page]) =>
    "in_all_languages" in page && page.in_all_languages === true ? [path.split("/")] : [],
  ),
);

/** Whether the texts of the page at this path are in all languages. */
export function isInAllLanguages(pathname: string): boolean {
  const segments = pathname.split("/");
  return PATHS_IN_ALL_LANGUAGES.some(
    (path) =>
      path.length === segments.length &&
      path.every((part, index) => part.startsWith("$") || part === segments[index]),
  );
}

/** The page of a record; the types of the address and its query are those of each page. */
export const findRecordPage = (me: Me, type: string, id: number | string) =>
  findRecord(MANIFESTS, me, type, id) as { to: "/" } | undefined;

/** Those whose page this account may open, each with where it is. */
export const listReachable = (me: Me, records: readonly FoundRecord[]) =>
  selectReachable(MANIFESTS, me, records) as { record: FoundRecord; target: { to: "/" } }[];

/** Whether the page is one for everybody, without the rail. */
export const isPublic = (to: string) => PUBLIC.some((entry) => entry.to === to);

/** Pages for everybody that are not in the navigation of this account. */
export const listOtherPublic = (me: Me): readonly Entry[] => PUBLIC.filter((entry) => !isFor(me, entry));

/** Sections of the settings that this account may open, by group. */
export function listSections(me: Me): readonly SettingsSection[] {
  const sections = MANIFESTS.flatMap(({ settings }) => settings).filter((section) => isFor(me, section));
  return SETTINGS_GROUPS.flatMap((group) => inOrder(sections.filter((section) => section.group === group)));
}

/** The areas of the navigation that this account sees, each with its pages. */
export const listAreas = (me: Me) => selectAreas(MANIFESTS, me) as readonly ShownArea<Entry>[];

/** Pages of the navigation that this account may open. */
export const listPages = (me: Me): readonly Entry[] => listAreas(me).flatMap(({ pages }) => pages);

/**
 * Whether the account may not open the page at this path. The rail has no link to it, so the path was typed or
 * shared.
 */
export function isPageForbidden(me: Me, pathname: string): boolean {
  const listed = [{ id: "now", label: "", icon: () => null, to: "/", pages: NAVIGATION }] as const;
  const to = findEntry(listed, pathname)?.entry.to;
  if (to === undefined || to === "/") return false;
  // Roles may have entries of their own for one page.
  return NAVIGATION.filter((entry) => entry.to === to).every((entry) => !isFor(me, entry));
}
