/** The log of deliveries and what people do with it: repeat, test, verify, rotate, enable, read the feed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createToken } from "#domain/identity/accounts/operations/create-token.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import {
  allowPrivateAddresses,
  deliverDue,
  fanOut,
  startReceiver,
  type TestReceiver,
} from "#tests/support/webhooks.ts";
import { enableWebhookEndpoint } from "./operations/enable-webhook-endpoint.ts";
import { getWebhookDelivery } from "./operations/get-webhook-delivery.ts";
import { getWebhookSettings } from "./operations/get-webhook-settings.ts";
import { listPublishedEvents } from "./operations/list-published-events.ts";
import { listWebhookDeliveries } from "./operations/list-webhook-deliveries.ts";
import { listWebhookEventTypes } from "./operations/list-webhook-event-types.ts";
import { replayMissingWebhooks } from "./operations/replay-missing-webhooks.ts";
import { replayWebhookDelivery } from "./operations/replay-webhook-delivery.ts";
import { rotateWebhookSecret } from "./operations/rotate-webhook-secret.ts";
import { testWebhook } from "./operations/test-webhook.ts";
import { updateWebhookSettings } from "./operations/update-webhook-settings.ts";
import { verifyWebhookSignature } from "./operations/verify-webhook-signature.ts";

const service = await testService();
allowPrivateAddresses(service);
service.freezeClock();

const DAY = 86_400_000;

async function subscribe(business: TestBusiness, receiver: TestReceiver, event_type = "order.created") {
  const { secret, settings } = await business.as("client_admin")(updateWebhookSettings, {
    event_urls: [{ event_type, urls: [receiver.url] }],
  });
  return { secret: secret ?? "", endpoint_id: settings.endpoints[0]?.id ?? 0 };
}

const listLog = async (business: TestBusiness, filters: object = {}) =>
  (await business.as("client_admin")(listWebhookDeliveries, filters)).deliveries;

describe("the log", () => {
  test("has each attempt with the answer, is filtered, and a delivery of it can be repeated", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver, "order.*");
    const order = await business.order();
    receiver.answer = 503;
    await deliverDue(service, business.id);
    const [failed] = await listLog(business);
    assert.partialDeepStrictEqual(failed, {
      event_type: "order.created",
      url: receiver.url,
      subject: `order/${order.id}`,
      state: "RETRYING",
      http_status: 503,
      error: "http_error",
      attempt_count: 1,
    });
    const id = failed?.id ?? 0;
    const waiting = await catchRefusal(
      business.as("client_admin")(replayWebhookDelivery, { webhook_delivery_id: id }),
    );
    assert.equal(waiting.error_code, "STILL_WAITING");
    receiver.answer = 200;
    service.advance(5000);
    await deliverDue(service, business.id);
    const { delivery } = await business.as("client_admin")(getWebhookDelivery, { webhook_delivery_id: id });
    assert.deepEqual(
      delivery.attempts.map(({ http_status, error, response }) => [http_status, error, response]),
      [
        [503, "http_error", "answered 503"],
        [200, null, "thanks"],
      ],
    );
    assert.deepEqual(JSON.parse(receiver.received[1]?.raw ?? ""), delivery.body);

    const { delivery: replay } = await business.as("client_admin")(replayWebhookDelivery, {
      webhook_delivery_id: id,
    });
    assert.partialDeepStrictEqual(replay, {
      state: "PENDING",
      replay_of: id,
      webhook_id: failed?.webhook_id,
    });
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 3);
    assert.equal(receiver.received[2]?.headers["webhook-id"], failed?.webhook_id);
    assert.equal(receiver.received[2]?.raw, receiver.received[1]?.raw);
    const { delivery: original } = await business.as("client_admin")(getWebhookDelivery, {
      webhook_delivery_id: id,
    });
    assert.deepEqual(original.replays, [replay.id]);

    await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
    await deliverDue(service, business.id);
    assert.equal((await listLog(business, { event_type: "order.held" })).length, 1);
    assert.equal((await listLog(business, { state: "EXHAUSTED" })).length, 0);
    assert.equal((await listLog(business, { subject: `order/${order.id + 1}` })).length, 0);
    const other = await service.business();
    assert.deepEqual(await listLog(other), []);
    const strange = { webhook_delivery_id: id };
    assert.equal((await catchRefusal(other.as("client_admin")(getWebhookDelivery, strange))).status, 404);
    assert.equal((await catchRefusal(other.as("client_admin")(replayWebhookDelivery, strange))).status, 404);
  });

  test("keeps a delivery for 30 days after it ended", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver);
    await business.order();
    await deliverDue(service, business.id);
    service.advance(30 * DAY - 1000);
    await runSchedule(service, "webhooks.delete-old-deliveries", business.id);
    assert.equal((await listLog(business)).length, 1);
    service.advance(2000);
    await runSchedule(service, "webhooks.delete-old-deliveries", business.id);
    assert.equal((await listLog(business)).length, 0);
  });

  test("repeats the payload of the log when its kind is not declared any more", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver);
    await business.order();
    await deliverDue(service, business.id);
    const [log_entry] = await listLog(business);
    const { events } = service.runtime.registry;
    const kinds = events.kinds as Map<string, never>;
    const retired = kinds.get("order.created");
    kinds.delete("order.created");
    try {
      await business.as("client_admin")(replayWebhookDelivery, { webhook_delivery_id: log_entry?.id ?? 0 });
      await deliverDue(service, business.id);
    } finally {
      kinds.set("order.created", retired as never);
    }
    assert.equal(receiver.received[1]?.raw, receiver.received[0]?.raw);
  });
});

describe("the body of a delivery", () => {
  /** As the log has it, with an answer that repeats the body. */
  async function logDelivery(business: TestBusiness, kind: string, event_type: string): Promise<number> {
    const payload = { told: "what happened" };
    const event = await service.system.row<{ id: number }>(
      `insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface,
         operation, correlation_id, payload, previous_hash, hash)
       values ($1, 'thing', $2, 1, $2, $3, $3, 'job', 'job', 'x', 'x', $4, '', '') returning id`,
      [business.id, kind, service.now(), payload],
    );
    const attempts = [
      {
        at: service.now().toISOString(),
        status: 200,
        error: null,
        duration_ms: 1,
        response: "what happened",
      },
    ];
    const row = await service.system.row<{ id: number }>(
      `insert into webhook_delivery (business_id, endpoint_id, event_id, event_type, subject, state, attempts, attempt_count, last_status,
         created_at, finished_at)
       select $1, e.id, $2, $3, 'thing/1', 'DELIVERED', $4, 1, 200, $5, $5 from webhook_endpoint e where e.business_id = $1
       limit 1 returning id`,
      [business.id, event?.id, event_type, JSON.stringify(attempts), service.now()],
    );
    return row?.id ?? 0;
  }

  const receiver = startReceiver();
  const businessWithUrl = async () => {
    const business = await service.business();
    await subscribe(business, await receiver, "wms.sealed");
    return business;
  };

  const reader = async (business: TestBusiness, scopes: readonly string[]) => {
    const { access_token } = await business.as("client_admin")(createToken, {
      name: "log",
      scopes: ["webhooks:read", ...scopes] as never,
    });
    return async (webhook_delivery_id: number, path = `/api/v1/webhooks/deliveries/${webhook_delivery_id}`) =>
      (await service.http("GET", path, undefined, { authorization: `Bearer ${access_token}` })).body.delivery;
  };

  const CASES = [
    ["order.created", "order.created", "orders:read"],
    ["order.delivered", "tracking.updated", "orders:read"],
    ["driver.position", "driver.position", "drivers:read"],
    ["wallet.transaction_posted", "wallet.changed", "wallet:read"],
    ["payment.state_changed", "payment.changed", "wallet:read"],
    ["label.purchased", "label.purchased", "labels:read"],
    ["order_chat.message_posted", "chat.message", "chat:read"],
    ["wms.received", "wms.received", "wms:read"],
    ["route.released", "route.released", "routes:read"],
    ["shift.assigned", "shift.assigned", "fleets:read"],
    ["document.issued", "document.issued", "documents:read"],
    ["storage_order.created", "storage_order.created", "storage:read"],
    ["shipping_order.created", "shipping_order.created", "customer_shipping:read"],
    ["approval.pending", "approval.pending", "approvals:read"],
    ["dataset.records_changed", "dataset.records_changed", "datasets:read"],
    ["uniorder.created", "uniorder.created", "uniorder:read"],
  ] as const;
  for (const [kind, event_type, scope] of CASES)
    test(`of ${kind} needs ${scope}`, async () => {
      const business = await businessWithUrl();
      const id = await logDelivery(business, kind, event_type);
      const others = new Set(CASES.map(([, , one]) => one).filter((one) => one !== scope));
      for (const scopes of [[], [...others]]) {
        const without = await (await reader(business, scopes))(id);
        assert.partialDeepStrictEqual(without, {
          event_type,
          state: "DELIVERED",
          http_status: 200,
          body: null,
          withheld: { required_scope: scope },
        });
        assert.deepEqual(
          without.attempts.map((one: Record<string, unknown>) => [one["http_status"], one["response"]]),
          [[200, null]],
        );
        assert.ok(!JSON.stringify(without).includes("what happened"));
      }
      const log_entry = await (await reader(business, [scope]))(id);
      assert.partialDeepStrictEqual(log_entry, {
        body: { type: event_type, data: { payload: { told: "what happened" } } },
        withheld: null,
        attempts: [{ response: "what happened" }],
      });
    });

  test("of each public kind is withheld from people who may only see where events are sent", async () => {
    const business = await businessWithUrl();
    const read = await reader(business, []);
    const { events } = service.runtime.registry;
    for (const [kind, { scope, public_types = [] }] of events.kinds) {
      const [first] = public_types;
      if (first === undefined || scope === "webhooks:read") continue;
      const { body, withheld } = await read(
        await logDelivery(business, kind, typeof first === "string" ? first : first.type),
      );
      assert.deepEqual([body, withheld], [null, { required_scope: scope }], kind);
    }
  });

  test("of a kind that is not declared any more is for administrators only", async () => {
    const business = await businessWithUrl();
    const id = await logDelivery(business, "order.eaten", "order.created");
    const without = await (await reader(business, ["orders:read"]))(id);
    assert.deepEqual([without.body, without.withheld], [null, { required_scope: null }]);
    const { delivery } = await business.as("client_admin")(getWebhookDelivery, { webhook_delivery_id: id });
    assert.partialDeepStrictEqual(delivery.body, { data: { payload: { told: "what happened" } } });
  });

  test("is withheld from a connection of agents that was narrowed, though its token may read it", async () => {
    const business = await businessWithUrl();
    const id = await logDelivery(business, "wallet.transaction_posted", "wallet.changed");
    const { token } = await business.person("client_admin");
    const ask = async (scopes: string) => {
      const { body } = await service.http(
        "POST",
        `/mcp/developer?scopes=${scopes}`,
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "run_graphql_query",
            arguments: {
              query: `{ webhookDelivery(webhook_delivery_id: ${id}) { delivery { body withheld { required_scope } } } }`,
            },
          },
        },
        { authorization: `Bearer ${token}` },
      );
      return JSON.stringify(body.result.structuredContent);
    };
    const narrow = await ask("webhooks:read");
    assert.ok(narrow.includes("wallet:read") && !narrow.includes("what happened"), narrow);
    const wide = await ask("webhooks:read,wallet:read");
    assert.ok(wide.includes("what happened"), wide);
  });
});

