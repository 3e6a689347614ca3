/** Runs an operation about items with the decision recorded first, so that the end of their cause cannot overtake it. */
import { changeItems, type Item } from "./queries.ts";
import { text } from "./text.ts";

export interface Decision {
  /** The operation that is run; nothing is to be done when absent. */
  action?: string;
  reason: string;
}

/** `refusedOrders` are orders that the operation left as they were: their items are opened again. */
export async function runDecided<Answer>(
  items: readonly Pick<Item, "id" | "order_id">[],
  decision: Decision,
  run: () => Promise<Answer>,
  refusedOrders: (answer: Answer) => readonly (number | null)[] = () => [],
): Promise<Answer> {
  const ids = items.map(({ id }) => id);
  const { done, errors } = await changeItems(ids, { activity: "decide", ...decision });
  if (done === 0) throw new Error(errors[0]?.message ?? text.act.decided_meanwhile);
  const reopen = (again: readonly number[]) =>
    again.length === 0 ? undefined : changeItems(again, { activity: "reopen" });
  try {
    const answer = await run();
    const refused = new Set(refusedOrders(answer));
    await reopen(items.filter(({ order_id }) => refused.has(order_id)).map(({ id }) => id));
    return answer;
  } catch (error) {
    await reopen(ids);
    throw error;
  }
}
