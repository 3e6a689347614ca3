/** Send a logged delivery again: the same event, with the same id, as a delivery of its own. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import {
  buildDelivery,
  DELIVERY_COLUMNS,
  DELIVERY_TABLES,
  type ListedDelivery,
  repeatDeliveries,
} from "../records/webhook-delivery.ts";
import { Delivery } from "../shapes.ts";

interface Row {
  event_id: number | null;
  next_at: string | null;
  endpoint_state: string | null;
  removed_at: string | null;
}

export const replayWebhookDelivery = defineOperation({
  name: "webhookDeliveryReplay",
  summary: "Repeat a webhook delivery",
  description:
    "Sends a logged webhook again by the id of its delivery. The event keeps its `webhook-id`, so a receiver that has processed it " +
    "can ignore it; the repetition is a delivery of its own, with its own retries.",
  destructive: false,
  access: { roles: ["client_admin", "employee"], scopes: ["webhooks:write"] },
  rest: { method: "POST", path: "/api/v1/webhooks/deliveries/{webhook_delivery_id}/replay", status: 202 },
  mcp: { developer: "replay_webhook_delivery" },
  input: Type.Object({ webhook_delivery_id: Ref("webhook_delivery") }),
  output: Type.Object({ result: Type.Boolean(), delivery: Delivery }),
  refusals: {
    endpoint_disabled: "conflict",
    endpoint_removed: "conflict",
    still_waiting: "conflict",
    test_not_repeated: "conflict",
  },

  async run(context, { webhook_delivery_id }) {
    const { db, business_id, refuse } = context;
    const row = await db.row<Row>(
      `select d.event_id, d.next_at, e.state as endpoint_state, e.removed_at from ${DELIVERY_TABLES}
       where d.business_id = $1 and d.id = $2 for no key update of d`,
      [business_id, webhook_delivery_id],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_delivery });
    if (row.event_id === null) throw refuse("test_not_repeated", { message: messages.test_not_repeated });
    if (row.removed_at !== null) throw refuse("endpoint_removed", { message: messages.endpoint_removed });
    if (row.endpoint_state === "DISABLED")
      throw refuse("endpoint_disabled", { message: messages.endpoint_disabled });
    if (row.next_at !== null) throw refuse("still_waiting", { message: messages.still_waiting });
    const [id] = await repeatDeliveries(context, [webhook_delivery_id]);
    const created_delivery = await db.row<ListedDelivery>(
      `select ${DELIVERY_COLUMNS} from ${DELIVERY_TABLES} where d.business_id = $1 and d.id = $2`,
      [business_id, id],
    );
    if (created_delivery === undefined) throw new Error("The delivery was just written.");
    return { result: true, delivery: buildDelivery(created_delivery) };
  },
});
