/**
 * Record what was decided about an item: one of its suggested operations, or that there is nothing to do. It runs nothing:
 * the caller runs the operation, before or after, and its events on the records of the item are its results.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { recordResults, SNOOZE_END } from "../look.ts";
import { messages } from "../messages.ts";
import { lockItem, saveState } from "../rows.ts";
import { DECISION_COLUMNS, Decision, ItemAnswer, type ShownDecision } from "../shapes.ts";

export const decideDispatchItem = defineOperation({
  name: "dispatchItemDecide",
  summary: "Decide about an item of the dispatch board",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/decide" },
  localised: true,
  input: Type.Object({
    item_id: Id,
    action: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "One of `suggested_actions`; nothing is to be done when absent.",
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" }),
  }),
  output: Type.Object({ ...ItemAnswer.properties, decision: Decision }),
  refusals: { item_decided: "conflict", item_cleared: "conflict", unknown_action: "invalid" },

  async run(context, { item_id, action, reason }) {
    const { db, business_id, actor, now, attention, refuse, say, emit, due } = context;
    const item = await lockItem(context, item_id);
    if (item.cleared_at !== null) throw refuse("item_cleared", { message: messages.item_cleared });
    if (item.state === "decided") throw refuse("item_decided", { message: messages.item_decided });
    const suggested = attention.get(item.kind)?.actions.some(({ operation }) => operation === action);
    if (action !== undefined && suggested !== true) {
      throw refuse("unknown_action", {
        message: messages.unknown_action,
        errors: [{ field: "action", message: say(messages.unknown_action) }],
      });
    }
    const inserted = await db.row<{ id: number }>(
      `insert into attention_decision (business_id, item_id, action, reason, decided_by, decided_at, date)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        business_id,
        item_id,
        action ?? null,
        reason.trim(),
        actor.account_id,
        now,
        toLocalDate(now, actor.business?.time_zone ?? "UTC"),
      ],
    );
    await recordResults(context, [item_id]);
    const decision = await db.row<ShownDecision>(
      `select ${DECISION_COLUMNS} from attention_decision d where d.business_id = $1 and d.id = $2`,
      [business_id, inserted?.id],
    );
    if (decision === undefined) throw new Error("A decision that was inserted has no row.");
    if (item.state === "snoozed") due.clear(SNOOZE_END, item_id);
    emit({
      subject: { type: "attention_item", id: item_id },
      kind: "attention.decided",
      payload: { kind: item.kind, decision_id: decision.id, action: action ?? null },
      before: { state: item.state },
      after: { state: "decided" },
    });
    return { ...(await saveState(context, item, "decided")), decision };
  },
});
