/** What the renter of a relay is told: of each change of custody once, in its language and the time of the place. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateMessaging } from "#domain/communication/messaging/operations/update-messaging.ts";
import { setNotificationRecipient } from "#domain/execution/notifications/operations/set-notification-recipient.ts";
import { updateNotificationSettings } from "#domain/execution/notifications/operations/update-notification-settings.ts";
import { runDue } from "#operation/due/run-due.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { closed, opened } from "#tests/support/lockers.ts";
import { readOutbox } from "#tests/support/outbox.ts";
import { openTestRelay, SMALL } from "#tests/support/relays.ts";
import { testService } from "#tests/support/service.ts";
import { startSmsVendor } from "#tests/support/sms-provider.ts";

const service = await testService();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
service.freezeClock();
const vendor = await startSmsVendor();
const HOUR = 3_600_000;
const ROOT = "/api/v1/luggage-relay";
const RENTER = "ana@example.org";

type Relay = Awaited<ReturnType<typeof openTestRelay>>;

const readNotices = async ({ business, relay_id }: Relay) =>
  (await business.http("client_admin", "GET", `${ROOT}/${relay_id}`)).body.notices.toReversed();

const readKinds = async (relay: Relay): Promise<string[]> =>
  (await readNotices(relay)).map(({ kind }: { kind: string }) => kind);

const readTexts = async (relay: Relay): Promise<string[]> =>
  (await readOutbox(relay.business, RENTER)).map(({ body }) => body);

/** The second locker is in another time zone than the business. */
const moveSecond = ({ second }: Relay) =>
  service.system.execute(
    `update locker_device set place = place || '{"country": "JP", "city": "Tokyo", "line1": "1-9-1 Marunouchi"}' where id = $1`,
    [second.id],
  );

async function bringToLocker(relay: Relay): Promise<void> {
  await relay.collect();
  await relay.hubIn();
  assert.equal((await relay.choose(relay.second)).status, 200);
  assert.equal((await relay.post("hub-out", { bags: await relay.scan(["T1"]) })).status, 200);
}

