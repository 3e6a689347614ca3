/** A carrier reported an order that was on hold or on a route of the business. It ends when the order leaves that route. */
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange, afterFact, findFacts } from "../lifecycle/attention.ts";

export const externalFactConflict = defineAttention({
  kind: "external_fact_conflict",
  severity: "warning",
  record_kind: "order",
  title: titles.external_fact_conflict,
  opens_after: afterFact("external_fact_conflict"),
  clears_after: afterAnyChange,
  actions: [
    {
      operation: "clientRouteOrders",
      input: ({ subject_id, route_id }) => ({ route_id, remove: [subject_id] }),
    },
  ],
  find: (search, ids) =>
    findFacts(
      search,
      ids,
      "external_fact_conflict",
      "e.payload->'state'->>'route_id' is not null and o.route_id is distinct from (e.payload->'state'->>'route_id')::bigint",
    ),
});
