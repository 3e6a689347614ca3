/** What a command on one order answers: the order as it is now. */
import Type from "typebox";
import type { Context } from "#operation/context.ts";
import { Words } from "#vocabulary/basics.ts";
import { isOnReleasedRoute, parcelsOf } from "./rows.ts";
import { detailOf, OrderDetail } from "./shapes.ts";
import { ORDER_STATUSES } from "./status.ts";
import type { OrderRow } from "./tables.ts";

export const CommandAnswer = Type.Object(
  {
    result: Type.Boolean(),
    order_id: Type.Integer(),
    status: Words(ORDER_STATUSES, { description: "The status after the command." }),
    version: Type.Integer(),
    order: OrderDetail,
  },
  { $id: "OrderCommandAnswer" },
);

export async function answerOf({ db, business_id, actor }: Context<never>, order: OrderRow) {
  const [parcels, on_released_route] = await Promise.all([
    parcelsOf(db, business_id, [order.id]),
    isOnReleasedRoute(db, order),
  ]);
  return {
    result: true,
    order_id: order.id,
    status: order.status,
    version: order.version,
    order: detailOf(order, parcels, { is_customer: actor.role === "customer", on_released_route }),
  };
}
