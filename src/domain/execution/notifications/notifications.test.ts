import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { updateMessaging } from "#domain/communication/messaging/operations/update-messaging.ts";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { runDue } from "#operation/due/run-due.ts";
import { buildConsumerContext } from "#operation/run/consumers.ts";
import { readPage, START_CURSOR } from "#platform/db/event-log.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { applyFact, createOrderUnderWay } from "#tests/support/orders.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { startSmsVendor } from "#tests/support/sms-provider.ts";
import { startPushService } from "#tests/support/web-push.ts";
import { listOrderNotifications } from "./operations/list-order-notifications.ts";
import { resendNotification } from "./operations/resend-notification.ts";
import { setNotificationRecipient } from "./operations/set-notification-recipient.ts";
import { setNotificationTemplate } from "./operations/set-notification-template.ts";
import { updateNotificationSettings } from "./operations/update-notification-settings.ts";
import type { Channel, NotificationEvent } from "./rules.ts";
import { tellPerson } from "./tell.ts";

const service = await testService();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
service.freezeClock();
const vendor = await startSmsVendor();
const push_service = await startPushService();

const PHONE = "+5561998765432";
const place = {
  name: "Clara Dias",
  phone: "61 99876-5432",
  email: "Clara@Example.com",
  line1: "Quadra 7",
  city: "Brasília",
  country: "BR",
  lat: -15.71,
  lng: -47.88,
};

/** A business that notifies of an event over some channels, through a vendor of text messages. */
async function businessThatTells(event: NotificationEvent, channels: Channel[], facts = {}) {
  const business = await service.business({ time_zone: "America/Sao_Paulo", ...facts });
  const { base_url, account, token, sender } = vendor.account;
  await business.as("client_admin")(updateMessaging, { sms: { account, token, sender, base_url } });
  await business.as("client_admin")(updateNotificationSettings, {
    rules: [{ event, order_type: "D", channels }],
    sms_segment_micros: 60_000,
  });
  return business;
}

/** The events of a business, as the consumer of the service gets them. */
async function readEvents(business: TestBusiness, runtime = service.runtime): Promise<void> {
  const consumer = runtime.registry.consumers.get("notifications.follow-orders");
  assert(consumer !== undefined);
  const kinds = consumer.listKinds(runtime.registry);
  const { events } = await readPage(runtime.pools.system, START_CURSOR, 1000, business.id, kinds);
  await consumer.handle(buildConsumerContext(runtime, consumer.name), events);
}

async function readLog(business: TestBusiness, order_id: number) {
  const { notifications } = await business.as("employee")(listOrderNotifications, { order_id });
  return notifications.map(({ event, channel, state, reason }) => [event, channel, state, reason]).reverse();
}

const sentTo = (phone: string) => vendor.messages.filter(({ to }) => to === phone).map(({ text }) => text);

test("an occurrence is told once over each channel, however often and by however many its events are read", async () => {
  const business = await businessThatTells("created", ["sms", "email"]);
  const order = await business.order({ dropoff: place });
  const other = await service.another();
  const before = sentTo(PHONE).length;
  await Promise.all([readEvents(business), readEvents(business, other.runtime), readEvents(business)]);
  await readEvents(business);
  await runQueued(service, "deliver-message");
  await runQueued(service, "deliver-message");
  assert.deepEqual(await readLog(business, order.id), [
    ["created", "sms", "sent", null],
    ["created", "email", "kept", null],
  ]);
  const [text, ...further] = sentTo(PHONE).slice(before);
  assert.deepEqual(further, []);
  // In the language of the recipient's country, with a link that opens the tracking and the recipient's choices.
  assert.match(text ?? "", new RegExp(`a encomenda ${order.tracking_number} está prevista`));
  const token = /#link=(\S+)/.exec(text ?? "")?.[1];
  const tracked = await service.http("GET", "/api/v1/shared/tracking", undefined, {
    authorization: `Bearer ${token}`,
  });
  assert.partialDeepStrictEqual(tracked.body, {
    tracking_number: order.tracking_number,
    shows: ["proofs", "position"],
    notifications: true,
  });
  const { cost_micros, notifications } = await business.as("employee")(listOrderNotifications, {
    order_id: order.id,
  });
  assert.equal(cost_micros, (notifications[1]?.segments ?? 0) * 60_000);
});

