/** The manifests of all families, found by folder, and what an account sees of them. */
import type { Me } from "../api/session.ts";
import { translateManifest } from "../language/manifest-words.ts";
import {
  type Manifest,
  type Manifests,
  type NavigationEntry,
  type PlainAddress,
  SETTINGS_GROUPS,
  type SettingsSection,
} from "../manifest.ts";
import { inOrder, isFor, selectPages } from "./navigation.ts";

const FOUND = import.meta.glob<Manifest>("../pages/*/*/manifest.ts", { eager: true, import: "manifest" });

export const MANIFESTS: readonly Manifest[] = Object.values(FOUND).map(translateManifest);

type Types = NonNullable<Manifests[keyof Manifests]["types"]>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Addresses of the pages and the types of their queries. */
export type InsidePages = Intersection<Types["inside"]>;
export type PublicPages = Intersection<Types["public"]>;

type Address = PlainAddress<InsidePages>;

const NAVIGATION = MANIFESTS.flatMap(({ navigation }) => navigation);

export const PUBLIC_NAVIGATION = inOrder(
  MANIFESTS.flatMap(({ public_navigation }) => public_navigation),
) as readonly NavigationEntry<PlainAddress<PublicPages>>[];

/** Sections of the settings that this account may open, by group. */
export function listSections(me: Me): readonly SettingsSection[] {
  const sections = MANIFESTS.flatMap(({ settings }) => settings).filter((section) => isFor(me, section));
  return SETTINGS_GROUPS.flatMap((group) => inOrder(sections.filter((section) => section.group === group)));
}

/** Pages of the navigation that this account may open. */
export const listPages = (me: Me) => selectPages(MANIFESTS, me) as readonly NavigationEntry<Address>[];

/**
 * Whether the role of the account may not open the page at this path. The rail has no link to it, so the path was
 * typed or shared.
 */
export function isPageForbidden(me: Me, pathname: string): boolean {
  return NAVIGATION.some(
    ({ to, roles }) =>
      to !== "/" &&
      roles !== undefined &&
      !roles.includes(me.user.role) &&
      (pathname === to || pathname.startsWith(`${to}/`)),
  );
}
