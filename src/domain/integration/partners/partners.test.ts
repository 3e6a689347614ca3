/** Keys of providers: who creates them, what a signature covers, and what ends them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createToken } from "#domain/identity/accounts/operations/create-token.ts";
import { createSystemQueries } from "#operation/define/system-queries.ts";
import { runSchedule } from "#tests/support/jobs.ts";
import { createProvider, createSigner } from "#tests/support/provider.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createOtepProvider } from "./operations/create-otep-provider.ts";
import { listOtepProviders } from "./operations/list-otep-providers.ts";
import { revokeOtepProvider } from "./operations/revoke-otep-provider.ts";
import { rotateOtepProviderSecret } from "./operations/rotate-otep-provider-secret.ts";
import { updateOtepProvider } from "./operations/update-otep-provider.ts";

const service = await testService();
const PATH = "/api/v1/otep/ingest";

let moment = 0;
/** A different event each time, so that no request is a replay of another. */
const received = (number: string, more: Record<string, unknown> = {}) => {
  moment += 1;
  return {
    subject: number,
    status_code: "otep:core:received",
    occurred_at: new Date(Date.parse("2026-11-21T10:00:00Z") + moment).toISOString(),
    ...more,
  };
};
const getErrorCode = ({ status, body }: { status: number; body: { error_code?: string } }) => [
  status,
  body.error_code,
];

