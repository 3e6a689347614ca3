/** The manifests of all families, found by folder, and what an account sees of them. */
import { isStaff, type Me } from "../api/session.ts";
import {
  type Audience,
  type Manifest,
  type Manifests,
  type NavigationEntry,
  type PlainAddress,
  SETTINGS_GROUPS,
  type SettingsSection,
} from "../manifest.ts";

const FOUND = import.meta.glob<Manifest>("../pages/*/*/manifest.ts", { eager: true, import: "manifest" });

export const MANIFESTS: readonly Manifest[] = Object.values(FOUND);

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

const inOrder = <Entry extends { order: number }>(entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.order - b.order);

const NAVIGATION = inOrder(
  MANIFESTS.flatMap(({ navigation }) => navigation),
) as readonly NavigationEntry<Address>[];

export const PUBLIC_NAVIGATION = inOrder(
  MANIFESTS.flatMap(({ public_navigation }) => public_navigation),
) as readonly NavigationEntry<PlainAddress<PublicPages>>[];

export function isFor(me: Me, { permission, roles, module }: Audience): boolean {
  return (
    (permission === undefined || me.permissions.includes(permission)) &&
    (roles === undefined || roles.includes(me.user.role)) &&
    (module === undefined || me.modules.includes(module))
  );
}

/** Sections of the settings that this account may open, by group. */
export function listSections(me: Me): readonly SettingsSection[] {
  const sections = MANIFESTS.flatMap(({ settings }) => settings).filter((section) => isFor(me, section));
  return SETTINGS_GROUPS.flatMap((group) => inOrder(sections.filter((section) => section.group === group)));
}

/** Pages of the navigation that this account may open. */
export function listPages(me: Me): readonly NavigationEntry<Address>[] {
  // Drivers use the driver app.
  if (me.user.role === "driver") return [];
  return NAVIGATION.filter((entry) => isFor(me, entry)).map((entry) =>
    entry.label_for_others === undefined || isStaff(me) ? entry : { ...entry, label: entry.label_for_others },
  );
}

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
