/** Stop following a shipment: one that the caller's account follows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";

export const removeWatch = defineOperation({
  name: "trackingWatchRemove",
  summary: "Stop following a shipment",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "DELETE", path: "/api/v1/tracking/watches/{watch_id}" },
  input: Type.Object({ watch_id: Ref("watch") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ db, business_id, actor, now, refuse }, { watch_id }) {
    const row = await db.row(
      `update tracking_watch set state = 'ended', ended_at = $4
        where business_id = $1 and id = $2 and account_id = $3 and state = 'active' returning id`,
      [business_id, watch_id, actor.account_id, now],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.no_watch });
    return { result: true };
  },
});