test("a run that fails midway is undone, and the next one sends", async () => {
  const business = await businessThatTells("created", ["email"]);
  const order = await business.order({ dropoff: place });
  const { owner } = service.runtime.pools;
  const name = `end_${business.id}`;
  // After the row of the notification, and before its message.
  await owner.query(`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'The process ends here.'; end $$`);
  await owner.query(`create trigger ${name} before insert on notification_link for each row
    when (new.business_id = ${business.id}) execute function ${name}()`);
  try {
    await assert.rejects(readEvents(business), /The process ends here/);
  } finally {
    await owner.query(`drop trigger ${name} on notification_link`);
    await owner.query(`drop function ${name}`);
  }
  assert.deepEqual(await readLog(business, order.id), []);
  await readEvents(business);
  assert.deepEqual(await readLog(business, order.id), [["created", "email", "kept", null]]);
});

test("quiet hours defer to their end across a change of clocks, and a restart in between loses nothing", async () => {
  const business = await businessThatTells("created", ["sms", "email"], { time_zone: "Europe/Berlin" });
  await business.as("client_admin")(updateNotificationSettings, {
    quiet_hours: { start: "21:00", end: "08:00", channels: ["sms"] },
  });
  const now = service.now();
  try {
    // Half past nine in the evening before clocks go back.
    service.setNow("2027-10-30T19:30:00Z");
    const phone = "+4915123456789";
    const order = await business.order({
      dropoff: { ...place, country: "DE", phone, lat: 52.52, lng: 13.4 },
    });
    await readEvents(business);
    assert.deepEqual(await readLog(business, order.id), [
      ["created", "sms", "deferred", null],
      ["created", "email", "kept", null],
    ]);
    const restarted = await service.another();
    service.setNow("2027-10-31T06:59:00Z");
    await runDue(restarted.runtime);
    assert.deepEqual((await readLog(business, order.id))[0], ["created", "sms", "deferred", null]);
    service.setNow("2027-10-31T07:00:00Z");
    await Promise.all([runDue(restarted.runtime), runDue(service.runtime)]);
    await runQueued(service, "deliver-message");
    assert.deepEqual((await readLog(business, order.id))[0], ["created", "sms", "sent", null]);
    assert.equal(sentTo(phone).length, 1);
    assert.match(sentTo(phone)[0] ?? "", /Sendung/);
  } finally {
    service.setNow(now);
  }
});

test("what quiet hours made useless is dropped, and the log says so", async () => {
  const business = await businessThatTells("out_for_delivery", ["sms"]);
  await business.as("client_admin")(updateNotificationSettings, {
    quiet_hours: { start: "18:00", end: "17:00", channels: ["sms"] },
  });
  const now = service.now();
  try {
    service.setNow("2027-06-01T22:00:00Z");
    const order = await createOrderUnderWay(business);
    await service.system.execute("update delivery_order set dropoff = dropoff || $2 where business_id = $1", [
      business.id,
      JSON.stringify({ phone: PHONE }),
    ]);
    await readEvents(business);
    assert.deepEqual(await readLog(business, order.id), [
      ["out_for_delivery", "sms", "suppressed", "stale_after_quiet_hours"],
    ]);
  } finally {
    service.setNow(now);
  }
});

test("an event that something later has overtaken is suppressed", async () => {
  const business = await businessThatTells("out_for_delivery", ["email"]);
  const order = await createOrderUnderWay(business);
  await service.system.execute("update delivery_order set dropoff = dropoff || $2 where business_id = $1", [
    business.id,
    JSON.stringify({ email: place.email }),
  ]);
  await applyFact(business, order.id, { trigger: "complete", custody: { to: "recipient", ref: null } });
  await readEvents(business);
  assert.deepEqual(await readLog(business, order.id), [
    ["out_for_delivery", "email", "suppressed", "superseded"],
  ]);
});

