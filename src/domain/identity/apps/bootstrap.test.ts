/** The configuration that an app gets when it starts. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listProvidedCapabilities } from "#operation/define/registry.ts";
import { createApp, providing, type TestApp } from "#tests/support/apps.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { CAPABILITY_IDS, QUICK_ACTIONS } from "./capabilities.ts";

/** Families of every capability, and those that exist today. */
const service = await testService({ operations: [providing()] });
const today = await testService();

const ask = (app: TestApp, query = "", headers: Record<string, string> = {}) =>
  service.http("GET", app.at(`/bootstrap${query}`), undefined, headers);
const readData = async (app: TestApp, query = "") => (await ask(app, query)).body.data;
const change = (business: TestBusiness, app: TestApp, body: object, headers = {}) =>
  business.http("client_admin", "PATCH", `/api/v1/client/apps/${app.code}`, body, headers);

describe("bootstrap", () => {
  test("is public: an app whose session has ended starts like every other, with the same response", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const plain = await ask(app);
    const { token } = await business.person("employee");
    for (const authorization of ["Bearer ph_over_since_yesterday", "Basic x", `Bearer ${token}`]) {
      const answer = await ask(app, "", { authorization });
      assert.deepEqual([answer.status, answer.body], [200, plain.body], authorization);
    }
    const query = `{ appBootstrap(appCode: "${app.code}", clientCode: "${business.code}") { data { configuration_version } } }`;
    const headers = { authorization: "Bearer ph_over_since_yesterday" };
    const { body } = await service.http("POST", "/api/graphql", { query }, headers);
    assert.deepEqual(body.data.appBootstrap, { data: { configuration_version: 1 } });
  });

  test("has every published member with its type", async () => {
    const business = await service.business();
    const app = await createApp(service, business, { server_client_id: "shop-backend" });
    const { status, body } = await ask(app);
    assert.equal(status, 200);
    assert.equal(body.result, true);
    const { capabilities, branding, service_contracts, ...rest } = body.data;
    assert.deepEqual(rest, {
      app: { code: app.code, name: "Shop", type: "customer", schema_version: 1 },
      client: { code: business.code, display_name: `Business ${business.code}` },
      configuration_version: 1,
      authentication: {
        methods: { idp: false, email: true, registration: false },
        idp: { server_client_id: "shop-backend", provider: "idp" },
        registration: {
          enabled: false,
          phone_verification_required: true,
          sms_configured: false,
          default_phone_region: "BR",
          requires_approval: false,
          code_length: 6,
          resend_after: 60,
        },
      },
      services: {
        identity: { source_of_truth: "account", shared_with_web: true },
        wallet: { source_of_truth: "ledger", ledger_mode: "double_entry" },
      },
      settings: {
        home: {
          quick_actions: ["send", "return", "store", "lockers", "luggage", "handover", "pay", "wallet"],
        },
      },
      version_policy: {
        min_supported: null,
        recommended: null,
        message: null,
        store_url: null,
        blocked: [],
        status: null,
      },
    });
    assert.ok(Object.values(capabilities).every((value) => typeof value === "boolean"));
    assert.deepEqual(
      ["auth.idp", "auth.email", "wallet.balance", "locker.pickup"].map((id) => capabilities[id]),
      [false, true, true, true],
    );
    assert.partialDeepStrictEqual(branding, {
      display_name: `Business ${business.code}`,
      primary_color: "#1d4ed8",
      on_primary_color: "#ffffff",
      logo_url: null,
    });
    assert.deepEqual(
      service_contracts.map((one: { name: string }) => one.name),
      ["rest", "graphql", "mcp", "openapi"],
    );
  });

  test("is 404 if app, client or their assignment does not exist, in the caller's language", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const other = await service.business();
    for (const path of [
      `/api/v1/apps/nothing/clients/${business.code}/bootstrap`,
      `/api/v1/apps/${app.code}/clients/nobody/bootstrap`,
      `/api/v1/apps/${app.code}/clients/${other.code}/bootstrap`,
    ]) {
      const { status, body } = await service.http("GET", path, undefined, { "accept-language": "fr-CA" });
      assert.deepEqual([status, body.error_code], [404, "NOT_FOUND"], path);
      assert.equal(body.message, "Ce client n’a pas cette application.");
    }
  });

  test("is 403 while the app, the assignment or the client is not available", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const platform = await service.platformAdmin();
    const path = `/api/v1/platform/apps/${app.code}`;
    const steps: [string, object, object][] = [
      [path, { status: "killed", status_reason: "leak" }, { status: "active" }],
      [`${path}/assignments/${business.code}`, { status: "suspended" }, { status: "active" }],
      [`/api/v1/platform/businesses/${business.id}`, { status: "suspended" }, { status: "active" }],
    ];
    for (const [at, off, on] of steps) {
      assert.equal((await platform.http("PATCH", at, off)).status, 200);
      const { status, body } = await ask(app);
      assert.deepEqual([status, body.error_code], [403, "APP_NOT_AVAILABLE"], at);
      assert.equal((await platform.http("PATCH", at, on)).status, 200);
      assert.equal((await ask(app)).status, 200);
    }
  });

  test("is 422 for an invalid platform or version, and accepts every semantic version", async () => {
    const app = await createApp(service, await service.business());
    const cases: [string, string][] = [
      ["?platform=windows", "platform"],
      ["?platform=", "platform"],
      ["?platform=ios&platform=android", "platform"],
      ["?platform=ios&platform=ios", "platform"],
      ["?app_version=1.2.3&app_version=1.2.3", "app_version"],
      ["?app_version=1.2", "app_version"],
      ["?app_version=01.2.3", "app_version"],
      ["?app_version=", "app_version"],
      ["?app_version=v1.2.3", "app_version"],
      [`?app_version=1.2.${"3".repeat(101)}`, "app_version"],
    ];
    for (const [query, field] of cases) {
      const { status, body } = await ask(app, query);
      assert.equal(status, 422, query);
      assert.equal(body.errors[0].field, field);
    }
    for (const version of ["0.0.0", "1.2.3", "1.2.3-beta.1", "1.2.3%2Bbuild.7", "1.0.0-0A.is.legal"])
      assert.equal((await ask(app, `?platform=android&app_version=${version}`)).status, 200, version);
  });

  test("returns the store of each platform and the standing of each version", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const changed = await change(business, app, {
      version_policy: {
        min_supported: "1.2.0",
        recommended: "1.4.0",
        message: "Please update",
        blocked: ["1.5.0"],
        store_url_ios: "https://store.example/ios",
        store_url_android: "https://store.example/android",
      },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const policy = async (query: string) => (await readData(app, query)).version_policy;
    assert.deepEqual(await policy("?platform=ios&app_version=1.1.9"), {
      min_supported: "1.2.0",
      recommended: "1.4.0",
      message: "Please update",
      store_url: "https://store.example/ios",
      blocked: ["1.5.0"],
      status: "update_required",
    });
    assert.equal((await policy("?platform=android")).store_url, "https://store.example/android");
    const standings: [string, string][] = [
      ["1.2.0", "update_recommended"],
      ["1.4.0", "supported"],
      ["1.5.0", "update_required"],
      ["1.5.1", "supported"],
    ];
    for (const [version, status] of standings)
      assert.equal((await policy(`?app_version=${version}`)).status, status, version);
  });

  test("has an entity tag with its version, and returns 304 only while nothing changed", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const platform = await service.platformAdmin();
    const admin = async (method: string, path: string, body: object) => {
      const { status } = await business.http("client_admin", method, path, body);
      assert.equal(status, 200);
    };
    let before = await ask(app);
    const steps: [string, () => Promise<unknown>][] = [
      ["branding", () => change(business, app, { branding: { tagline: "Fast" } })],
      ["the app", () => platform.http("PATCH", `/api/v1/platform/apps/${app.code}`, { name: "Shop 2" })],
      [
        "the assignment",
        () =>
          platform.http("PATCH", `/api/v1/platform/apps/${app.code}/assignments/${business.code}`, {
            allowed_capabilities: [],
          }),
      ],
      ["a feature of the client", () => admin("PUT", "/api/v1/client/features", { order_chat: false })],
      [
        "a gate of the platform",
        () =>
          platform.http("PUT", `/api/v1/platform/businesses/${business.id}/features`, {
            families: { order_chat: false },
          }),
      ],
      [
        "who sends texts for the client",
        () => admin("PATCH", "/api/v1/client/messaging", { sms: { vendor: "outbox" } }),
      ],
      ["that nobody does again", () => admin("PATCH", "/api/v1/client/messaging", { sms: null })],
      ["the client's name", () => admin("PUT", "/api/v1/client/settings", { name: "Renamed" })],
    ];
    for (const [what, step] of steps) {
      const tag = String(before.headers["etag"]);
      assert.match(tag, new RegExp(`^"${before.body.data.configuration_version}-[0-9a-f]{16}"$`));
      for (const sent_tag of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const same = await ask(app, "", { "if-none-match": sent_tag });
        assert.deepEqual([same.status, same.body, same.headers["etag"]], [304, "", tag], sent_tag);
      }
      await step();
      const after = await ask(app, "", { "if-none-match": tag });
      assert.equal(after.status, 200, what);
      assert.ok(after.body.data.configuration_version > before.body.data.configuration_version, what);
      before = after;
    }
  });

  test("lists no capability, shortcut or wallet without an operation that provides it", async () => {
    const business = await today.business();
    const app = await createApp(today, business, { client: { capabilities: { "wallet.balance": true } } });
    const { body } = await today.http("GET", app.at("/bootstrap"));
    const { capabilities, services, settings } = body.data;
    const provided = listProvidedCapabilities(today.runtime.registry);
    for (const id of CAPABILITY_IDS.filter((one) => !one.startsWith("auth.") && capabilities[one]))
      assert.ok(provided.has(id), id);
    assert.deepEqual([capabilities["orders.send"], capabilities["orders.track"]], [true, true]);
    for (const [action, id] of Object.entries(QUICK_ACTIONS))
      assert.equal(settings.home.quick_actions.includes(action), provided.has(id), action);
    assert.equal(services.wallet.source_of_truth, provided.has("wallet.balance") ? "ledger" : "none");
    assert.deepEqual(Object.keys(services.wallet), ["source_of_truth", "ledger_mode"]);
  });

  test("knows every capability that an operation provides", () => {
    for (const id of listProvidedCapabilities(today.runtime.registry))
      assert.ok((CAPABILITY_IDS as readonly string[]).includes(id), id);
  });

  test("lists shortcuts in the client's order, without hidden ones and those that are off", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const actions = async () => (await readData(app)).settings.home.quick_actions;
    await change(business, app, {
      quick_actions: ["wallet", "pay", "send"],
      hidden_quick_actions: ["pay", "lockers"],
    });
    assert.deepEqual(await actions(), ["wallet", "send", "return", "store", "luggage", "handover"]);
    await change(business, app, { hidden_quick_actions: [] });
    assert.deepEqual(await actions(), [
      "wallet",
      "pay",
      "send",
      "return",
      "store",
      "lockers",
      "luggage",
      "handover",
    ]);
    await change(business, app, { capabilities: { "payment.pay": false, "luggage.store": false } });
    assert.deepEqual(await actions(), ["wallet", "send", "return", "store", "lockers", "handover"]);
  });

  test("switches a capability on only where platform, client, feature family and type of app all agree", async () => {
    const business = await service.business();
    const app = await createApp(service, business, {
      capabilities: ["orders.chat", "wallet.balance", "instant.deliver"],
    });
    const platform = await service.platformAdmin();
    const on = async () => {
      const { capabilities } = await readData(app);
      return ["orders.chat", "wallet.balance", "instant.deliver", "orders.send"].filter(
        (id) => capabilities[id],
      );
    };
    assert.deepEqual(await on(), ["orders.chat", "wallet.balance"]);
    await change(business, app, { capabilities: { "wallet.balance": false } });
    assert.deepEqual(await on(), ["orders.chat"]);
    await business.http("client_admin", "PUT", "/api/v1/client/features", { order_chat: false });
    assert.deepEqual(await on(), []);
    await business.http("client_admin", "PUT", "/api/v1/client/features", { order_chat: true });
    await change(business, app, { capabilities: { "wallet.balance": true } });
    assert.deepEqual(await on(), ["orders.chat", "wallet.balance"]);
    await platform.http("PATCH", `/api/v1/platform/apps/${app.code}/assignments/${business.code}`, {
      allowed_capabilities: ["wallet.balance"],
    });
    assert.deepEqual(await on(), ["wallet.balance"]);
    await platform.http("PATCH", `/api/v1/platform/apps/${app.code}`, { capabilities: ["orders.chat"] });
    assert.deepEqual(await on(), []);
  });

  test("returns the same over GraphQL", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const query = `{ appBootstrap(appCode: "${app.code}", clientCode: "${business.code}") { data { configuration_version capabilities authentication { methods } } } }`;
    const { body } = await service.http("POST", "/api/graphql", { query });
    const rest = await readData(app);
    assert.deepEqual(body.data.appBootstrap.data.capabilities, rest.capabilities);
    assert.deepEqual(body.data.appBootstrap.data.authentication.methods, rest.authentication.methods);
  });
});
