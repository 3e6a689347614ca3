import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, beforeEach, describe, test } from "node:test";
import Type from "typebox";
import { runJob } from "#operation/run/workers.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { deliver } from "./deliver.ts";
import { enqueueEmail, enqueueSms } from "./enqueue.ts";
import { getMessaging } from "./operations/get-messaging.ts";
import { listOutbox } from "./operations/list-outbox.ts";
import { testMessaging } from "./operations/test-messaging.ts";
import { updateMessaging } from "./operations/update-messaging.ts";
import { isSmsConfigured } from "./public.ts";

const service = await testService();
// Vendors of these tests listen on localhost.
const providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });
service.runtime.providers = providers;

interface VendorRequest {
  form: URLSearchParams;
  key: string;
}

/** A text message vendor that answers as configured, in the documented format. */
const vendor_requests: VendorRequest[] = [];
let answer: (response: ServerResponse) => void;
const acceptMessage = (response: ServerResponse) =>
  response.writeHead(201).end('{"sid":"SM7","status":"queued"}');
const busy = (response: ServerResponse) =>
  response.writeHead(429, { "retry-after": "40" }).end('{"code":20429,"message":"Too Many Requests"}');
const unknown = (response: ServerResponse) =>
  response.writeHead(400).end('{"code":21211,"message":"The To number is not valid"}');
const vendor = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  vendor_requests.push({
    form: new URLSearchParams(Buffer.concat(chunks).toString("utf8")),
    key: String(request.headers["idempotency-key"]),
  });
  answer(response);
});
await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve));
after(() => {
  vendor.closeAllConnections();
  vendor.close();
});
const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;

beforeEach(() => {
  vendor_requests.length = 0;
  answer = acceptMessage;
});

const ACCOUNT = {
  vendor: "messages_api" as const,
  account: "AC0123456789abcdef0123456789abcdef",
  token: "0123456789-the-token",
  sender: "+15005550006",
};
const CODE = "482913";

async function withVendor(): Promise<TestBusiness> {
  const business = await service.business();
  await business.as("client_admin")(updateMessaging, { sms: { ...ACCOUNT, base_url } });
  return business;
}

/** An operation of another family that sends a code: at once, or by the job. */
const registry = service.runtime.registry.operations as Map<string, unknown>;
const sendCode = {
  name: "testSendCode",
  summary: "Send a code",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  input: Type.Object({ useful_s: Type.Optional(Type.Integer()), text: Type.Optional(Type.String()) }),
  output: Type.Object({ message_id: Type.Union([Type.Integer(), Type.Null()]) }),
  refusals: {},
  async run(context: never, input: { useful_s?: number; text?: string }) {
    const message_id = await enqueueSms(context, {
      business_id: (context as { business_id: number }).business_id,
      to: "+5561999990000",
      text: input.text ?? `${CODE} is your code.`,
      purpose: "verification_code",
      secrets: [CODE],
      ...(input.useful_s === undefined ? {} : { ttl_s: input.useful_s }),
    });
    return { message_id };
  },
};
registry.set(sendCode.name, sendCode);

const enqueueCode = async (business: TestBusiness, input: { useful_s?: number } = {}): Promise<number> => {
  const { message_id } = await business.as("client_admin")(sendCode, input);
  assert(message_id !== null, "It was enqueued.");
  return message_id;
};
const deliverNow = (business: TestBusiness, message_id: number) =>
  runJob(
    service.runtime,
    service.runtime.registry.jobs.get("deliver-message") as never,
    { message_id, business_id: business.id },
    () => false,
  );
const newest = async (business: TestBusiness) => {
  const { messages } = await business.as("client_admin")(listOutbox, {});
  assert(messages[0] !== undefined, "The outbox holds a message.");
  return messages[0];
};
const loadMessage = (message_id: number) =>
  service.system.row<Record<string, unknown>>("select * from outbox_message where id = $1", [message_id]);

