/** What was decided, by whom, and what came of it; newest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { DECISION_COLUMNS, type ShownDecision } from "../records/attention-decision.ts";
import { ITEM_COLUMNS, type ShownRow } from "../records/attention-item.ts";
import { AttentionItem, buildItem, Decision } from "../shapes.ts";

const FILTER = "d.business_id = $1 and ($2::date is null or d.date = $2)";
const SORT: readonly SortColumn[] = [{ sql: "d.id", member: "id", type: "bigint", descending: true }];

export const listDispatchDecisions = defineOperation({
  name: "dispatchDecisions",
  summary: "Decisions about items of the dispatch board",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/decisions" },
  localised: true,
  input: Type.Object({ ...CursorInput, date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    ...CursorOutput,
    decisions: Type.Array(
      Type.Object({
        ...Decision.properties,
        item: AttentionItem,
      }),
    ),
  }),

  async run(context, input) {
    const { db, business_id } = context;
    const values = [business_id, input.date ?? null];
    const window = buildWindow(input, SORT, {
      condition: FILTER,
      values,
      sorted_within: "d.business_id",
    });
    const { rows, paging } = await readListPage<ShownDecision & { item: ShownRow }>(
      db,
      window,
      `select ${DECISION_COLUMNS}, (select to_jsonb(i) from (select ${ITEM_COLUMNS} from attention_item
         where business_id = $1 and id = d.item_id) i) as item
       from attention_decision d where ${FILTER}${window.sql}`,
      countRows(db, `from attention_decision d where ${FILTER}`, values),
    );
    return {
      ...paging,
      decisions: rows.map(({ item, ...decision }) => ({ ...decision, item: buildItem(context, item) })),
    };
  },
});