describe("the renter", () => {
  test("is told of each change of custody once, in its language and the time of the place, with no raw times", async () => {
    const relay = await openTestRelay(service);
    await moveSecond(relay);
    await bringToLocker(relay);
    await relay.post("deposit", { bags: await relay.scan(["T1"]) });
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    await relay.second.tell(opened("A01", "collect"), closed("A01", "EMPTY"));
    assert.deepEqual(await readKinds(relay), [
      "relay_collected",
      "relay_at_hub",
      "relay_return_chosen",
      "relay_out",
      "relay_deposited",
      "relay_ended",
    ]);
    const texts = (await readTexts(relay)).slice(-6);
    for (const text of texts) assert.doesNotMatch(text, /\d{4}-\d{2}-\d{2}T/);
    const in_tokyo = new Intl.DateTimeFormat("pt", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Asia/Tokyo",
    });
    const now = service.now().getTime();
    const [of_collection = "", of_hub = "", of_choice = "", of_departure = "", of_deposit = "", of_end = ""] =
      texts;
    assert.match(of_collection, /Nossa equipe retirou sua bagagem do compartimento A01/);
    assert.match(of_hub, /Sua bagagem está em nosso armazém/);
    // Who, when, on what basis, and until when it can be changed.
    assert.ok(of_choice.includes(`Nossa equipe escolheu por você em ${in_tokyo.format(now)}`), of_choice);
    assert.ok(of_choice.includes(in_tokyo.formatRange(now + HOUR, now + 3 * HOUR)), of_choice);
    assert.match(of_choice, /Motivo: Flight leaves from there\..*Até ela sair do armazém.*na sua conta/);
    assert.ok(of_departure.includes(in_tokyo.formatRange(now + HOUR, now + 3 * HOUR)), of_departure);
    assert.match(of_deposit, /South hall, 1-9-1 Marunouchi, Tokyo\. .*A01 \d{8}/);
    assert.ok(of_end.includes(in_tokyo.format(now)), of_end);
  });

  test("is told nothing by a scan that is repeated, refused or only tried", async () => {
    const relay = await openTestRelay(service);
    const bags = [{ tag: "T1", photo_file_id: await relay.photo(), ...SMALL }];
    const tried = await relay.business.http(
      "client_admin",
      "POST",
      `${ROOT}/${relay.relay_id}/collect`,
      { bags },
      { "x-dry-run": "1" },
    );
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    assert.deepEqual(await readKinds(relay), []);
    const strange = await relay.post("collect", {
      bags: [{ tag: "T1", photo_file_id: await relay.photo("employee"), ...SMALL }],
    });
    assert.equal(strange.body.error_code, "UNKNOWN_PHOTO");
    assert.deepEqual(await readKinds(relay), []);
    await relay.collect();
    assert.equal((await relay.post("collect", { bags })).body.error_code, "WRONG_STATUS");
    assert.deepEqual(await readKinds(relay), ["relay_collected"]);
    assert.equal((await readTexts(relay)).length, 2);
  });

  test("is told what goes wrong with the bags, and that it is settled; what staff settle among themselves is not", async () => {
    const relay = await openTestRelay(service);
    await relay.collect(undefined, "employee");
    await relay.post("exception", { kind: "overweight", note: "30 kg" }, "employee");
    await relay.post("resolve", {});
    await relay.post("exception", { kind: "damaged", note: "Lost a wheel" }, "employee");
    await relay.post("resolve", {});
    await relay.post("exception", { kind: "missing_tag", note: "Torn off" }, "employee");
    const [bag] = (await relay.read()).bags;
    await relay.post("resolve", { new_tags: [{ bag_id: bag.id, tag: "T7" }] });
    await relay.post("exception", { kind: "other", note: "Van broke down" }, "employee");
    await relay.post("resolve", { bags: await relay.scan(["T7"]) });
    await relay.post("exception", { kind: "other", note: "Wrong hub" });
    const { warehouse_id } = relay.warehouse;
    await relay.post("resolve", { is_at_hub: true, warehouse_id, hub_bin: "R-1" });
    assert.deepEqual(await readKinds(relay), [
      "relay_collected",
      "relay_damaged",
      "relay_resumed",
      "relay_missing_tag",
      "relay_resumed",
      "relay_taken_over",
      "relay_at_hub",
    ]);
    for (const text of await readTexts(relay)) assert.doesNotMatch(text, /a wheel|Torn off|30 kg/);
  });

  test("is told that there is no room, and once that the bags are late; not of a time that was chosen anew", async () => {
    const relay = await openTestRelay(service);
    await bringToLocker(relay);
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "EMPTY"));
    await relay.post("resolve", { is_at_hub: true });
    await relay.choose(relay.second, {
      window: {
        start: new Date(service.now().getTime() + 4 * HOUR).toISOString(),
        end: new Date(service.now().getTime() + 5 * HOUR).toISOString(),
      },
    });
    const before = await readKinds(relay);
    assert.deepEqual(before.slice(4), ["relay_no_space", "relay_at_hub", "relay_return_chosen"]);
    try {
      service.advance(3.5 * HOUR);
      await runDue(service.runtime);
      assert.deepEqual(await readKinds(relay), before);
      service.advance(2 * HOUR);
      await runDue(service.runtime);
      await runDue(service.runtime);
      assert.deepEqual(await readKinds(relay), [...before, "relay_delayed"]);
    } finally {
      service.advance(-5.5 * HOUR);
    }
  });

  test("who has neither number nor address is told nothing, and the relay says so", async () => {
    const relay = await openTestRelay(service);
    await service.system.execute("update storage_rental set contact = '{}' where id = $1", [relay.rental_id]);
    await service.system.execute("update customer set email = null, phone_e164 = null where id = $1", [
      relay.customer.id,
    ]);
    const sent_before = await readTexts(relay);
    await relay.collect();
    assert.partialDeepStrictEqual(await readNotices(relay), [
      { kind: "relay_collected", channel: null, target: "", state: "suppressed", reason: "no_address" },
    ]);
    assert.deepEqual(await readTexts(relay), sent_before);
  });

  test("who wants no notices gets the codes alone; in quiet hours the others wait for their end", async () => {
    const relay = await openTestRelay(service);
    const { business } = relay;
    const quiet = await openTestRelay(service);
    await business.as("client_admin")(setNotificationRecipient, {
      channel: "email",
      address: RENTER,
      opted_out: true,
    });
    await bringToLocker(relay);
    await relay.second.tell(opened("A01", "deposit"), closed("A01", "FULL"));
    const states = (await readNotices(relay)).map(({ state, reason }: Record<string, unknown>) => [
      state,
      reason,
    ]);
    assert.deepEqual(states, [...Array(4).fill(["suppressed", "opted_out"]), ["kept", null]]);

    const row = await service.system.row<{ time_zone: string }>(
      "select time_zone from business where id = $1",
      [quiet.business.id],
    );
    const time_zone = row?.time_zone ?? "";
    const local = (ms: number) =>
      new Intl.DateTimeFormat("en", {
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone: time_zone,
      }).format(service.now().getTime() + ms);
    await quiet.business.as("client_admin")(updateNotificationSettings, {
      quiet_hours: { start: local(-HOUR), end: local(HOUR), channels: ["email"] },
    });
    const sent_before = (await readTexts(quiet)).length;
    await quiet.collect();
    assert.partialDeepStrictEqual(await readNotices(quiet), [{ kind: "relay_collected", state: "deferred" }]);
    assert.equal((await readTexts(quiet)).length, sent_before);
    try {
      service.advance(HOUR + 60_000);
      await runDue(service.runtime);
      assert.partialDeepStrictEqual(await readNotices(quiet), [{ kind: "relay_collected", state: "kept" }]);
      assert.match((await readTexts(quiet)).at(-1) ?? "", /Nossa equipe retirou/);
    } finally {
      service.advance(-HOUR - 60_000);
    }
  });

  test("whom a message does not reach is told so in the list of the relay, with the reason", async () => {
    const relay = await openTestRelay(service);
    const { base_url, account, token, sender } = vendor.account;
    await relay.business.as("client_admin")(updateMessaging, { sms: { account, token, sender, base_url } });
    await service.system.execute("update storage_rental set contact = $2 where id = $1", [
      relay.rental_id,
      JSON.stringify({ phone: "+5561998765432", language: "pt" }),
    ]);
    vendor.status = 400;
    try {
      await relay.collect();
      await runQueued(service, "deliver-message");
      const [by_sms] = await readNotices(relay);
      assert.partialDeepStrictEqual(by_sms, { channel: "sms", target: "+55*********32", state: "failed" });
      assert.equal(typeof by_sms.reason, "string");
    } finally {
      vendor.status = 201;
    }
    await relay.hubIn();
    await runQueued(service, "deliver-message");
    assert.partialDeepStrictEqual((await readNotices(relay)).at(-1), { kind: "relay_at_hub", state: "sent" });
    assert.match(vendor.messages.at(-1)?.text ?? "", /Sua bagagem está em nosso armazém/);
  });
});