describe("a provider", () => {
  test("is created with a secret that is shown once and stored encrypted", async () => {
    const business = await service.business();
    const created_provider = await business.as("client_admin")(createOtepProvider, {
      code: "acme",
      name: "Acme",
      source_types: ["carrier"],
    });
    assert.partialDeepStrictEqual(created_provider.provider, {
      code: "acme",
      status: "active",
      subject_patterns: ["*"],
      formats: ["otep", "epcis"],
      allows_bearer: false,
      secrets: 1,
    });
    assert.match(created_provider.secret, /^otep_[\w-]{43}$/);
    const listed = await business.as("client_admin")(listOtepProviders, {});
    assert.deepEqual(listed.providers, [created_provider.provider]);
    const stored_partner = JSON.stringify(
      await service.system.rows("select to_jsonb(p) from partner p where business_id = $1", [business.id]),
    );
    const emitted = JSON.stringify(await business.readEvents("partner", created_provider.provider.id));
    const audited = JSON.stringify(
      await service.system.rows("select subjects, changes from audit where business_id = $1", [business.id]),
    );
    for (const place of [stored_partner, emitted, audited, JSON.stringify(listed)])
      assert.ok(!place.includes(created_provider.secret));
  });

  test("has a unique code other than ours, and is managed by client admins", async () => {
    const business = await service.business();
    const make = (code: string) =>
      business.as("client_admin")(createOtepProvider, { code, name: "Acme", source_types: ["carrier"] });
    await make("acme");
    assert.equal((await catchRefusal(make("acme"))).error_code, "CODE_TAKEN");
    assert.equal((await catchRefusal(make("packhorse"))).error_code, "CODE_TAKEN");
    assert.equal((await catchRefusal(business.as("employee")(listOtepProviders, {}))).status, 403);
    const other = await service.business();
    assert.equal((await other.as("client_admin")(listOtepProviders, {})).total, 0);
  });

  test("rotates its secret without downtime: two are active, an older one ends", async () => {
    const business = await service.business();
    const order = await business.order();
    const first = await createProvider(business);
    const rotate = async (more: object = {}) => {
      const { secret } = await business.as("client_admin")(rotateOtepProviderSecret, {
        provider_id: first.provider.id,
        ...more,
      });
      return createSigner(business, first.provider, secret);
    };
    const second = await rotate();
    for (const signer of [first, second])
      assert.equal((await signer.ingest(received(order.tracking_number))).status, 200);
    const third = await rotate();
    assert.deepEqual(getErrorCode(await first.ingest(received(order.tracking_number))), [
      401,
      "INVALID_SIGNATURE",
    ]);
    for (const signer of [second, third])
      assert.equal((await signer.ingest(received(order.tracking_number))).status, 200);
    const fourth = await rotate({ retire_former: true });
    assert.equal((await third.ingest(received(order.tracking_number))).status, 401);
    assert.equal((await fourth.ingest(received(order.tracking_number))).status, 200);
  });

  test("is refused while it is suspended, and permanently once it is revoked", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const { id: provider_id } = carrier.provider;
    const set = (status: "active" | "suspended") =>
      business.as("client_admin")(updateOtepProvider, { provider_id, status });
    await set("suspended");
    assert.deepEqual(getErrorCode(await carrier.ingest(received(order.tracking_number))), [
      403,
      "PROVIDER_SUSPENDED",
    ]);
    await set("active");
    assert.equal((await carrier.ingest(received(order.tracking_number))).status, 200);
    const revoked = await business.as("client_admin")(revokeOtepProvider, { provider_id });
    assert.partialDeepStrictEqual(revoked.provider, { status: "revoked", secrets: 0 });
    assert.deepEqual(getErrorCode(await carrier.ingest(received(order.tracking_number))), [
      401,
      "INVALID_SIGNATURE",
    ]);
    assert.equal((await catchRefusal(set("active"))).error_code, "PROVIDER_REVOKED");
    assert.equal(
      (await catchRefusal(business.as("client_admin")(rotateOtepProviderSecret, { provider_id }))).error_code,
      "PROVIDER_REVOKED",
    );
    const again = await business.as("client_admin")(createOtepProvider, {
      code: carrier.provider.code,
      name: "Acme again",
      source_types: ["carrier"],
    });
    assert.equal(again.provider.status, "active");
  });

  test("shows when its key was last used, written at most once a minute", async (context) => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business, { allows_bearer: true });
    const { system_queries } = service.runtime;
    const writes: Promise<void>[] = [];
    const { touchPartner } = system_queries;
    system_queries.touchPartner = (...touch_arguments) => {
      const write = touchPartner(...touch_arguments);
      writes.push(write);
      return write;
    };
    context.after(() => {
      system_queries.touchPartner = touchPartner;
    });
    /** The value after every started write; null while the key was never used. */
    const findLastUse = async () => {
      await Promise.all(writes);
      const { providers } = await business.as("client_admin")(listOtepProviders, {});
      return providers[0]?.last_used_at ?? null;
    };
    assert.equal(
      (await carrier.post(PATH, received(order.tracking_number), {}, { secret: "x" })).status,
      401,
    );
    assert.equal(await findLastUse(), null, "a wrong signature is no use of the key");
    const start = service.now().toISOString();
    assert.equal((await carrier.ingest(received(order.tracking_number))).status, 200);
    const first = (await findLastUse()) ?? "";
    assert.ok(first >= start && first <= service.now().toISOString(), first);
    service.advance(30_000);
    for (let turn = 0; turn < 3; turn += 1)
      assert.equal((await carrier.ingest(received(order.tracking_number))).status, 200);
    assert.equal(await findLastUse(), first);
    assert.equal(writes.length, 1, "most requests write nothing");
    service.advance(40_000);
    const bearer = await business.http("client_admin", "POST", PATH, received(order.tracking_number), {
      "otep-key": carrier.provider.key_id,
    });
    assert.equal(bearer.status, 200);
    const second = (await findLastUse()) ?? "";
    assert.ok(second > first, "an account's token with the key is a use of it");

    // Concurrent requests, in this process and in another one: only the first of them writes.
    const others = createSystemQueries(service.runtime.registry.system_queries, service.runtime.pools.system);
    const at = (seconds: number) => new Date(Date.parse(second) + seconds * 1000);
    const touch = (by: typeof others, seconds: number) =>
      by.touchPartner(business.id, carrier.provider.id, at(seconds), at(seconds - 60));
    await Promise.all(Array.from({ length: 20 }, (_one, index) => touch(others, 100 + index)));
    await touch(
      createSystemQueries(service.runtime.registry.system_queries, service.runtime.pools.system),
      130,
    );
    assert.equal(await findLastUse(), at(100).toISOString());
  });

  test("of a suspended business is refused too", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
    assert.equal((await carrier.ingest(received(order.tracking_number))).status, 403);
  });
});

