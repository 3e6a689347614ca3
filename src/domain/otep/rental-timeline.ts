/** The timeline of a rental, in full for the business's people, redacted for its renter. */
import { eventsOfTimeline } from "#domain/tracking/public.ts";
import type { Context } from "#operation/context.ts";
import { numberOfRental } from "./ingest/subjects.ts";
import { seesAll, type View, type ViewOptions, viewOf } from "./view.ts";

/** Undefined while nothing was told of it. */
export async function viewOfRental(
  context: Pick<Context, "actor" | "db" | "business_id" | "now" | "settings">,
  rental_id: number,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const number = numberOfRental(rental_id);
  const events = await eventsOfTimeline(context.db, context.business_id, [number]);
  return viewOf(context, events, number, {
    ...options,
    full: seesAll(context.actor, context.business_id),
    shown_files: new Set(),
  });
}