describe("a text message", () => {
  test("is enqueued with the write, and sent once after it with its own key", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    assert.equal(vendor_requests.length, 0, "nothing is sent inside the transaction");
    assert.partialDeepStrictEqual(await newest(business), {
      state: "queued",
      provider: "messages_api",
      attempts: 0,
    });
    await deliverNow(business, message_id);
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 1);
    assert.deepEqual(Object.fromEntries(vendor_requests[0]?.form ?? []), {
      To: "+5561999990000",
      From: ACCOUNT.sender,
      Body: `${CODE} is your code.`,
    });
    assert.equal(vendor_requests[0]?.key, (await loadMessage(message_id))?.["key"]);
    assert.partialDeepStrictEqual(await newest(business), { state: "sent", attempts: 1, failure: null });
  });

  test("is not sent for a dry run, nor if its write fails", async () => {
    const business = await withVendor();
    const person = await business.person("client_admin");
    await service.call(person.actor, sendCode, {}, { dry_run: true });
    assert.equal((await business.as("client_admin")(listOutbox, {})).total, 0);
    const queued = await service.runtime.pools.owner.query(
      "select count(*)::int as n from pgboss.job where name = 'deliver-message' and (data->>'business_id')::int = $1",
      [business.id],
    );
    assert.equal(queued.rows[0].n, 0);
  });

  test("is sent once by two concurrent workers", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    // The vendor answers once the other workers have given up, or once it got a second request.
    const held: ServerResponse[] = [];
    let finished_count = 0;
    const free = () => held.splice(0).forEach(acceptMessage);
    answer = (response) => {
      held.push(response);
      if (vendor_requests.length > 1 || finished_count === 3) free();
    };
    const runs = [1, 2, 3, 4].map(async () => {
      await deliverNow(business, message_id);
      finished_count += 1;
      if (finished_count === 3) free();
    });
    await Promise.all(runs);
    assert.equal(vendor_requests.length, 1);
  });

  test("whose vendor asks to wait is retried with the same key, and not sooner", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    answer = busy;
    await deliverNow(business, message_id);
    assert.partialDeepStrictEqual(await newest(business), {
      state: "queued",
      attempts: 1,
      failure: "rate_limited",
    });
    answer = acceptMessage;
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 1, "too early");
    service.advance(41_000);
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 2);
    assert.equal(vendor_requests[0]?.key, vendor_requests[1]?.key);
    assert.partialDeepStrictEqual(await newest(business), {
      state: "sent",
      attempts: 2,
      failure: null,
      reason: null,
    });
  });

  test("enqueues its next try", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    answer = busy;
    const waiting = async () =>
      (
        await service.runtime.pools.owner.query(
          "select count(*)::int as n from pgboss.job where name = 'deliver-message' and data->>'message_id' = $1 and start_after > created_on + interval '20 seconds'",
          [String(message_id)],
        )
      ).rows[0].n;
    assert.equal(await waiting(), 0);
    await deliverNow(business, message_id);
    assert.equal(await waiting(), 1);
  });

  test("of a process that died is sent once its claim has expired", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    // The state that a process leaves when it dies between its claim and the response.
    await service.system.execute(
      "update outbox_message set attempts = 1, next_at = $2::timestamptz + interval '120 seconds' where id = $1",
      [message_id, service.now()],
    );
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 0);
    service.advance(121_000);
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 1);
  });

  test("that the vendor refuses has failed finally, with a readable reason", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    answer = unknown;
    await deliverNow(business, message_id);
    const message = await newest(business);
    assert.partialDeepStrictEqual(message, { state: "failed", failure: "recipient_refused", next_at: null });
    assert.match(message.reason ?? "", /error 21211/);
    service.advance(86_400_000);
    await deliverNow(business, message_id);
    assert.equal(vendor_requests.length, 1);
  });

  test("that is never accepted has failed after its last try", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    answer = busy;
    for (let tries = 0; tries < 8; tries += 1) {
      await deliverNow(business, message_id);
      service.advance(7_200_000);
    }
    assert.equal(vendor_requests.length, 6);
    assert.partialDeepStrictEqual(await newest(business), {
      state: "failed",
      attempts: 6,
      failure: "rate_limited",
    });
  });

  test("is not sent after it expires, nor by a vendor that was removed", async () => {
    const business = await withVendor();
    const late = await enqueueCode(business, { useful_s: 300 });
    service.advance(300_000);
    await deliverNow(business, late);
    assert.partialDeepStrictEqual(await newest(business), { state: "failed", failure: "expired" });
    const orphan = await enqueueCode(business);
    await business.as("client_admin")(updateMessaging, { sms: null });
    await deliverNow(business, orphan);
    assert.partialDeepStrictEqual(await newest(business), { state: "failed", failure: "no_vendor" });
    assert.equal(vendor_requests.length, 0);
  });

  test("never shows its code if a vendor sends, in any state, and deletes it", async () => {
    const business = await withVendor();
    const message_id = await enqueueCode(business);
    for (const state of ["queued", "sent"]) {
      const message = await newest(business);
      assert.equal(message.state, state);
      assert.equal(message.body, "•••••• is your code.");
      await deliverNow(business, message_id);
    }
    const row = await loadMessage(message_id);
    assert.equal(row?.["body_sealed"], row?.["masked_sealed"], "the code itself is gone");
    const failed = await enqueueCode(business);
    answer = unknown;
    await deliverNow(business, failed);
    assert.equal((await newest(business)).body, "•••••• is your code.");
    // A business that switches to the outbox afterwards does not read old codes there.
    await business.as("client_admin")(updateMessaging, { sms: { vendor: "outbox" } });
    assert.doesNotMatch(JSON.stringify(await business.as("client_admin")(listOutbox, {})), new RegExp(CODE));
  });

  test("stays in the outbox with its code if the business chose the outbox", async () => {
    const business = await service.business();
    await business.as("client_admin")(updateMessaging, { sms: { vendor: "outbox" } });
    const message_id = await enqueueCode(business);
    assert.partialDeepStrictEqual(await newest(business), {
      state: "kept",
      provider: "outbox",
      body: `${CODE} is your code.`,
    });
    await deliverNow(business, message_id);
    assert.equal((await newest(business)).state, "kept");
  });
});

