/** What cancelling a label is called in its state: before a purchase, before a manifest, after it. */
import type { LabelOrder } from "./queries.ts";
import { text } from "./text.ts";

export function nameCancellation({ state }: Pick<LabelOrder, "state">): string {
  if (state === "LABEL_PURCHASE_FAILED" || state === "PURCHASING") return text.actions.cancel;
  return state === "MANIFESTED" || state === "REFUND_REJECTED" ? text.actions.refund : text.actions.void;
}
