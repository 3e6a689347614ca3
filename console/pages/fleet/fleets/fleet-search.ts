/** Query of the page of a fleet: `?date=2026-11-23&tab=members`. */
import { day, defineSearch, word } from "../../../parts/search-params.ts";

const TABS = ["calendar", "hours", "members"] as const;
export type FleetTab = (typeof TABS)[number];

export const readFleetSearch = defineSearch<{ date?: string; tab?: FleetTab }>({
  date: day(),
  tab: word(TABS),
});
