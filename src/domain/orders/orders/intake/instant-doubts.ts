/** Why no rider may take an order of the service `instant`, told when it is created, or gets another address. By order; nothing for other orders. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { OrderRow } from "../records/order.ts";
import { instantOrdersCreated } from "../topics.ts";
import { OrderDoubt, toOrderDoubt } from "./doubts.ts";

export const InstantDoubts = Type.Optional(
  Type.Array(OrderDoubt, {
    description:
      "Of an order for riders (service `instant`): its pickup or drop-off has no position or is outside all zones. The order is stored " +
      "all the same. Absent where there is no doubt.",
  }),
);

/** The member `doubts` of the answer about one order. */
export async function tellInstantDoubts(
  context: Context<never>,
  order: OrderRow,
): Promise<{ doubts?: OrderDoubt[] }> {
  const doubts = (await findInstantDoubts(context, [order])).get(order.id);
  return doubts === undefined ? {} : { doubts };
}

export async function findInstantDoubts(
  context: Context<never>,
  orders: readonly OrderRow[],
): Promise<Map<number, OrderDoubt[]>> {
  const waiting = orders.filter(({ service, status }) => service === "instant" && status === "NEW_ORDER");
  if (waiting.length === 0) return new Map();
  const answers = (await context.publish(instantOrdersCreated, { orders: waiting })).flat();
  const by_order = Map.groupBy(answers, ({ order_id }) => order_id);
  return new Map(
    [...by_order].map(([order_id, own_doubts]) => [
      order_id,
      own_doubts.map(({ field, code }) => toOrderDoubt(context, { field: `${field}/lat`, code })),
    ]),
  );
}
