/** One item with its facts, its history, its decisions and what may be done about it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ItemRecords, loadRecords, NO_RECORDS } from "../load-records.ts";
import { messages } from "../messages.ts";
import { DECISION_COLUMNS, type ShownDecision } from "../records/attention-decision.ts";
import { ITEM_COLUMNS, type ShownRow } from "../records/attention-item.ts";
import { AttentionItem, buildItem, Decision } from "../shapes.ts";

export const getDispatchItem = defineOperation({
  name: "dispatchItem",
  summary: "Get an item of the dispatch board",
  access: { scopes: ["dispatch:read"] },
  rest: { method: "GET", path: "/api/v1/dispatch/items/{item_id}" },
  localised: true,
  input: Type.Object({ item_id: Ref("attention_item") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    item: AttentionItem,
    records: ItemRecords,
    suggested_actions: Type.Array(
      Type.Object({
        operation: Type.String(),
        input: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
      }),
      { description: "Operations that may help, with the members of their input that follow from the item." },
    ),
    decisions: Type.Array(Decision),
    history: Type.Array(
      Type.Object({
        event_id: Type.Integer(),
        kind: Type.String(),
        recorded_at: Timestamp,
        actor_id: Nullable(Ref("account")),
        payload: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
      }),
      { description: "Events of the item, oldest first." },
    ),
  }),

  async run(context, { item_id }) {
    const { db, business_id, attention, refuse } = context;
    const [row, decisions, history] = await Promise.all([
      db.row<ShownRow>(`select ${ITEM_COLUMNS} from attention_item where business_id = $1 and id = $2`, [
        business_id,
        item_id,
      ]),
      db.rows<ShownDecision>(
        `select ${DECISION_COLUMNS} from attention_decision d where d.business_id = $1 and d.item_id = $2 order by d.id`,
        [business_id, item_id],
      ),
      db.rows<{
        event_id: number;
        kind: string;
        recorded_at: string;
        actor_id: number | null;
        payload: Record<string, unknown>;
      }>(
        `select id as event_id, kind, recorded_at, actor_id, payload from event
          where business_id = $1 and subject_type = 'attention_item' and subject_id = $2 order by seq`,
        [business_id, String(item_id)],
      ),
    ]);
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_item });
    return {
      result: true,
      version: row.version,
      item: buildItem(context, row),
      records: (await loadRecords(context, [row])).get(row.id) ?? NO_RECORDS,
      suggested_actions: (attention.get(row.kind)?.actions ?? []).map(({ operation, input }) => ({
        operation,
        input: input(row),
      })),
      decisions,
      history,
    };
  },
});