test("an address whose owner wants none gets none, by staff, by link and by a signed reply; and again after START", async () => {
  const business = await businessThatTells("created", ["sms", "email"]);
  const phone = "+5561991112233";
  const email = "quiet@example.com";
  const admin = business.as("client_admin");
  await admin(setNotificationRecipient, { channel: "email", address: "Quiet@example.com", opted_out: true });
  const tell = async () => {
    const order = await business.order({ dropoff: { ...place, phone, email } });
    await readEvents(business);
    return (await readLog(business, order.id)).map(([, channel, state, reason]) => [channel, state, reason]);
  };
  assert.deepEqual(await tell(), [
    ["sms", "queued", null],
    ["email", "suppressed", "opted_out"],
  ]);

  const reply = async (body: string, token = vendor.account.token) => {
    const path = `/api/v1/messaging/reports/messages-api/${business.id}`;
    const signed = `http://localhost:8080${path}Body${body}From${phone}`;
    return service.http("POST", path, new URLSearchParams({ From: phone, Body: body }).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", token).update(signed).digest("base64"),
    });
  };
  assert.equal((await reply("STOP", "another token")).status, 401);
  assert.deepEqual((await tell())[0], ["sms", "queued", null]);
  assert.equal((await reply("STOP")).status, 200);
  assert.deepEqual((await tell())[0], ["sms", "suppressed", "opted_out"]);
  await reply("Start");
  assert.deepEqual((await tell())[0], ["sms", "queued", null]);

  // The link of an e-mail, which does not expire; no other business's, and no other recipient's.
  await admin(setNotificationRecipient, { channel: "email", address: email, opted_out: false });
  await tell();
  const { messages } = (
    await business.http("client_admin", "GET", `/api/v1/client/outbox?recipient=${email}`)
  ).body;
  const url = new URL(/https?:\/\/\S+track\/notifications\S+/.exec(messages[0].body)?.[0] ?? "");
  const choose = (receive: boolean, more: Record<string, unknown> = {}) =>
    service.http("POST", `/api/v1/notifications/recipients/${url.searchParams.get("recipient")}/choose`, {
      business: Number(url.searchParams.get("business")),
      signature: url.searchParams.get("signature"),
      receive,
      ...more,
    });
  const stranger = await service.business();
  assert.equal((await choose(false, { business: stranger.id })).status, 404);
  assert.equal((await choose(false, { signature: "wrong" })).status, 404);
  assert.equal((await choose(false)).body.address, "q***@example.com");
  assert.deepEqual((await tell())[1], ["email", "suppressed", "opted_out"]);
  await choose(true);
  assert.deepEqual((await tell())[1], ["email", "kept", null]);
});

/** The token of the link in the newest e-mail about an order. */
async function readLink(business: TestBusiness): Promise<string> {
  const { messages } = (await business.http("client_admin", "GET", "/api/v1/client/outbox?channel=email"))
    .body;
  return /#link=(\S+)/.exec(messages[0].body)?.[1] ?? "";
}

test("a recipient chooses channels, language and push by the link of its own order", async () => {
  const business = await businessThatTells("created", ["email"]);
  await business.as("client_admin")(updateNotificationSettings, {
    rules: [{ event: "delivered", order_type: "D", channels: ["email", "web_push"] }],
  });
  const order = await business.order({ dropoff: { ...place, email: "push@example.com" } });
  await readEvents(business);
  const headers = { authorization: `Bearer ${await readLink(business)}` };
  const path = "/api/v1/shared/tracking/notifications";
  const read = await service.http("GET", path, undefined, headers);
  assert.partialDeepStrictEqual(read.body, {
    language: "pt",
    channels: [
      { channel: "sms", address: "+55*********32", receive: true },
      { channel: "email", address: "p***@example.com", receive: true },
    ],
  });
  const changed = await service.http("PATCH", path, { sms: false, language: "fr" }, headers);
  assert.partialDeepStrictEqual(changed.body, {
    language: "fr",
    channels: [
      { channel: "sms", receive: false },
      { channel: "email", receive: true },
    ],
  });

  const browser = push_service.device("recipient");
  const { name: _name, ...subscription } = browser.registration;
  const add = () =>
    service.http("POST", "/api/v1/shared/tracking/push", { ...subscription, language: "fr" }, headers);
  assert.deepEqual([(await add()).status, (await add()).status], [201, 201]);
  await applyFact(business, order.id, { trigger: "external_delivered" } as never);
  await readEvents(business);
  await runQueued(service, "send-recipient-push");
  assert.equal(browser.received.length, 1);
  assert.partialDeepStrictEqual(browser.received as object[], [
    {
      type: "order_notification",
      title: `${order.tracking_number} : terminé`,
    },
  ]);
  const log = await readLog(business, order.id);
  assert.deepEqual(log.at(-1), ["delivered", "web_push", "sent", null]);

  // The push service says that the browser is gone.
  browser.status = 410;
  const { notifications } = await business.as("employee")(listOrderNotifications, { order_id: order.id });
  await business.as("employee")(resendNotification, { notification_id: notifications[0]?.id ?? 0 });
  await runQueued(service, "send-recipient-push");
  assert.deepEqual((await readLog(business, order.id)).at(-1), [
    "delivered",
    "web_push",
    "failed",
    "unsubscribed",
  ]);
  assert.equal(
    (
      await service.http(
        "POST",
        "/api/v1/shared/tracking/push/remove",
        { endpoint: subscription.endpoint },
        headers,
      )
    ).status,
    200,
  );
});