describe("an endpoint", () => {
  test("that answers 410 is disabled at once; enabled again, all that it missed is repeated once", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    const { endpoint_id } = await subscribe(business, receiver);
    const since = service.now().toISOString();
    await business.order();
    receiver.answer = 410;
    await deliverDue(service, business.id);
    await business.order();
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 1, "nothing is sent to it any more");
    const { settings } = await business.as("client_admin")(getWebhookSettings, {});
    assert.partialDeepStrictEqual(settings.endpoints, [
      { state: "DISABLED", disabled_reason: "gone", waiting: 0 },
    ]);
    assert.deepEqual(
      (await listLog(business)).map(({ state, error }) => [state, error]),
      [
        ["EXHAUSTED", "endpoint_disabled"],
        ["EXHAUSTED", "gone"],
      ],
    );
    // One that was written while the endpoint was being disabled ends as well.
    await service.system.execute(
      "update webhook_delivery set state = 'PENDING', next_at = $2, last_error = null where endpoint_id = $1 and attempt_count = 0",
      [endpoint_id, service.now()],
    );
    await service.system.execute("update webhook_endpoint set next_at = $2 where id = $1", [
      endpoint_id,
      service.now(),
    ]);
    await deliverDue(service, business.id);
    assert.equal((await listLog(business, { state: "EXHAUSTED" })).length, 2);
    const again = { since, webhook_endpoint_id: endpoint_id };
    const denied = await catchRefusal(business.as("client_admin")(replayMissingWebhooks, again));
    assert.equal(denied.error_code, "ENDPOINT_DISABLED");
    const [missed] = await listLog(business);
    const one = { webhook_delivery_id: missed?.id ?? 0 };
    assert.equal(
      (await catchRefusal(business.as("client_admin")(replayWebhookDelivery, one))).error_code,
      "ENDPOINT_DISABLED",
    );

    receiver.answer = 200;
    await business.as("client_admin")(enableWebhookEndpoint, { webhook_endpoint_id: endpoint_id });
    const answers = await Promise.all(
      [1, 2, 3].map(() => business.as("client_admin")(replayMissingWebhooks, again)),
    );
    assert.deepEqual(answers.map(({ deliveries }) => deliveries).toSorted(), [0, 0, 2]);
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 3);
    assert.equal((await business.as("client_admin")(replayMissingWebhooks, again)).deliveries, 0);
    const twice = await catchRefusal(
      business.as("client_admin")(enableWebhookEndpoint, { webhook_endpoint_id: endpoint_id }),
    );
    assert.equal(twice.error_code, "NOT_DISABLED");
    const mails = await service.system.rows("select subject from outbox_message where business_id = $1", [
      business.id,
    ]);
    assert.deepEqual(mails, [{ subject: "A webhook endpoint was disabled" }]);
  });

  test("that redirects, is too slow or is cut off has failed, and the redirect is not followed", async () => {
    const business = await service.business();
    const [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
    await subscribe(business, receiver);
    receiver.answer = 307;
    receiver.headers = { location: elsewhere.url };
    await business.order();
    await deliverDue(service, business.id);
    assert.partialDeepStrictEqual(await listLog(business), [
      { state: "RETRYING", http_status: 307, error: "redirect" },
    ]);
    assert.equal(elsewhere.received.length, 0);
    receiver.answer = 429;
    receiver.headers = { "retry-after": "1200" };
    service.advance(5000);
    await deliverDue(service, business.id);
    const [limited] = await listLog(business);
    assert.equal(limited?.next_at, new Date(service.now().getTime() + 1_200_000).toISOString());
  });

  test("of settings that are paused gets nothing until they are not; a removed one gets nothing more", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    await subscribe(business, receiver);
    await business.as("client_admin")(updateWebhookSettings, { paused: true });
    await business.order();
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 0);
    await business.as("client_admin")(updateWebhookSettings, { paused: false, max_per_second: 1 });
    await business.order();
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 1, "one a second");
    service.advance(1000);
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 2);
    await business.order();
    await fanOut(service, business.id);
    const none = { event_urls: [{ event_type: "order.created", urls: [] }] };
    const { settings } = await business.as("client_admin")(updateWebhookSettings, none);
    assert.deepEqual([settings.endpoints, settings.event_urls], [[], []]);
    service.advance(1000);
    await business.order();
    await deliverDue(service, business.id);
    assert.equal(receiver.received.length, 2);
    const [given_up] = await listLog(business);
    assert.partialDeepStrictEqual(given_up, { state: "EXHAUSTED", error: "endpoint_removed" });
    const one = { webhook_delivery_id: given_up?.id ?? 0 };
    assert.equal(
      (await catchRefusal(business.as("client_admin")(replayWebhookDelivery, one))).error_code,
      "ENDPOINT_REMOVED",
    );
  });
});