describe("a signature", () => {
  test("is missing, wrong, or of another key, body, path, method or moment", async () => {
    const business = await service.business();
    const order = await business.order();
    const [carrier, other] = [await createProvider(business), await createProvider(business)];
    const body = () => received(order.tracking_number);
    const none = await service.http("POST", PATH, body());
    assert.deepEqual(getErrorCode(none), [401, "MISSING_CREDENTIALS"]);
    assert.ok(none.headers["www-authenticate"]);
    const part = await service.http("POST", PATH, body(), { "otep-key": carrier.provider.key_id });
    assert.deepEqual(getErrorCode(part), [401, "MISSING_CREDENTIALS"]);
    const wrong = [
      { secret: "otep_wrong" },
      { secret: other.secret },
      { key: "pk_nobody" },
      { key: other.provider.key_id },
      { signed_body: "{}" },
      { signed_path: "/api/v1/otep/ingest/epcis" },
      { signed_path: `${PATH}?x=1` },
      { signature: "v1=00" },
      { signature: "v2=ff" },
      { signature: "" },
    ];
    for (const signing of wrong) {
      const refused = await carrier.post(PATH, body(), {}, signing);
      const expected = signing.signature === "" ? "INVALID_SIGNATURE" : "INVALID_SIGNATURE";
      assert.deepEqual(getErrorCode(refused), [401, expected], JSON.stringify(signing));
    }
    const queried = await carrier.post(`${PATH}?x=1`, body());
    assert.notEqual(queried.status, 401, "the query is signed as it was sent");
    const now = Math.floor(service.now().getTime() / 1000);
    for (const timestamp of [now - 302, now + 302, "soon", "", "1e9", String(now * 1000)]) {
      const stale = await carrier.post(PATH, body(), {}, { timestamp });
      assert.equal(stale.status, 401, String(timestamp));
      if (timestamp !== "") assert.equal(stale.body.error_code, "STALE_TIMESTAMP", String(timestamp));
    }
    for (const timestamp of [now - 295, now + 295])
      assert.equal((await carrier.post(PATH, body(), {}, { timestamp })).status, 200);
  });

  test("counts once, in every process and for concurrent requests; a refused request may be sent again", async () => {
    const business = await service.business();
    const order = await business.order();
    const carrier = await createProvider(business);
    const body = JSON.stringify(received(order.tracking_number));
    const timestamp = Math.floor(service.now().getTime() / 1000);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => carrier.post(PATH, body, {}, { timestamp })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    assert.equal(answers.find(({ status }) => status === 409)?.body.error_code, "REPLAYED_REQUEST");
    // The signature is recorded in the database: another process finds it there.
    const noted = await service.system.row<{ n: number }>(
      "select count(*) as n from signed_request where business_id = $1",
      [business.id],
    );
    assert.equal(noted?.n, 1);
    const bad = JSON.stringify(received("nobody-has-it"));
    for (let turn = 0; turn < 2; turn += 1)
      assert.equal((await carrier.post(PATH, bad, {}, { timestamp })).status, 422);
    service.advance(11 * 60_000);
    await runSchedule(service, "operation.delete-expired-keys");
    assert.equal(
      (
        await service.system.row<{ n: number }>(
          "select count(*)::int as n from signed_request where business_id = $1",
          [business.id],
        )
      )?.n,
      0,
    );
    assert.equal((await carrier.post(PATH, body, {}, { timestamp })).body.error_code, "STALE_TIMESTAMP");
  });

  test("is checked before the body, and a body without credentials is not read", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    assert.equal((await carrier.post(PATH, "{broken", {}, { secret: "otep_wrong" })).status, 401);
    assert.equal((await carrier.post(PATH, "{broken")).status, 400);
    const large = await service.http("POST", PATH, `{"a":"${"x".repeat(5 * 1024 * 1024)}"}`);
    assert.equal(large.status, 401);
  });
});

