/** A scan or report that no transition of the order allows. It ends when the goods arrive after it, or the fact is voided. */
import { defineAttention } from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";
import { afterAnyChange, afterFact, ENDED_SINCE, findFacts } from "../lifecycle/attention.ts";

export const unexpectedFact = defineAttention({
  kind: "unexpected_fact",
  severity: "warning",
  record_kind: "order",
  title: titles.unexpected_fact,
  opens_after: afterFact("unexpected_fact"),
  clears_after: afterAnyChange,
  actions: [
    {
      operation: "clientOrderVoidEvent",
      input: ({ subject_id, facts }) => ({ order_id: subject_id, seq: facts["seq"] }),
    },
    {
      operation: "clientOrdersBulkActivity",
      input: ({ subject_id }) => ({ order_ids: [subject_id], activity: "hold" }),
    },
  ],
  find: (search, ids) => findFacts(search, ids, "unexpected_fact", ENDED_SINCE),
});
