/** A scan or report that no transition of the order allows. It ends when the goods arrive after it, or the fact is voided. */
import { defineAttention } from "#operation/define/attention.ts";
import { buildMessage } from "#operation/response/language.ts";
import { afterAnyChange, afterFact, ENDED_SINCE, findFacts } from "../lifecycle/attention.ts";

export const unexpectedFact = defineAttention({
  kind: "unexpected_fact",
  severity: "warning",
  subject: "order",
  title: buildMessage(
    "Reported out of sequence",
    "上报与订单状态不符",
    "回報與訂單狀態不符",
    "Signalé hors séquence",
    "Außer der Reihe gemeldet",
    "Notificado fuera de secuencia",
    "Informado fora da sequência",
    "想定外の順序の報告",
    "순서에 맞지 않는 보고",
  ),
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
