/** The timeline of a rental, full for the business's people, redacted for its renter. */
import { buildView, hasFullView, type View, type ViewOptions } from "#domain/integration/otep/public.ts";
import {
  findPublicReferences,
  loadTimelineEvents,
  referenceKey,
  withPublicSubjects,
} from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { buildRentalNumber } from "./records/storage-rental.ts";

/** Undefined if it has no events. */
export async function loadRentalView(
  context: Pick<Context, "actor" | "db" | "business_id" | "now" | "settings">,
  rental_id: number,
  options: ViewOptions = {},
): Promise<View | undefined> {
  const number = buildRentalNumber(rental_id);
  const full = hasFullView(context.actor, context.business_id);
  const stored_events = await loadTimelineEvents(context.db, context.business_id, [number]);
  const rental = { id: String(rental_id), scheme: "rental_id" } as const;
  const public_references = full ? undefined : await findPublicReferences(context, stored_events, [rental]);
  const events =
    public_references === undefined
      ? stored_events
      : withPublicSubjects(stored_events, rental, public_references);
  return buildView(context, events, number, {
    ...options,
    full,
    shown_files: new Set(),
    public_reference: (reference) => public_references?.has(referenceKey(reference)) === true,
  });
}