describe("secrets", () => {
  test("sign together during a rotation, are never shown again, and tell genuine webhooks from others", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    const { secret: former } = await subscribe(business, receiver);
    await business.order();
    const { secret, former_expires_at } = await business.as("client_admin")(rotateWebhookSecret, {
      overlap_h: 1,
    });
    assert.equal(former_expires_at, new Date(service.now().getTime() + 3_600_000).toISOString());
    await deliverDue(service, business.id);
    const [both] = receiver.received;
    const message = {
      payload: both?.raw ?? "",
      signature: String(both?.headers["webhook-signature"]),
      webhook_id: String(both?.headers["webhook-id"]),
      webhook_timestamp: String(both?.headers["webhook-timestamp"]),
    };
    for (const one of [former, secret])
      assert.equal(
        (await service.anonymous(verifyWebhookSignature, { ...message, secret: one })).reason,
        "valid",
      );

    service.advance(3_600_000);
    const order = await business.order();
    await deliverDue(service, business.id);
    assert.equal(String(receiver.received[1]?.headers["webhook-signature"]).split(" ").length, 1);
    const { settings } = await business.as("client_admin")(getWebhookSettings, {});
    assert.equal(settings.secrets.length, 1);
    const stored_texts = JSON.stringify([
      settings,
      await service.system.rows("select to_jsonb(s) from webhook_secret s where business_id = $1", [
        business.id,
      ]),
      await service.system.rows("select payload from event where business_id = $1", [business.id]),
      await service.system.rows("select changes, subjects from audit where business_id = $1", [business.id]),
    ]);
    assert.ok(!stored_texts.includes(secret) && !stored_texts.includes(former));

    // Payload and signature are enough for a caller with a token: the log knows the rest.
    const [, last] = receiver.received;
    const own_delivery = { payload: last?.body ?? {}, signature: String(last?.headers["webhook-signature"]) };
    assert.partialDeepStrictEqual(await business.as("client_admin")(verifyWebhookSignature, own_delivery), {
      valid: true,
      reason: "valid",
    });
    const forged = { ...own_delivery, payload: { ...own_delivery.payload, type: "order.deleted" } };
    assert.equal(
      (await business.as("client_admin")(verifyWebhookSignature, forged)).reason,
      "wrong_signature",
    );
    const other = await service.business();
    assert.equal((await other.as("client_admin")(verifyWebhookSignature, own_delivery)).valid, false);
    assert.equal((await catchRefusal(service.anonymous(verifyWebhookSignature, own_delivery))).status, 422);
    const without_time = await service.anonymous(verifyWebhookSignature, { ...own_delivery, secret });
    assert.equal(without_time.reason, "no_timestamp");
    service.advance(301_000);
    assert.equal((await business.as("client_admin")(verifyWebhookSignature, own_delivery)).reason, "too_old");
    assert.ok(order.id > 0);
  });

  test("sign a test, which is sent to the URL that is given, once, and logged", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    receiver.answer = 418;
    const tested = await business.as("client_admin")(testWebhook, {
      url: receiver.url,
      event_type: "order.held",
    });
    assert.partialDeepStrictEqual(tested, {
      result: false,
      state: "EXHAUSTED",
      http_status: 418,
      error: "http_error",
      response: "answered 418",
    });
    const [received_request] = receiver.received;
    assert.deepEqual(received_request?.body, tested.body);
    assert.partialDeepStrictEqual(tested.body, { type: "order.held", test: true });
    const checked = await service.anonymous(verifyWebhookSignature, {
      payload: received_request?.raw ?? "",
      signature: String(received_request?.headers["webhook-signature"]),
      webhook_timestamp: String(received_request?.headers["webhook-timestamp"]),
      secret: tested.secret ?? "",
    });
    assert.ok(checked.valid);
    const [logged] = await listLog(business);
    assert.partialDeepStrictEqual(logged, {
      is_test: true,
      url: receiver.url,
      state: "EXHAUSTED",
      http_status: 418,
    });
    const { delivery } = await business.as("client_admin")(getWebhookDelivery, {
      webhook_delivery_id: logged?.id ?? 0,
    });
    assert.deepEqual(delivery.body, tested.body);
    const repeated = catchRefusal(
      business.as("client_admin")(replayWebhookDelivery, { webhook_delivery_id: logged?.id ?? 0 }),
    );
    assert.equal((await repeated).error_code, "TEST_NOT_REPEATED");
    assert.equal((await business.as("client_admin")(testWebhook, { url: receiver.url })).secret, null);
    await business.as("client_admin")(testWebhook, { url: receiver.url }, { dry_run: true });
    assert.equal(receiver.received.length, 2, "a dry run calls nobody");
  });
});

