/** The areas of the navigation: their labels, and which an account sees, with their pages. */
import {
  IconAddressBook,
  IconBolt,
  IconBuildingSkyscraper,
  IconBuildingWarehouse,
  IconChartBar,
  IconCode,
  IconCoins,
  IconPackage,
  IconRoute,
  IconSettings,
  IconTruck,
} from "#icons";
import type { Me } from "../api/session.ts";
import { AREAS, type Area, type Manifest, type NavigationEntry, STAFF } from "../manifest.ts";
import { inOrder, isFor } from "./navigation.ts";
import { text } from "./text.ts";

const ICONS: Record<Area, NavigationEntry["icon"]> = {
  now: IconBolt,
  orders: IconPackage,
  dispatch: IconRoute,
  network: IconBuildingWarehouse,
  fleet: IconTruck,
  customers: IconAddressBook,
  money: IconCoins,
  insight: IconChartBar,
  build: IconCode,
  settings: IconSettings,
  platform: IconBuildingSkyscraper,
};

export interface ShownArea<Entry extends NavigationEntry = NavigationEntry> {
  id: Area;
  /** Of the only page, for accounts that are not staff: an area of one page says nothing to them. */
  label: string;
  icon: Entry["icon"];
  /** The first page. */
  to: Entry["to"];
  /** In order; never empty. */
  pages: readonly Entry[];
}

/** The areas of which this account may open a page. */
export function selectAreas(
  manifests: readonly Pick<Manifest, "navigation" | "public_navigation">[],
  me: Me,
): readonly ShownArea[] {
  // Drivers see only the pages that are made for them.
  const is_driver = me.user.role === "driver";
  const is_staff = STAFF.some((role) => role === me.user.role);
  const entries = manifests
    .flatMap(({ navigation, public_navigation }) => [...navigation, ...public_navigation])
    .filter((entry) => isFor(me, entry) && (!is_driver || entry.roles?.includes("driver") === true));
  return AREAS.flatMap((id) => {
    const pages = inOrder(entries.filter(({ area }) => area === id));
    const [first] = pages;
    if (first === undefined) return [];
    const { label, icon } =
      pages.length === 1 && !is_staff ? first : { label: text.areas[id], icon: ICONS[id] };
    return [{ id, label, icon, to: first.to, pages }];
  });
}

/** Where the account starts; undefined when it has no page. */
export function findLanding<Entry extends NavigationEntry>(
  areas: readonly ShownArea<Entry>[],
  me: Me,
): Entry | undefined {
  const pages = areas.flatMap((area) => area.pages);
  const { role } = me.user;
  const [first] = pages
    .filter(({ landing }) => landing?.[role] !== undefined)
    .toSorted((a, b) => (a.landing?.[role] ?? 0) - (b.landing?.[role] ?? 0));
  return first ?? pages[0];
}

/** The entry whose page, or whose page's record, is at this address: of several the most specific. */
export function findEntry<Entry extends NavigationEntry>(
  areas: readonly ShownArea<Entry>[],
  pathname: string,
): { area: ShownArea<Entry>; entry: Entry } | undefined {
  return areas
    .flatMap((area) => area.pages.map((entry) => ({ area, entry })))
    .filter(({ entry: { to } }) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.entry.to.length - a.entry.to.length)[0];
}
