/** Take no push messages on one of the caller's devices any more. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";

export const removePushDevice = defineOperation({
  name: "pushDeviceRemove",
  summary: "Remove a device for push messages",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "DELETE", path: "/api/v1/push/devices/{device_id}" },
  localised: true,
  input: Type.Object({ device_id: Ref("push_device") }),
  output: Type.Object({ result: Type.Boolean() }),

  async run({ db, business_id, actor, refuse, emit }, { device_id }) {
    const row = await db.row<{ account_id: number }>(
      "delete from push_device where business_id = $1 and id = $2 and account_id = $3 returning account_id",
      [business_id, device_id, actor.account_id],
    );
    if (row === undefined) throw refuse("not_found", { message: messages.unknown_device });
    emit({ subject: { type: "push_device", id: device_id }, kind: "push_device.removed", payload: row });
    return { result: true };
  },
});
