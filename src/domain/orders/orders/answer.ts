/** Response of a command on one order: the order after the command. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ORDER_STATUSES } from "./lifecycle/status.ts";
import { isOnReleasedRoute, type OrderRow } from "./records/order.ts";
import { loadParcels } from "./records/parcel.ts";
import { OrderDetail, toOrderDetail } from "./shapes.ts";

export const CommandAnswer = Type.Object(
  {
    result: Type.Boolean(),
    order_id: Ref("order", Type.Integer()),
    status: StringEnum(ORDER_STATUSES, { description: "The status after the command." }),
    version: Type.Integer(),
    order: OrderDetail,
  },
  { $id: "OrderCommandAnswer" },
);

export async function buildCommandAnswer(context: Context<never>, order: OrderRow) {
  const { db, business_id, actor } = context;
  const [parcels, on_released_route] = await Promise.all([
    loadParcels(db, business_id, [order.id]),
    isOnReleasedRoute(context, order),
  ]);
  return {
    result: true,
    order_id: order.id,
    status: order.status,
    version: order.version,
    order: toOrderDetail(order, parcels, { actor, on_released_route }),
  };
}
