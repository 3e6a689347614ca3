/** Changes of the states of items, one or many in one transaction: decide, snooze, reopen. */
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import { parseEpochMs } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import { insertDecisions, type ShownDecision, withdrawDecisions } from "./records/attention-decision.ts";
import { type ShownRow, SNOOZE_END, saveStates } from "./records/attention-item.ts";

const SNOOZE_MAX_MS = 30 * 24 * 3600 * 1000;

type StateRefusal = "item_cleared" | "item_decided" | "item_open" | "unknown_action";

export const STATE_MESSAGES: Record<StateRefusal, Message> = {
  item_cleared: messages.item_cleared,
  item_decided: messages.item_decided,
  item_open: messages.item_open,
  unknown_action: messages.unknown_action,
};

export type StateChange =
  | { trigger: "decide"; action?: string; reason: string }
  | { trigger: "snooze"; until: Date }
  | { trigger: "reopen" };

/** Why an item cannot change this way; null when it can. `actions` are the operations suggested for its kind. */
export function refusalToChange(
  item: Pick<ShownRow, "state" | "cleared_at">,
  change: StateChange | { trigger: "assign" },
  actions: readonly string[],
): StateRefusal | null {
  if (item.cleared_at !== null) return "item_cleared";
  if (change.trigger === "reopen") return item.state === "open" ? "item_open" : null;
  if (item.state === "decided") return "item_decided";
  if (change.trigger === "decide" && change.action !== undefined && !actions.includes(change.action))
    return "unknown_action";
  return null;
}

/** The end of a snooze; undefined for a time that has passed or is too far ahead. */
export function readSnoozeEnd(until: string, now: Date): Date | undefined {
  const at = parseEpochMs(until);
  if (at === undefined || at <= now.getTime() || at > now.getTime() + SNOOZE_MAX_MS) return undefined;
  return new Date(at);
}

/** Writes a change that none of these locked items refuses; the rows after it, and the decisions made. */
export async function changeStates(
  context: Context<never>,
  items: readonly ShownRow[],
  change: StateChange,
): Promise<{ rows: ShownRow[]; decisions: ShownDecision[] }> {
  if (items.length === 0) return { rows: [], decisions: [] };
  const { emit, due } = context;
  const ids = items.map(({ id }) => id);
  const decisions = change.trigger === "decide" ? await insertDecisions(context, ids, change) : [];
  const decision_ids = new Map(decisions.map(({ item_id, id }) => [item_id, id]));
  if (change.trigger === "reopen") await withdrawDecisions(context, ids);
  for (const item of items) {
    if (item.state === "snoozed" && change.trigger !== "snooze") due.clear(SNOOZE_END, item.id);
    if (change.trigger === "snooze") due.set(SNOOZE_END, item.id, change.until);
    const of = { subject: { type: "attention_item", id: item.id }, before: { state: item.state } } as const;
    if (change.trigger === "decide")
      emit({
        ...of,
        kind: "attention.decided",
        payload: {
          kind: item.kind,
          decision_id: decision_ids.get(item.id) ?? 0,
          action: change.action ?? null,
        },
        after: { state: "decided" },
      });
    else if (change.trigger === "snooze")
      emit({
        ...of,
        kind: "attention.snoozed",
        payload: { until: change.until.toISOString() },
        after: { state: "snoozed" },
      });
    else
      emit({
        ...of,
        kind: "attention.reopened",
        payload: { reason: "by_person" },
        after: { state: "open" },
      });
  }
  const state = { decide: "decided", snooze: "snoozed", reopen: "open" } as const;
  const rows = await saveStates(
    context,
    ids,
    state[change.trigger],
    change.trigger === "snooze" ? change.until : null,
  );
  return { rows, decisions };
}
