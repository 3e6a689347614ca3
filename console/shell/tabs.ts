import type { NavigationEntry } from "../manifest.ts";
import type { ShownArea } from "./areas.ts";

const TABS = 4;

/**
 * The tabs at the bottom of a phone: the pages that ask for it, then the first page of each area, then any. All in
 * the order of the navigation.
 */
export function selectTabs<Entry extends NavigationEntry>(
  areas: readonly ShownArea<Entry>[],
): readonly Entry[] {
  const pages = areas.flatMap((area) => area.pages);
  const first = areas.flatMap((area) => area.pages.slice(0, 1));
  const tab_pages = new Set([...pages.filter(({ on_phone }) => on_phone), ...first, ...pages]);
  const tabs = [...tab_pages].slice(0, TABS);
  return pages.filter((page) => tabs.includes(page));
}
