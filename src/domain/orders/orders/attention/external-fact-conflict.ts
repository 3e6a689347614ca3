/** A carrier reported an order that was on hold or on a route of the business. It ends when the order leaves that route. */
import { defineAttention } from "#operation/define/attention.ts";
import { buildMessage } from "#operation/response/language.ts";
import { afterAnyChange, afterFact, findFacts } from "../lifecycle/attention.ts";

export const externalFactConflict = defineAttention({
  kind: "external_fact_conflict",
  severity: "warning",
  subject: "order",
  title: buildMessage(
    "Reported by a carrier while planned or held",
    "已排线或暂停的订单被承运商上报",
    "已排線或暫停的訂單被承運商回報",
    "Signalé par un transporteur alors que planifié ou bloqué",
    "Von einem Frachtführer gemeldet, obwohl geplant oder angehalten",
    "Notificado por un transportista estando planificado o retenido",
    "Informado por uma transportadora estando planejado ou retido",
    "計画済みまたは保留中に運送会社から報告",
    "계획 또는 보류 중에 운송사가 보고",
  ),
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
