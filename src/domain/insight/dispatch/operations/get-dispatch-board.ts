/**
 * The dispatch board: items that need a dispatcher, counted by kind, newest first. What is observed, no forecasts.
 *
 * Source: docs/contract/rest.md, "Dispatch"; filters and counts are our choice.
 */
import Type from "typebox";
import { SEVERITIES } from "#operation/define/attention.ts";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BY_ID, buildWindow, CursorInput, CursorOutput } from "#vocabulary/cursor-page.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ItemRecords, loadRecords, NO_RECORDS } from "../load-records.ts";
import { ITEM_COLUMNS, ITEM_STATES, type ShownRow } from "../records/attention-item.ts";
import { AttentionItem, buildItem, getTitle } from "../shapes.ts";

const Word = Type.String({ minLength: 1, maxLength: 40, pattern: "^[a-z_]+$" });

const RECORD = `business_id = $1 and ($2::date is null or date = $2) and ($3::text is null or subject_type = $3)
  and ($4::bigint is null or subject_id = $4) and ($5::bigint is null or order_id = $5) and ($6::bigint is null or route_id = $6)
  and ($7::bigint is null or assigned_to = $7) and ($8::boolean is null or (assigned_to is not null) = $8)
  and ($9::bigint is null or assigned_to = $9)
  and ($10::bigint is null or case when order_id is not null
    then exists (select from delivery_order o where o.business_id = $1 and o.id = attention_item.order_id and o.origin_warehouse_id = $10)
    else exists (select from route r where r.business_id = $1 and r.id = attention_item.route_id and r.start_warehouse_id = $10) end)`;
const LISTED = `${RECORD} and state = $11 and ($12::text is null or kind = $12) and ($13::text is null or severity = $13)`;
const FILTER = `${LISTED} and ($14::int is null or id in (
  select newest.id from (select id, row_number() over (partition by kind order by id desc) as place
    from attention_item where ${LISTED}) newest
  where newest.place <= $14))`;

interface Group {
  kind: string;
  severity: (typeof SEVERITIES)[number];
  open: number;
  snoozed: number;
  oldest_since: string | null;
}

export const getDispatchBoard = defineOperation({
  name: "dispatchBoard",
  summary: "Get the dispatch board",
  description:
    "What needs a dispatcher today: counts of each kind of open and snoozed item, and the items in one state, newest first.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/board" },
  localised: true,
  input: Type.Object({
    ...CursorInput,
    state: Type.Optional(StringEnum(ITEM_STATES, { description: "`open` by default." })),
    kind: Type.Optional(Word),
    severity: Type.Optional(StringEnum(SEVERITIES)),
    per_kind: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: "Only the newest items of each kind, this many of each.",
      }),
    ),
    date: Type.Optional(
      Type.String({ ...CalendarDate, description: "Items since this day, in the business's time zone." }),
    ),
    subject_type: Type.Optional(Word),
    subject_id: Type.Optional(NoRef("of the type that subject_type says", Id)),
    order_id: Type.Optional(Ref("order")),
    route_id: Type.Optional(Ref("route")),
    assigned_to: Type.Optional(
      Ref("employee", { ...Id, description: "Items that this employee or administrator handles." }),
    ),
    mine: Type.Optional(Type.Boolean({ description: "True for items that the caller handles." })),
    is_assigned: Type.Optional(
      Type.Boolean({ description: "True for items that somebody handles, false for items of nobody." }),
    ),
    warehouse_id: Type.Optional(
      Ref("warehouse", {
        ...Id,
        description: "Items of orders that start at this warehouse, and of routes that start there.",
      }),
    ),
  }),
  output: Type.Object({
    ...CursorOutput,
    items: Type.Array(Type.Object({ ...AttentionItem.properties, records: ItemRecords })),
    groups: Type.Array(
      Type.Object({
        kind: Type.String(),
        title: Type.String(),
        severity: StringEnum(SEVERITIES),
        open: Count,
        snoozed: Count,
        oldest_since: Nullable(Timestamp),
      }),
      {
        description:
          "Kinds with open or snoozed items of the same day, subject, order, route, assignee and warehouse; critical ones first.",
      },
    ),
  }),

  async run(context, input) {
    const { db, business_id, actor } = context;
    const record = [
      business_id,
      input.date ?? null,
      input.subject_type ?? null,
      input.subject_id ?? null,
      input.order_id ?? null,
      input.route_id ?? null,
      input.assigned_to ?? null,
      input.is_assigned ?? null,
      input.mine === true ? actor.account_id : null,
      input.warehouse_id ?? null,
    ];
    const values = [
      ...record,
      input.state ?? "open",
      input.kind ?? null,
      input.severity ?? null,
      input.per_kind ?? null,
    ];
    const window = buildWindow(input, BY_ID, { condition: FILTER, values, sorted_within: "business_id" });
    const [{ rows, paging }, groups] = await Promise.all([
      readListPage<ShownRow>(
        db,
        window,
        `select ${ITEM_COLUMNS} from attention_item where ${FILTER}${window.sql}`,
        countRows(db, `from attention_item where ${FILTER}`, values),
      ),
      db.rows<Group>(
        `select kind, severity, count(*) filter (where state = 'open') as open, count(*) filter (where state = 'snoozed') as snoozed,
           min(since) filter (where state = 'open') as oldest_since
         from attention_item where ${RECORD} and state in ('open', 'snoozed') group by kind, severity
         order by array_position(array['critical', 'warning', 'info'], severity), kind`,
        record,
      ),
    ]);
    const records = await loadRecords(context, rows);
    return {
      ...paging,
      items: rows.map((row) => ({ ...buildItem(context, row), records: records.get(row.id) ?? NO_RECORDS })),
      groups: groups.map((group) => ({ ...group, title: getTitle(context, group.kind) })),
    };
  },
});
