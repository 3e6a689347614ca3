/** Tells settings whether a range of tracking numbers gives any. */
import { activeRangeRequested } from "#domain/identity/settings/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { isActiveRange } from "../number-ranges.ts";

export const checkRange = subscribe(activeRangeRequested, (context, { range_id }) =>
  isActiveRange(context, range_id),
);
