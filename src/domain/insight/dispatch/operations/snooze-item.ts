/** Put an item off until a time, at which it opens again unless its cause is gone. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Timestamp } from "#vocabulary/basics.ts";
import { parseEpochMs } from "#vocabulary/calendar.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { SNOOZE_END } from "../look.ts";
import { messages } from "../messages.ts";
import { lockItem, saveState } from "../rows.ts";
import { ItemAnswer } from "../shapes.ts";

const SNOOZE_MAX_MS = 30 * 24 * 3600 * 1000;

export const snoozeDispatchItem = defineOperation({
  name: "dispatchItemSnooze",
  summary: "Snooze an item of the dispatch board",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/{item_id}/snooze" },
  localised: true,
  input: Type.Object({ item_id: Id, until: Timestamp }),
  output: ItemAnswer,
  refusals: { item_decided: "conflict", item_cleared: "conflict", too_late: "invalid" },

  async run(context, { item_id, until }) {
    const { now, refuse, say, emit, due } = context;
    const item = await lockItem(context, item_id);
    if (item.cleared_at !== null) throw refuse("item_cleared", { message: messages.item_cleared });
    if (item.state === "decided") throw refuse("item_decided", { message: messages.item_decided });
    const at = parseEpochMs(until);
    if (at === undefined || at <= now.getTime() || at > now.getTime() + SNOOZE_MAX_MS) {
      throw refuse("too_late", {
        message: messages.too_late,
        errors: [{ field: "until", message: say(messages.too_late) }],
      });
    }
    const end = new Date(at);
    due.set(SNOOZE_END, item_id, end);
    emit({
      subject: { type: "attention_item", id: item_id },
      kind: "attention.snoozed",
      payload: { until: end.toISOString() },
      before: { state: item.state },
      after: { state: "snoozed" },
    });
    return saveState(context, item, "snoozed", end);
  },
});
