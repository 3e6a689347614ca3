/** Query of the page of a fleet: `?date=2026-11-23&tab=members`. */
import { readDate } from "../../../parts/search-params.ts";

const TABS = ["calendar", "hours", "members"] as const;
export type FleetTab = (typeof TABS)[number];

export function readFleetSearch(search: Record<string, unknown>): { date?: string; tab?: FleetTab } {
  const tab = TABS.find((one) => one === search["tab"]);
  return { ...readDate(search), ...(tab === undefined ? {} : { tab }) };
}
