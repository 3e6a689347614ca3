/** What should have been collected is overdue. */
import { defineDue } from "#operation/define/due.ts";
import { applyFact, COLLECTION_END, findReservationTarget } from "../state.ts";

export const endCollection = defineDue({
  kind: COLLECTION_END,

  async run(context, { subject }) {
    const target = await findReservationTarget(context, Number(subject));
    const ends_at = target?.reservation.collect_until;
    if (target === undefined || typeof ends_at !== "string" || Date.parse(ends_at) > context.now.getTime())
      return;
    await applyFact(context, target, "collection_ended");
  },
});
