/** What settings ask of the families that keep what is set, and tell them. */
import { defineTopic } from "#operation/define/topic.ts";
import type { Place } from "#vocabulary/place.ts";

/** An address of a depot without coordinates; the answer has them where somebody knows them. Asked outside transactions. */
export const depotPositionRequested = defineTopic<{ place: Place }, Place>(
  "settings.depot_position_requested",
);

/** The address of the depot is set; null: the business has no depot from now on. The business is locked. */
export const depotChanged = defineTopic<{ place: Place | null }>("settings.depot_changed");

/** Whether this is a range of tracking numbers of the business that gives numbers. */
export const activeRangeRequested = defineTopic<{ range_id: number }, boolean>(
  "settings.active_range_requested",
);
