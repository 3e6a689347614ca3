/** The browser of a recipient takes the notifications about an order no more. Again, it changes nothing. Source: our choice. */
import { hash } from "node:crypto";
import Type from "typebox";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { LINK_OPERATIONS, SUBJECT } from "../link.ts";

export const removeSharedPush = defineOperation({
  name: LINK_OPERATIONS.unsubscribe,
  summary: "Disable notifications in this browser by a link",
  access: { roles: [], scopes: [], link: SUBJECT },
  rest: { method: "POST", path: "/api/v1/shared/tracking/push/remove" },
  localised: true,
  input: Type.Object({ endpoint: Type.String({ minLength: 10, maxLength: 2000 }) }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ db, business_id, actor, emit }, { endpoint }) {
    const order_id = getLinkedId(actor, SUBJECT);
    const row = await db.row<{ id: number }>(
      "delete from notification_push where business_id = $1 and order_id = $2 and endpoint_hash = $3 returning id",
      [business_id, order_id, hash("sha256", endpoint, "buffer")],
    );
    if (row !== undefined)
      emit({
        subject: { type: "notification_push", id: row.id },
        kind: "notification.push_removed",
        payload: { order_id },
      });
    return { result: true };
  },
});
