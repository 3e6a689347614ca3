import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { defineSamples } from "#tests/support/samples.ts";
import { registerPushDevice } from "./operations/register-push-device.ts";

/** What a browser returns. */
function subscribe() {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: {
      p256dh: ecdh.getPublicKey().toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  };
}

export const samples = defineSamples({
  own_texts: ["public_key"],
  records: {
    push_device: async (fixture) =>
      (await fixture.people.client_admin.call(registerPushDevice, subscribe())).device_id,
  },
  operations: {
    pushDeviceRegister: { inputs: [() => subscribe()] },
  },
});
