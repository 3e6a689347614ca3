/** Puts what the recipient asked for into effect, by the commands that a dispatcher has. */
import {
  type CommandRefusal,
  changeOrders,
  commandOrders,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Choice } from "./rules.ts";

/** Why an order moved to another day, in its events. */
const RECIPIENT_REASON = "recipient_request";

export interface RequestedChoice {
  choice: Choice;
  text: string;
  scheduled_date: string | null;
}

export type Applied = { order: OrderRow; refusal: null } | { refusal: CommandRefusal };

/** The order is locked. A refusal is that of the command, and nothing was changed. */
export async function applyChoice(
  context: Context<never>,
  order: OrderRow,
  requested: RequestedChoice,
): Promise<Applied> {
  const { choice, text, scheduled_date } = requested;
  if (choice === "contact") return { order, refusal: null };
  if (choice === "day") {
    if (scheduled_date === null) throw new Error("A request for another day names none.");
    const next = { scheduled_date };
    const [result] = await commandOrders(
      context,
      [order.id],
      order.status === "FAILED_ATTEMPT"
        ? { trigger: "reattempt", reason: RECIPIENT_REASON, next }
        : { trigger: "reschedule", reason: RECIPIENT_REASON, next },
    );
    if (result === undefined || result.order === undefined) return { refusal: "not_found" };
    return result.refusal === null ? { order: result.order, refusal: null } : { refusal: result.refusal };
  }
  const { note = null, leave = null } = order.recipient_preferences ?? {};
  const details = text;
  const [after] = await changeOrders(context, [
    {
      order,
      set: {
        recipient_preferences:
          choice === "note" ? { note: text, leave } : { note, leave: { at: choice, details } },
      },
      kind: "order.recipient_preferences_changed",
      payload: { reason: choice },
      tracking: null,
    },
  ]);
  return { order: after ?? order, refusal: null };
}
