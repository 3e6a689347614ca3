/** Looks for the causes of the records that events concern. */
import type { Affected, AttentionKind } from "#operation/define/attention.ts";
import { defineConsumer } from "#operation/define/consumer.ts";
import type { EventKind } from "#operation/define/events.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { type CauseQuery, evaluateCauses } from "../evaluate-causes.ts";

export const readCauses = defineConsumer({
  name: "dispatch.read-causes",

  listKinds: ({ attention }) => [
    ...new Set(
      [...attention.values()].flatMap((kind) => [
        ...Object.keys(kind.opens_after),
        ...Object.keys(kind.clears_after),
      ]),
    ),
  ],

  async handle({ registry, transaction }, events) {
    const kinds = [...registry.attention.values()];
    for (const [business_id, own_events] of Map.groupBy(events, (event) => event.business_id)) {
      const queries = kinds.flatMap((kind) => buildQuery(kind, own_events) ?? []);
      if (queries.length > 0) await transaction(business_id, (context) => evaluateCauses(context, queries));
    }
  },
});

function buildQuery(
  { kind, opens_after, clears_after }: AttentionKind,
  events: readonly LoggedEvent[],
): CauseQuery | undefined {
  const record_ids = new Set<number>();
  const if_open = new Map<string, Affected>();
  for (const event of events) {
    for (const id of opens_after[event.kind as EventKind]?.(event) ?? []) record_ids.add(id);
    const affected = clears_after[event.kind as EventKind]?.(event);
    if (affected) if_open.set(JSON.stringify(affected), affected);
  }
  return record_ids.size === 0 && if_open.size === 0
    ? undefined
    : { kind, record_ids: [...record_ids], only_if_uncleared: [...if_open.values()] };
}
