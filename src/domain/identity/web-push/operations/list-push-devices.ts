/** The caller's own devices that take push messages. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";

export const listPushDevices = defineOperation({
  name: "pushDevices",
  summary: "List own devices for push messages",
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "GET", path: "/api/v1/push/devices" },
  output: Type.Object({
    result: Type.Boolean(),
    devices: Type.Array(
      Type.Object({
        device_id: Ref("push_device"),
        name: Type.String(),
        service: Type.String({ description: "Host of the push service." }),
        created_at: Timestamp,
      }),
      { description: "Newest first." },
    ),
  }),

  async run({ db, business_id, actor }) {
    const devices = await db.rows<{ device_id: number; name: string; endpoint: string; created_at: string }>(
      `select id as device_id, name, endpoint, created_at from push_device
        where business_id = $1 and account_id = $2 order by id desc limit 20`,
      [business_id, actor.account_id],
    );
    return {
      result: true,
      devices: devices.map(({ endpoint, ...device }) => ({
        ...device,
        service: URL.parse(endpoint)?.host ?? "",
      })),
    };
  },
});
