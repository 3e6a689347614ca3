/**
 * Take push messages on this device, for as long as the session lasts.
 *
 * A browser has one subscription; when another account signs in there and registers it, it is that account's.
 */
import { hash } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { saveDevice } from "../records/push-device.ts";
import { PushSubscription } from "../subscription.ts";

const DEVICES_MAX = 20;

export const registerPushDevice = defineOperation({
  name: "pushDeviceRegister",
  summary: "Register this device for push messages",
  destructive: false,
  access: { roles: TENANT_ROLES, scopes: [] },
  rest: { method: "POST", path: "/api/v1/push/devices", status: 201 },
  localised: true,
  input: Type.Object({
    ...PushSubscription,
    name: Type.Optional(Type.String({ maxLength: 80, description: "What its owner calls it." })),
  }),
  output: Type.Object({ result: Type.Boolean(), device_id: Ref("push_device") }),
  refusals: { invalid_subscription: "invalid", too_many_devices: "conflict" },

  async prepare({ providers, settings, refuse }, { endpoint, keys }) {
    if (!providers.push.of(settings.secret_key).accepts({ endpoint, ...keys }))
      throw refuse("invalid_subscription", { message: messages.invalid_subscription });
    return undefined;
  },

  async run(context, { endpoint, keys, name = "" }) {
    const { db, business_id, actor, refuse, emit } = context;
    const { account_id, token_id } = actor;
    if (account_id === null || token_id === null) throw refuse("forbidden");
    // One account's devices are counted by one call at a time.
    await db.execute("select from account where id = $1 for no key update", [account_id]);
    const endpoint_hash = hash("sha256", endpoint, "buffer");
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from push_device where business_id = $1 and account_id = $2 and endpoint_hash <> $3",
      [business_id, account_id, endpoint_hash],
    );
    if ((counted?.n ?? 0) >= DEVICES_MAX)
      throw refuse("too_many_devices", { message: messages.too_many_devices });
    const row = await saveDevice(context, {
      account_id,
      token_id,
      name: name.trim(),
      endpoint,
      endpoint_hash,
      ...keys,
    });
    emit({
      subject: { type: "push_device", id: row.id, is_new: row.is_new },
      kind: "push_device.registered",
      payload: { account_id },
    });
    return { result: true, device_id: row.id };
  },
});
