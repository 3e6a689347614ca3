import assert from "node:assert/strict";
import { test } from "node:test";
import { postMessage } from "#domain/execution/order-chat/operations/post-message.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { startPushService } from "#tests/support/web-push.ts";
import { getPushKey } from "./operations/get-push-key.ts";
import { listPushDevices } from "./operations/list-push-devices.ts";
import { registerPushDevice } from "./operations/register-push-device.ts";
import { removePushDevice } from "./operations/remove-push-device.ts";

const service = await testService();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
const push_service = await startPushService();

test("the driver's app gets order_chat_message, without what was written, while its session lasts", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const [order] = orders;
  const order_id = order?.id ?? 0;
  const [phone, tablet, stranger, desk] = ["phone", "tablet", "stranger", "desk"].map(push_service.device);
  assert.ok(phone && tablet && stranger && desk);
  await person.call(registerPushDevice, phone.registration);
  await person.call(registerPushDevice, tablet.registration);
  await (await business.driver()).person.call(registerPushDevice, stranger.registration);
  await business.as("employee")(registerPushDevice, desk.registration);
  await business.as("employee")(postMessage, { order_id, text: "The gate code is 4711." });
  await runQueued(service, "send-push");
  const message = {
    type: "order_chat_message",
    order_id,
    tracking_number: order?.tracking_number,
    message_seq: 1,
    author_role: "staff",
  };
  assert.deepEqual([phone.received, tablet.received], [[message], [message]]);
  assert.deepEqual([stranger.received, desk.received], [[], []]);

  await person.call(postMessage, { order_id, text: "Thanks" });
  await runQueued(service, "send-push");
  assert.equal(phone.received.length, 1, "nobody is told what he wrote himself");

  await service.system.execute("update access_token set revoked_at = now() where account_id = $1", [
    person.actor.account_id,
  ]);
  await business.as("employee")(postMessage, { order_id, text: "Still there?" });
  await runQueued(service, "send-push");
  assert.equal(phone.received.length, 1, "the session has ended");
});

test("a subscription that has ended is deleted, and a failure that passes is tried again", async () => {
  const business = await service.business();
  const { person, orders } = await createReleasedRoute(business);
  const order_id = orders[0]?.id ?? 0;
  const device = push_service.device("ended");
  await person.call(registerPushDevice, device.registration);
  device.status = 503;
  await business.as("employee")(postMessage, { order_id, text: "One" });
  await assert.rejects(runQueued(service, "send-push"), { failure: "vendor_failed" });
  assert.equal((await person.call(listPushDevices, {})).devices.length, 1);
  device.status = 410;
  await business.as("employee")(postMessage, { order_id, text: "Two" });
  await runQueued(service, "send-push");
  assert.deepEqual((await person.call(listPushDevices, {})).devices, []);
});

test("a subscription is one device: it moves with who signs in, and only its owner removes it", async () => {
  const business = await service.business();
  const [one, other] = [business.as("employee"), business.as("client_admin")];
  assert.equal(Buffer.from((await one(getPushKey, {})).public_key, "base64url").length, 65);
  const shared = push_service.device("shared").registration;
  const { device_id } = await one(registerPushDevice, shared);
  assert.equal((await one(registerPushDevice, shared)).device_id, device_id);
  assert.equal((await other(registerPushDevice, shared)).device_id, device_id);
  assert.deepEqual((await one(listPushDevices, {})).devices, []);
  assert.equal((await catchRefusal(one(removePushDevice, { device_id }))).kind, "not_found");
  assert.partialDeepStrictEqual((await other(listPushDevices, {})).devices, [
    { device_id, name: "shared", service: push_service.host },
  ]);
  await other(removePushDevice, { device_id });
  const wrong = { ...shared, keys: { ...shared.keys, auth: "AAAAAAAAAAAAAAAAAAAAAAAAAAAA" } };
  assert.equal((await catchRefusal(one(registerPushDevice, wrong))).code, "invalid_subscription");
});

test("twenty devices an account, however many register at once", async () => {
  const business = await service.business();
  const { http } = await business.person("employee");
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      http("POST", "/api/v1/push/devices", push_service.device(`many-${index}`).registration),
    ),
  );
  const accepted_count = answers.filter(({ status }) => status === 201).length;
  assert.deepEqual([accepted_count, answers.filter(({ status }) => status === 409).length], [20, 4]);
});
