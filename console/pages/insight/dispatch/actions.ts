/** The actions of an item and of a group. Pure. */
import type { Attention, CommandAction, Item, ItemAction } from "./define-attention.ts";

/** Whether the item has the record that the action is about. */
function applies(action: ItemAction, item: Item): boolean {
  if (action.do === "command") return item.order_id !== null;
  if (action.do === "driver") return item.route_id !== null;
  if (action.do === "open") return action.page(item) !== null;
  return action.applies?.(item) ?? true;
}

export const listActions = (kinds: Attention, item: Item): ItemAction[] =>
  (kinds[item.kind]?.actions ?? []).filter((action) => applies(action, item));

/** Actions of a whole group: those of orders. */
export const listGroupActions = (kinds: Attention, kind: string): CommandAction[] =>
  (kinds[kind]?.actions ?? []).filter((action) => action.do === "command");
