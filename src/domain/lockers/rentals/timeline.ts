/** The timeline of a rental, full for the business's people, redacted for its renter. */
import { buildView, hasFullView, type View, type ViewOptions } from "#domain/integration/otep/public.ts";
import { loadTimelineEvents } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { buildRentalNumber } from "./rentals.ts";

/** Undefined if it has no events. */
export async function loadRentalView(
  context: Pick<Context, "actor" | "db" | "business_id" | "now" | "settings">,
  rental_id: number,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const number = buildRentalNumber(rental_id);
  const events = await loadTimelineEvents(context.db, context.business_id, [number]);
  return buildView(context, events, number, {
    ...options,
    full: hasFullView(context.actor, context.business_id),
    shown_files: new Set(),
  });
}