describe("the settings", () => {
  test("refuse URLs that lead inside, are not https or are none, and types that are none", async () => {
    const business = await service.business();
    const { providers } = service.runtime;
    service.runtime.providers = createProviders(DEFAULT_PROVIDER_SETTINGS);
    try {
      for (const [url, code] of [
        ["https://127.0.0.1/x", "private_address"],
        ["https://[::1]/x", "private_address"],
        ["https://2130706433/x", "private_address"],
        ["https://[::ffff:10.0.0.1]/x", "private_address"],
        ["https://169.254.169.254/latest", "private_address"],
        ["https://localhost/x", "private_address"],
        ["https://LOCALHOST./x", "private_address"],
        ["https://app.localhost:8443/x", "private_address"],
        ["https://metadata.google.internal/x", "private_address"],
        ["https://127.1/x", "private_address"],
        ["https://0x7f.0.0.1/x", "private_address"],
        ["https://0177.0.0.1/x", "private_address"],
        ["https://127.0.0.1./x", "private_address"],
        ["https://①②⑦.⓪.⓪.①/x", "private_address"],
        ["https://%31%32%37.0.0.1/x", "private_address"],
        ["https://100.64.0.1/x", "private_address"],
        ["https://[::ffff:0:a9fe:a9fe]/x", "private_address"],
        ["https://[64:ff9b::7f00:1]/x", "private_address"],
        ["https://[2002:a00:1::]/x", "private_address"],
        ["https://203.0.113.9@127.0.0.1/x", "credentials"],
        ["https://0/x", "private_address"],
        ["http://203.0.113.9/x", "scheme"],
        ["ftp://203.0.113.9/x", "scheme"],
        ["https://user:word@203.0.113.9/x", "credentials"],
        ["https://203.0.113.9/x#part", "fragment"],
        ["not a url", "not_a_url"],
      ] as const) {
        const change = { event_urls: [{ event_type: "order.held", urls: [url] }] };
        const refusal = await catchRefusal(business.as("client_admin")(updateWebhookSettings, change));
        assert.deepEqual([refusal.status, refusal.errors?.[0]?.code], [422, code], url);
        const tested = await catchRefusal(business.as("client_admin")(testWebhook, { url }));
        assert.deepEqual([tested.status, tested.errors?.[0]?.code], [422, code], url);
      }
    } finally {
      service.runtime.providers = providers;
    }
    const wrong = { event_urls: [{ event_type: "order.eaten", urls: ["http://127.0.0.1:1"] }] };
    assert.equal((await catchRefusal(business.as("client_admin")(updateWebhookSettings, wrong))).status, 422);
    const { settings } = await business.as("client_admin")(getWebhookSettings, {});
    assert.deepEqual([settings.version, settings.endpoints, settings.secrets], [0, [], []]);
  });

  test("are updated in part, and send what the account that set them could see", async () => {
    const business = await service.business();
    const [receiver, second] = [await startReceiver(), await startReceiver()];
    const token = await business.as("client_admin")(createToken, {
      name: "orders only",
      scopes: ["webhooks:read", "webhooks:write", "orders:read"],
    });
    const set = (body: object) =>
      service.http("PUT", "/api/v1/webhook-settings", body, {
        authorization: `Bearer ${token.access_token}`,
      });
    const unseen = await set({ event_urls: [{ event_type: "wallet.changed", urls: [receiver.url] }] });
    assert.equal(unseen.body.errors?.[0]?.code, "scope_missing");
    const creation = await set({ event_urls: [{ event_type: "*", urls: [receiver.url] }] });
    assert.equal(creation.status, 200, JSON.stringify(creation.body));
    await business.as("client_admin")(updateWebhookSettings, {
      event_urls: [{ event_type: "webhook.*", urls: [second.url] }],
      hide_prices: true,
    });
    const { settings } = await business.as("client_admin")(getWebhookSettings, {});
    assert.deepEqual(settings.event_urls, [
      { event_type: "*", urls: [receiver.url] },
      { event_type: "webhook.*", urls: [second.url] },
    ]);
    assert.partialDeepStrictEqual(settings, { ordered: true, hide_prices: true, version: 2 });
    await business.order();
    await business.driver();
    await deliverDue(service, business.id);
    const types = new Set(receiver.received.map(({ body }) => body.type.split(".")[0]));
    assert.ok(types.has("order"));
    assert.ok(!types.has("driver") && !types.has("vehicle"), "it may not read drivers");
  });

  test("changed by many at once keep every change", async () => {
    const business = await service.business();
    const receiver = await startReceiver();
    const types = ["order.created", "order.held", "order.released", "order.cancelled"];
    const answers = await Promise.all(
      types.map((event_type) =>
        business.as("client_admin")(updateWebhookSettings, {
          event_urls: [{ event_type, urls: [receiver.url] }],
        }),
      ),
    );
    assert.equal(answers.filter(({ secret }) => secret !== null).length, 1, "one first secret");
    const { settings } = await business.as("client_admin")(getWebhookSettings, {});
    assert.deepEqual(
      settings.event_urls.map(({ event_type }) => event_type),
      types.toSorted(),
    );
    assert.equal(settings.endpoints.length, 1);
  });
});

test("the feed has the same events in the same form; the catalogue describes each type with a sample", async () => {
  const business = await service.business();
  const receiver = await startReceiver();
  await subscribe(business, receiver, "order.*");
  const order = await business.order();
  await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
  await deliverDue(service, business.id);
  const first = await business.as("client_admin")(listPublishedEvents, { limit: 1 });
  const rest = await business.as("client_admin")(listPublishedEvents, { after: first.next });
  const read = [...first.events, ...rest.events].filter(({ type }) => type.startsWith("order."));
  assert.deepEqual(
    receiver.received.map(({ body }) => body),
    read,
  );
  assert.equal(
    (await catchRefusal(business.as("client_admin")(listPublishedEvents, { after: "nonsense" }))).status,
    422,
  );

  const { event_types } = await service.anonymous(listWebhookEventTypes, {});
  assert.equal(event_types.length, service.runtime.registry.events.types.size);
  for (const { type, kinds, sample } of event_types) {
    assert.ok(kinds.length > 0, type);
    assert.equal(sample["type"], type);
  }
});
