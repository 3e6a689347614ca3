/** The hash chains of events. */
import { findBrokenLink } from "#operation/records/events.ts";
import type { Db } from "#platform/db/db.ts";

/** Subjects with an event that does not match the hash of the one before it, of one business or of all. */
export async function findBrokenChains(system: Db, business_id: number | null = null): Promise<string[]> {
  const events = await system.rows<
    NonNullable<ReturnType<typeof findBrokenLink>> & { business_id: number; seq: number }
  >(
    "select * from event where $1::int is null or business_id = $1 order by business_id, subject_type, subject_id, seq",
    [business_id],
  );
  const chains = Map.groupBy(
    events,
    (event) => `${event.business_id} ${event.subject_type} ${event.subject_id}`,
  );
  return [...chains].filter(([, chain]) => findBrokenLink(chain) !== undefined).map(([subject]) => subject);
}