test("a resent notification goes to the present address, five times at most, and what the vendor reports is shown", async () => {
  const business = await businessThatTells("created", ["sms"]);
  const order = await business.order({ dropoff: { ...place, phone: "" } });
  await readEvents(business);
  assert.deepEqual(await readLog(business, order.id), [["created", "sms", "suppressed", "no_address"]]);
  const { notifications } = await business.as("employee")(listOrderNotifications, { order_id: order.id });
  const notification_id = notifications[0]?.id ?? 0;
  const resend = () => business.as("employee")(resendNotification, { notification_id });
  assert.equal((await catchRefusal(resend())).code, "no_address");
  const phone = "+5561990001111";
  await service.system.execute("update delivery_order set dropoff = dropoff || $2 where business_id = $1", [
    business.id,
    JSON.stringify({ phone }),
  ]);
  await resend();
  await runQueued(service, "deliver-message");
  assert.equal(sentTo(phone).length, 1);

  const path = `/api/v1/messaging/reports/messages-api/${business.id}`;
  const [row] = await service.system.rows<{ vendor_id: string }>(
    "select vendor_id from outbox_message where business_id = $1 and recipient = $2",
    [business.id, phone],
  );
  const form = { ErrorCode: "30003", MessageSid: row?.vendor_id ?? "", MessageStatus: "undelivered" };
  const signed = Object.entries(form).reduce(
    (text, [name, value]) => text + name + value,
    `http://localhost:8080${path}`,
  );
  const report = await service.http("POST", path, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-twilio-signature": createHmac("sha1", vendor.account.token).update(signed).digest("base64"),
  });
  assert.deepEqual(report.body.applied, true);
  assert.deepEqual((await readLog(business, order.id)).at(-1), ["created", "sms", "failed", "undelivered"]);
  for (let again = 0; again < 4; again += 1) await resend();
  assert.equal((await catchRefusal(resend())).code, "cannot_resend");
});

test("a business's own text is sent in its language, and one with an unknown variable is refused and changes nothing", async () => {
  const business = await businessThatTells("created", ["email"]);
  const admin = business.as("client_admin");
  const template = { event: "created" as const, channel: "email" as const, language: "pt" as const };
  await admin(setNotificationTemplate, { ...template, subject: "Olá {name}", body: "Veja {link}" });
  const refusal = await catchRefusal(
    admin(setNotificationTemplate, { ...template, subject: "{nam}", body: "{lnk}" }),
  );
  assert.partialDeepStrictEqual(refusal.errors, [{ field: "subject" }, { field: "body" }]);
  await business.order({ dropoff: { ...place, name: "Zoë\r\nBcc: x@example.com {link}" } });
  await readEvents(business);
  const { messages } = (await business.http("client_admin", "GET", "/api/v1/client/outbox?channel=email"))
    .body;
  assert.equal(messages[0].subject, "Olá Zoë Bcc: x@example.com {link}");
  assert.match(messages[0].body, /^Veja http/);
});

test("a notice about something else than an order is told once to each address, whoever tells it again", async () => {
  const business = await service.business();
  const consumer_context = buildConsumerContext(service.runtime, "notifications.follow-orders");
  const tell = (occurrence: string) =>
    consumer_context.transaction(business.id, (run) =>
      tellPerson(run as Parameters<typeof tellPerson>[0], {
        subject: { type: "storage_rental", id: 1 },
        party: "renter",
        kind: "rental_ending",
        occurrence,
        contact: { email: "Once@Example.org", language: "fr" },
        place: {},
        write: ({ language }) => ({ subject: language, text: `${language} ${occurrence}` }),
      }),
    );
  await Promise.all([tell("monday"), tell("monday")]);
  await tell("monday");
  await tell("tuesday");
  const texts = (await readOutbox(business, "once@example.org")).map(({ body }) => body.split("\n")[0]);
  assert.deepEqual(texts, ["fr monday", "fr tuesday"]);
});

