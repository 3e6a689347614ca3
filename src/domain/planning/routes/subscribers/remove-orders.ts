/** Removes held, cancelled and rerouted orders from their open routes. */
import { ordersLeaveRoutes } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { removeOrdersFromRoutes } from "../remove.ts";

export const removeOrders = subscribe(ordersLeaveRoutes, async (context, { order_ids, reason }) => {
  await removeOrdersFromRoutes(context, order_ids, reason);
});
