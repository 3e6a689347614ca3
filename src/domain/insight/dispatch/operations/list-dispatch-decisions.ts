/** What was decided, by whom, and what came of it; newest first. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { DECISION_COLUMNS, type ShownDecision } from "../records/attention-decision.ts";
import { ITEM_COLUMNS, type ShownRow } from "../records/attention-item.ts";
import { AttentionItem, buildItem, Decision } from "../shapes.ts";

export const listDispatchDecisions = defineList({
  name: "dispatchDecisions",
  summary: "List decisions about items of the dispatch board",
  access: { scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/decisions" },
  localised: true,
  filters: { date: filter(CalendarDate) },
  rows: {
    decisions: Type.Array(
      Type.Object({
        ...Decision.properties,
        item: AttentionItem,
      }),
    ),
  },
  from: "attention_decision d",
  columns: `${DECISION_COLUMNS}, (select to_jsonb(i) from (select ${ITEM_COLUMNS} from attention_item
    where business_id = $1 and id = d.item_id) i) as item`,
  order: byId("d.id"),
  sorted_within: "d.business_id",
  build: ({ item, ...decision }: ShownDecision & { item: ShownRow }, context) => ({
    ...decision,
    item: buildItem(context, item),
  }),
});