describe("whether text messages can be sent", () => {
  const sender = (business: TestBusiness) => ({
    db: service.system,
    providers: service.runtime.providers,
    settings: service.runtime.settings,
    business,
  });
  test("yes with a vendor, with the outbox only if it is allowed, else no", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    assert.equal(await isSmsConfigured(sender(business), business.id), false);
    assert.equal((await admin(sendCode, {})).message_id, null);
    assert.deepEqual((await admin(getMessaging, {})).messaging.effective.sms, {
      configured: false,
      by: "none",
    });

    await admin(updateMessaging, { sms: { vendor: "outbox" } });
    assert.equal(await isSmsConfigured(sender(business), business.id), true);
    service.runtime.settings.allows_sms_outbox = false;
    try {
      assert.equal(await isSmsConfigured(sender(business), business.id), false);
      assert.equal((await admin(sendCode, {})).message_id, null);
      const refusal = await catchRefusal(admin(updateMessaging, { sms: { vendor: "outbox" } }));
      assert.equal(refusal.errors?.[0]?.field, "sms/vendor");
      await admin(updateMessaging, { sms: { ...ACCOUNT, base_url } });
      assert.equal(await isSmsConfigured(sender(business), business.id), true);
    } finally {
      service.runtime.settings.allows_sms_outbox = true;
    }
  });

  test("through the installation's vendor, until the business has its own", async () => {
    const own_providers = createProviders({
      ...DEFAULT_PROVIDER_SETTINGS,
      private_addresses: true,
      sms: { ...ACCOUNT, sender: "+15005550001", base_url },
    });
    service.runtime.providers = own_providers;
    try {
      const business = await service.business();
      assert.equal(await isSmsConfigured(sender(business), business.id), true);
      await deliverNow(business, await enqueueCode(business));
      await business.as("client_admin")(updateMessaging, { sms: { ...ACCOUNT, base_url } });
      await deliverNow(business, await enqueueCode(business));
      assert.deepEqual(
        vendor_requests.map(({ form }) => form.get("From")),
        ["+15005550001", ACCOUNT.sender],
      );
    } finally {
      service.runtime.providers = providers;
    }
  });
});

