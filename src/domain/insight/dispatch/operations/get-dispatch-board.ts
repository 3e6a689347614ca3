/**
 * The dispatch board: items that need a dispatcher, counted by kind, newest first. What is observed, no forecasts.
 *
 * Source: docs/contract/rest.md, "Dispatch"; filters and counts are our choice.
 */

import Type from "typebox";
import { SEVERITIES } from "#operation/define/attention.ts";
import { defineList, parameter } from "#operation/define/list.ts";
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { BY_ID } from "#vocabulary/cursor-page.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { ItemRecords, loadRecords, NO_RECORDS } from "../load-records.ts";
import { ITEM_COLUMNS, ITEM_STATES, type ShownRow } from "../records/attention-item.ts";
import { AttentionItem, buildItem, getTitle } from "../shapes.ts";

const Word = Type.String({ minLength: 1, maxLength: 40, pattern: "^[a-z_]+$" });

const RECORD = `($date::date is null or date = $date) and ($subject_type::text is null or subject_type = $subject_type)
  and ($subject_id::bigint is null or subject_id = $subject_id) and ($order_id::bigint is null or order_id = $order_id) and ($route_id::bigint is null or route_id = $route_id)
  and ($assigned_to::bigint is null or assigned_to = $assigned_to) and ($is_assigned::boolean is null or (assigned_to is not null) = $is_assigned)
  and ($handler::bigint is null or assigned_to = $handler)
  and ($warehouse_id::bigint is null or case when order_id is not null
    then exists (select from delivery_order o where o.business_id = $1 and o.id = attention_item.order_id and o.origin_warehouse_id = $warehouse_id)
    else exists (select from route r where r.business_id = $1 and r.id = attention_item.route_id and r.start_warehouse_id = $warehouse_id) end)`;
const LISTED = `${RECORD} and state = $state and ($kind::text is null or kind = $kind) and ($severity::text is null or severity = $severity)`;
const FILTER = `${LISTED} and ($per_kind::int is null or id in (
  select newest.id from (select id, row_number() over (partition by kind order by id desc) as place
    from attention_item where business_id = $1 and ${LISTED}) newest
  where newest.place <= $per_kind))`;

interface Group {
  kind: string;
  severity: (typeof SEVERITIES)[number];
  open: number;
  snoozed: number;
  oldest_since: string | null;
}

/** What of the input is bound as it is given, or null. */
const BOUND = [
  "date",
  "subject_type",
  "subject_id",
  "order_id",
  "route_id",
  "assigned_to",
  "is_assigned",
  "warehouse_id",
  "kind",
  "severity",
  "per_kind",
] as const;

export const getDispatchBoard = defineList({
  name: "dispatchBoard",
  summary: "Get the dispatch board",
  description:
    "What needs a dispatcher today: counts of each kind of open and snoozed item, and the items in one state, newest first.",
  access: { scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/board" },
  localised: true,
  filters: {
    state: parameter(StringEnum(ITEM_STATES, { description: "`open` by default." })),
    kind: parameter(Word),
    severity: parameter(StringEnum(SEVERITIES)),
    per_kind: parameter(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: "Only the newest items of each kind, this many of each.",
      }),
    ),
    date: parameter(
      Type.String({ ...CalendarDate, description: "Items since this day, in the business's time zone." }),
    ),
    subject_type: parameter(Word),
    subject_id: parameter(NoRef("of the type that subject_type says", Id)),
    order_id: parameter(Ref("order")),
    route_id: parameter(Ref("route")),
    assigned_to: parameter(
      Ref("employee", { ...Id, description: "Items that this employee or administrator handles." }),
    ),
    mine: parameter(Type.Boolean({ description: "True for items that the caller handles." })),
    is_assigned: parameter(
      Type.Boolean({ description: "True for items that somebody handles, false for items of nobody." }),
    ),
    warehouse_id: parameter(
      Ref("warehouse", {
        ...Id,
        description: "Items of orders that start at this warehouse, and of routes that start there.",
      }),
    ),
  },
  rows: { items: Type.Array(Type.Object({ ...AttentionItem.properties, records: ItemRecords })) },
  below: {
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
  },
  from: "attention_item",
  columns: ITEM_COLUMNS,
  where: FILTER,
  order: BY_ID,
  sorted_within: "business_id",
  values: ({ actor }, input) => ({
    ...Object.fromEntries(BOUND.map((name) => [name, input[name] ?? null])),
    handler: input.mine === true ? actor.account_id : null,
    state: input.state ?? "open",
  }),
  async buildAll(rows: readonly ShownRow[], context) {
    const records = await loadRecords(context, rows);
    return rows.map((row) => ({
      ...buildItem(context, row),
      records: records.get(row.id) ?? NO_RECORDS,
    }));
  },
  async readBeside(context, { query }) {
    const groups = await query<Group>(
      `select kind, severity, count(*) filter (where state = 'open') as open, count(*) filter (where state = 'snoozed') as snoozed,
         min(since) filter (where state = 'open') as oldest_since
       from attention_item where business_id = $1 and ${RECORD} and state in ('open', 'snoozed') group by kind, severity
       order by array_position(array['critical', 'warning', 'info'], severity), kind`,
    );
    return { groups: groups.map((group) => ({ ...group, title: getTitle(context, group.kind) })) };
  },
});