test("every notice about something else than an order is previewed in every language, with no variable left", async () => {
  const business = await service.business();
  const preview = (kind?: string) =>
    business.http(
      "client_admin",
      "GET",
      `/api/v1/client/notifications/notices?channel=sms${kind === undefined ? "" : `&kind=${kind}`}`,
    );
  const { kinds } = (await preview()).body;
  assert.ok(
    kinds.includes("rental_charged") && kinds.includes("relay_out") && kinds.includes("resale_ready"),
  );
  for (const kind of kinds) {
    const { previews } = (await preview(kind)).body;
    assert.equal(new Set(previews.map(({ text }: { text: string }) => text)).size, 9, kind);
    for (const { text } of previews) assert.doesNotMatch(text, /[{}]|undefined|\d{4}-\d{2}-\d{2}T/, kind);
  }
  assert.equal((await preview("nothing")).status, 404);
});

test("a stranger's business sees and changes nothing of it", async () => {
  const business = await businessThatTells("created", ["email"]);
  const order = await business.order({ dropoff: place });
  await readEvents(business);
  const { notifications } = await business.as("employee")(listOrderNotifications, { order_id: order.id });
  const stranger = (await service.business()).as("client_admin");
  assert.equal(
    (await catchRefusal(stranger(listOrderNotifications, { order_id: order.id }))).kind,
    "not_found",
  );
  const notification_id = notifications[0]?.id ?? 0;
  assert.equal((await catchRefusal(stranger(resendNotification, { notification_id }))).kind, "not_found");
});

test("recipients are told when a driver comes near, once for each route, with the stops that are left", async () => {
  const business = await businessThatTells("near", ["email"]);
  await business.as("client_admin")(updateNotificationSettings, { near_stops: 1 });
  const drafts = [0, 1, 2, 3].map((n) => ({
    dropoff: { ...place, line1: `Quadra ${n}`, lat: -15.7 - n / 100, email: `near${n}@example.com` },
  }));
  const { person, route_id, stops } = await createReleasedRoute(business, drafts);
  // What a phone reports at the time of the release was before it.
  service.advance(60_000);
  await person.call(startRoute, { route_id });
  service.advance(60_000);
  const listMessages = async () => {
    await readEvents(business);
    const { messages } = (await business.http("client_admin", "GET", "/api/v1/client/outbox?channel=email"))
      .body;
    return messages.map(({ recipient, body }: { recipient: string; body: string }) => [
      recipient,
      Number(/(?:sua|yours): (\d)/.exec(body)?.[1]),
    ]);
  };
  assert.deepEqual(await listMessages(), []);
  await person.call(completeStop, { stop_id: stops[0]?.id ?? 0, handed_to: "recipient" });
  const first = await listMessages();
  assert.deepEqual(first.map(([, left_value]: [string, number]) => left_value).sort(), [0, 1]);
  await person.call(completeStop, { stop_id: stops[1]?.id ?? 0, handed_to: "recipient" });
  const all = await listMessages();
  assert.equal(all.length, 3);
  assert.equal(new Set(all.map(([recipient]: [string]) => recipient)).size, 3);
});

test("a new day is told, once for each day, whichever way it was changed", async () => {
  const business = await businessThatTells("rescheduled", ["email"]);
  const order = await business.order({ dropoff: place, scheduled_date: "2027-03-01" });
  const move = (scheduled_date: string) =>
    business.http("client_admin", "PATCH", `/api/v1/client/orders/${order.id}`, { scheduled_date });
  assert.equal((await move("2027-03-02")).status, 200);
  const bulk = { order_ids: [order.id], activity: "reschedule", scheduled_date: "2027-03-03" };
  await business.http("client_admin", "POST", "/api/v1/client/orders/bulk-activity", bulk);
  await readEvents(business);
  assert.deepEqual(await readLog(business, order.id), [
    ["rescheduled", "email", "suppressed", "superseded"],
    ["rescheduled", "email", "kept", null],
  ]);
});