describe("the settings", () => {
  test("never show a secret again, and store it encrypted", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const password = "p4ssword-of-the-server";
    const answers = [
      await admin(updateMessaging, {
        sms: { ...ACCOUNT, base_url },
        email: { host: "mail.example", from_address: "a@rounds.example", username: "me", password },
      }),
      await admin(getMessaging, {}),
    ];
    for (const { messaging } of answers) {
      assert.deepEqual(messaging.sms?.token, { configured: true, last_four: "oken" });
      assert.deepEqual(messaging.email?.password, { configured: true, last_four: "rver" });
      for (const secret of [ACCOUNT.token, password, "sealed"])
        assert.ok(!JSON.stringify(messaging).includes(secret), secret);
    }
    const rows = await service.system.rows(
      "select to_jsonb(m)::text as it from messaging_settings m where business_id = $1 union all select to_jsonb(e)::text from event e where business_id = $1 union all select to_jsonb(a)::text from audit a where business_id = $1",
      [business.id],
    );
    assert.ok(rows.length >= 3);
    for (const secret of [ACCOUNT.token, password]) assert.ok(!JSON.stringify(rows).includes(secret));
  });

  test("keep members that are not sent, and send a secret only to the server it was set for", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(updateMessaging, { sms: { ...ACCOUNT, base_url } });
    const { messaging } = await admin(updateMessaging, { sms: { sender: "Rounds" } });
    assert.partialDeepStrictEqual(messaging.sms, { sender: "Rounds", account: ACCOUNT.account });
    assert.equal(messaging.sms?.token.configured, true);
    for (const change of [{ base_url: "https://evil.example" }, { account: "AC9" }]) {
      const refusal = await catchRefusal(admin(updateMessaging, { sms: change }));
      assert.equal(refusal.errors?.[0]?.field, "sms/token");
    }
    await admin(updateMessaging, {
      email: {
        host: "mail.example",
        from_address: "a@b.example",
        username: "me",
        password: "a long password",
      },
    });
    const refusal = await catchRefusal(admin(updateMessaging, { email: { host: "evil.example" } }));
    assert.equal(refusal.errors?.[0]?.field, "email/password");
    assert.equal((await admin(getMessaging, {})).messaging.email?.host, "mail.example", "nothing changed");
  });

  test("are changed only by an administrator with an interactive sign-in, one change after the other", async () => {
    const business = await service.business();
    assert.equal((await catchRefusal(business.as("employee")(getMessaging, {}))).status, 403);
    const api = await business.person("client_admin", "program");
    await service.system.execute("update access_token set kind = 'api' where account_id = $1", [
      api.account_id,
    ]);
    service.runtime.authentication.clearCache();
    assert.equal((await catchRefusal(api.call(updateMessaging, { sms: null }))).code, "sign_in_required");
    const admin = business.as("client_admin");
    const { version } = await admin(updateMessaging, { sms: { vendor: "outbox" } });
    const results = await Promise.allSettled(
      ["One", "Two"].map((from_name) =>
        admin(
          updateMessaging,
          { email: { host: "mail.example", from_address: "a@b.example", from_name } },
          { if_match: version },
        ),
      ),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await admin(getMessaging, {})).version, version + 1);
  });

  test("can be read and set again after the installation's key has changed", async () => {
    const business = await withVendor();
    const { settings } = service.runtime;
    const key = settings.secret_key;
    settings.secret_key = Buffer.alloc(32, 9);
    try {
      const admin = business.as("client_admin");
      assert.equal((await admin(getMessaging, {})).messaging.sms?.token.configured, true);
      const message_id = await enqueueCode(business);
      await assert.rejects(deliverNow(business, message_id), "the job fails where somebody sees it");
      assert.partialDeepStrictEqual(await newest(business), { state: "queued", failure: "internal" });
      await admin(updateMessaging, { sms: { token: ACCOUNT.token } });
      service.advance(16_000);
      await deliverNow(business, message_id);
      assert.equal((await newest(business)).state, "sent");
    } finally {
      settings.secret_key = key;
    }
  });

  test("refuse a line break, which would begin another header", async () => {
    const business = await service.business();
    for (const email of [{ from_name: "A\r\nBcc: x@y.example" }, { from_address: "a@b.example\nX: 1" }]) {
      const refusal = await catchRefusal(business.as("client_admin")(updateMessaging, { email }));
      assert.equal(refusal.status, 422);
    }
  });
});