describe("a key's scope", () => {
  test("limits source types, formats and subjects", async () => {
    const business = await service.business();
    const [order, other] = [await business.order(), await business.order()];
    const carrier = await createProvider(business, { source_types: ["carrier"], formats: ["otep"] });
    const customs = received(order.tracking_number, { source: { type: "customs" } });
    assert.deepEqual(getErrorCode(await carrier.ingest(customs)), [403, "SCOPE_DENIED"]);
    const mixed = await carrier.ingest([customs, received(order.tracking_number)]);
    assert.deepEqual(
      mixed.body.results.map((one: { status: string; errors: { code: string }[] }) => [
        one.status,
        one.errors[0]?.code,
      ]),
      [
        ["rejected", "scope_denied"],
        ["accepted", undefined],
      ],
    );
    assert.deepEqual(getErrorCode(await carrier.post("/api/v1/otep/ingest/epcis", {})), [
      403,
      "SCOPE_DENIED",
    ]);
    const narrow = await createProvider(business, {
      subject_patterns: [`${order.tracking_number.slice(0, 10)}*`, "order_id:7*"],
    });
    const answer = await narrow.ingest([received(order.tracking_number), received(other.tracking_number)]);
    assert.deepEqual(
      answer.body.results.map((one: { status: string }) => one.status),
      ["accepted", "rejected"],
    );
    assert.equal(answer.body.results[1].errors[0].code, "subject_not_found");
  });

  test("is refused for what its key is not for, whatever else the request says", async () => {
    const business = await service.business();
    const order = await business.order();
    const partner = await createProvider(business, { uses: ["tenders"] });
    const refused = await partner.ingest([received(order.tracking_number)]);
    assert.deepEqual(getErrorCode(refused), [403, "SCOPE_DENIED"]);
    assert.equal(refused.body.message, "This key is for tenders, not for events.");
    const { id: provider_id } = partner.provider;
    const both = await business.as("client_admin")(updateOtepProvider, {
      provider_id,
      uses: ["events", "tenders"],
    });
    assert.deepEqual(both.provider.uses, ["events", "tenders"]);
    assert.equal((await partner.ingest([received(order.tracking_number)])).status, 200);
    const none = await catchRefusal(
      business.as("client_admin")(updateOtepProvider, { provider_id, uses: [] }),
    );
    assert.equal(none.status, 422);
  });

  test("accepts a bearer token only if its policy allows it, from people of its business", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const order = await business.order();
    const carrier = await createProvider(business);
    const send = (who: typeof business, role: "client_admin" | "driver", key?: string) =>
      who.http(
        role,
        "POST",
        PATH,
        received(order.tracking_number),
        key === undefined ? {} : { "otep-key": key },
      );
    const { id: provider_id, key_id } = carrier.provider;
    assert.equal((await send(business, "client_admin")).status, 403);
    assert.equal((await send(business, "client_admin", key_id)).status, 403);
    await business.as("client_admin")(updateOtepProvider, { provider_id, allows_bearer: true });
    assert.equal((await send(business, "client_admin", key_id)).status, 200);
    assert.equal((await send(business, "driver", key_id)).status, 403);
    assert.equal((await send(other, "client_admin", key_id)).status, 403);
    const { access_token } = await business.as("client_admin")(createToken, {
      name: "Reads only",
      scopes: ["orders:read"],
    });
    const narrow = { "otep-key": key_id, authorization: `Bearer ${access_token}` };
    assert.deepEqual(
      getErrorCode(await service.http("POST", PATH, received(order.tracking_number), narrow)),
      [403, "SCOPE_MISSING"],
    );
    assert.equal(
      (await service.http("POST", PATH, received(order.tracking_number), { "otep-key": key_id })).status,
      401,
    );
  });
});
