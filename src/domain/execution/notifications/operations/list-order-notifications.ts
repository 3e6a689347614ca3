/** List notifications to the recipient of an order, also deferred and suppressed ones with the reason; newest first. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { type NotificationWithMessage, toNotification, WITH_MESSAGE } from "../records/notification.ts";
import { Notification } from "../shapes.ts";

const LISTED = 100;

export const listOrderNotifications = defineOperation({
  name: "clientOrderNotifications",
  summary: "List notifications about an order",
  access: { scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/client/orders/{order_id}/notifications" },
  input: Type.Object({ order_id: Ref("order", OrderId) }),
  output: Type.Object({
    result: Type.Boolean(),
    cost_micros: Nullable(
      Type.Integer({ description: "Of all that are listed, millionths of the currency; null when unknown." }),
    ),
    notifications: Type.Array(Notification, { description: `The latest ${LISTED}.` }),
  }),

  async run({ db, business_id, refuse }, { order_id }) {
    const [order, rows] = await Promise.all([
      db.row("select from delivery_order where business_id = $1 and id = $2", [business_id, order_id]),
      db.rows<NotificationWithMessage>(
        `${WITH_MESSAGE} where n.business_id = $1 and n.order_id = $2 order by n.id desc limit ${LISTED}`,
        [business_id, order_id],
      ),
    ]);
    if (order === undefined) throw refuse("not_found", { message: messages.no_order });
    const costs = rows.flatMap(({ cost_micros }) => (cost_micros === null ? [] : [cost_micros]));
    return {
      result: true,
      cost_micros: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
      notifications: rows.map(toNotification),
    };
  },
});