describe("a test message", () => {
  const withPhone = async (business: TestBusiness) => {
    const { account_id } = await business.person("client_admin");
    await service.system.execute("update account set phone_e164 = '+5561988887777' where id = $1", [
      account_id,
    ]);
  };

  test("goes to the caller's own number, at once, and reports the result", async () => {
    const business = await withVendor();
    await withPhone(business);
    const test_message = await business.as("client_admin")(testMessaging, { channel: "sms" });
    assert.partialDeepStrictEqual(test_message, { result: true, state: "sent", failure: null });
    assert.equal(vendor_requests[0]?.form.get("To"), "+5561988887777");
    answer = busy;
    const failed = await business.as("client_admin")(testMessaging, { channel: "sms" });
    assert.partialDeepStrictEqual(failed, { result: false, state: "failed", failure: "rate_limited" });
    await deliverNow(business, failed.message_id);
    assert.equal(vendor_requests.length, 2, "it is tried once");
  });

  test("needs a number and a vendor, and is limited to ten an hour", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    assert.equal((await catchRefusal(admin(testMessaging, { channel: "sms" }))).code, "no_phone");
    await withPhone(business);
    assert.equal((await catchRefusal(admin(testMessaging, { channel: "sms" }))).code, "sms_not_configured");
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => admin(testMessaging, { channel: "email" })),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 10);
    assert.equal((await catchRefusal(admin(testMessaging, { channel: "email" }))).status, 429);
    service.advance(3_601_000);
    assert.equal((await admin(testMessaging, { channel: "email" })).state, "kept");
  });
});

test("an e-mail of the platform itself is sent by the installation's server or stays in the outbox, and is never shown to a business", async () => {
  const admin = await service.platformAdmin();
  await service.http("POST", "/api/v1/user/password/forgot", { email: admin.email });
  await runQueued(service, "send-password-links");
  const row = await service.system.row<{ id: number; state: string }>(
    "select id, state from outbox_message where recipient = $1 and business_id is null",
    [admin.email],
  );
  assert.equal(row?.state, "kept");
  const { settings } = service.runtime;
  const delivery = await deliver(
    { db: service.system, now: service.now(), settings, providers },
    row?.id ?? 0,
  );
  assert.equal(delivery.state, "kept");
});

test("an e-mail of the platform that its server does not accept is retried by the job", async () => {
  const smtp = { host: "127.0.0.1", port: 1, security: "none" as const, username: null, password: null };
  service.runtime.providers = createProviders({
    ...DEFAULT_PROVIDER_SETTINGS,
    private_addresses: true,
    smtp: { ...smtp, from_address: "hello@packhorse.example", from_name: "Packhorse", reply_to: null },
  });
  try {
    const admin = await service.platformAdmin();
    await service.http("POST", "/api/v1/user/password/forgot", { email: admin.email });
    await runQueued(service, "send-password-links");
    const row = async () =>
      service.system.row<{ id: number; state: string; attempts: number; provider: string; failure: string }>(
        "select id, state, attempts, provider, failure from outbox_message where recipient = $1",
        [admin.email],
      );
    const message_id = (await row())?.id ?? 0;
    const job = service.runtime.registry.jobs.get("deliver-message") as never;
    await runJob(service.runtime, job, { message_id, business_id: null }, () => false);
    assert.partialDeepStrictEqual(await row(), {
      state: "queued",
      provider: "smtp",
      attempts: 1,
      failure: "unreachable",
    });
    const { rows } = await service.runtime.pools.owner.query(
      "select data from pgboss.job where name = 'deliver-message' and data->>'message_id' = $1 and start_after > created_on + interval '5 seconds'",
      [String(message_id)],
    );
    assert.deepEqual(rows, [{ data: { message_id, business_id: null } }]);
  } finally {
    service.runtime.providers = providers;
  }
});

test("an enqueued e-mail has its HTML encrypted until it is sent", async () => {
  const business = await service.business();
  await business.as("client_admin")(updateMessaging, {
    email: { host: "127.0.0.1", port: 1, security: "none", from_address: "a@b.example" },
  });
  const sendMail = {
    ...sendCode,
    name: "testSendMail",
    async run(context: never) {
      const message_id = await enqueueEmail(context, {
        business_id: business.id,
        to: "clara@test.example",
        subject: "Hello",
        text: "Hello Clara",
        html: "<p>Hello Clara</p>",
        purpose: "notice",
        attempts_max: 1,
      });
      return { message_id };
    },
  };
  registry.set(sendMail.name, sendMail);
  const { message_id } = await business.as("client_admin")(sendMail, {});
  const before = await loadMessage(message_id ?? 0);
  assert.doesNotMatch(JSON.stringify(before), /Clara</);
  await deliverNow(business, message_id ?? 0);
  assert.partialDeepStrictEqual(await newest(business), {
    state: "failed",
    failure: "unreachable",
    body: "Hello Clara",
  });
  assert.equal((await loadMessage(message_id ?? 0))?.["html_sealed"], null);
});
