/** Decide about up to 500 items at once, snooze, reopen or assign them. Each is decided on its own; a refused one is unchanged. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import type { Message } from "#operation/response/messages.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listAssignees } from "../assignees.ts";
import { messages } from "../messages.ts";
import { assignItems, ITEM_STATES, lockItems } from "../records/attention-item.ts";
import { changeStates, readSnoozeEnd, refusalToChange, STATE_MESSAGES, type StateChange } from "../states.ts";

const BULK_MAX = 500;

export const changeDispatchItemsBulk = defineOperation({
  name: "dispatchItemsBulkActivity",
  summary: "Decide, snooze, reopen or assign many items of the dispatch board",
  description: "Recording a decision runs nothing: the caller runs the operation, before or after.",
  access: { scopes: ["dispatch:write"] },
  rest: { method: "POST", path: "/api/v1/dispatch/items/bulk-activity" },
  localised: true,
  input: Type.Object({
    item_ids: Type.Array(Ref("attention_item"), { minItems: 1, maxItems: BULK_MAX }),
    activity: StringEnum(["decide", "snooze", "reopen", "assign"] as const),
    action: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "To decide: one of `suggested_actions`; nothing is to be done when absent.",
      }),
    ),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, pattern: "\\S", description: "Required to decide." }),
    ),
    until: Type.Optional({ ...Timestamp, description: "Required to snooze." }),
    employee_id: Type.Optional(
      Nullable(Ref("employee", { ...Id, description: "Required to assign: as for one item; null: nobody." })),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one item was changed." }),
    ...bulkMembers,
    items: Type.Array(
      Type.Object({
        item_id: Ref("attention_item"),
        result: Type.Boolean(),
        state: Nullable(StringEnum(ITEM_STATES, { description: "Its state now; null when there is none." })),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
      { description: "One entry per item, in the sequence of the request." },
    ),
  }),

  async run(context, { item_ids, activity, action, reason, until, employee_id }) {
    const { attention, now, refuse, say } = context;
    const missing = (field: string, message: Message) =>
      refuse("invalid_request", { message: refusals.invalid_request, errors: [{ field, message }] });
    let change: StateChange | { trigger: "assign"; employee_id: number | null } = { trigger: "reopen" };
    if (activity === "decide") {
      if (reason === undefined) throw missing("reason", messages.required_to_decide);
      change = { trigger: "decide", reason, ...(action === undefined ? {} : { action }) };
    } else if (activity === "snooze") {
      if (until === undefined) throw missing("until", messages.required_to_snooze);
      const end = readSnoozeEnd(until, now);
      if (end === undefined) throw missing("until", messages.too_late);
      change = { trigger: "snooze", until: end };
    } else if (activity === "assign") {
      if (employee_id === undefined) throw missing("employee_id", messages.required_to_assign);
      if (employee_id !== null && (await listAssignees(context, [employee_id])).length === 0)
        throw missing("employee_id", messages.unknown_assignee);
      change = { trigger: "assign", employee_id };
    }
    const ids = [...new Set(item_ids)];
    const items = await lockItems(context, ids);
    const refused = new Map(
      [...items.values()].map((item) => [
        item.id,
        refusalToChange(
          item,
          change,
          (attention.get(item.kind)?.actions ?? []).map(({ operation }) => operation),
        ),
      ]),
    );
    const accepted = [...items.values()].filter(({ id }) => refused.get(id) === null);
    const rows =
      change.trigger === "assign"
        ? await assignItems(context, accepted, change.employee_id)
        : (await changeStates(context, accepted, change)).rows;
    const after = new Map(rows.map((row) => [row.id, row.state]));
    const results = ids.map((item_id) => {
      const refusal = refused.get(item_id);
      const message =
        refusal === undefined ? messages.unknown_item : refusal === null ? null : STATE_MESSAGES[refusal];
      return {
        item_id,
        result: refusal === null,
        state: after.get(item_id) ?? items.get(item_id)?.state ?? null,
        error_code: refusal === undefined ? "NOT_FOUND" : (refusal?.toUpperCase() ?? null),
        message: message === null ? null : say(message),
      };
    });
    return { ...bulkAnswer(results, ({ item_id }) => item_id), items: results };
  },
});
