/** Administration of apps by the platform and by the client. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAccount, createApp } from "#tests/support/apps.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const platform = await service.platformAdmin();
const word = () => `x${Math.random().toString(36).slice(2)}`;

describe("the platform", () => {
  test("creates an app and assigns it to a client, and people sign in", async () => {
    const business = await service.business();
    const code = word();
    const creation = await platform.http("POST", "/api/v1/platform/apps", {
      code,
      name: " Shop ",
      capabilities: ["orders.send", "wallet.balance"],
      methods: ["email", "registration"],
    });
    assert.equal(creation.status, 201, JSON.stringify(creation.body));
    assert.partialDeepStrictEqual(creation.body.app, {
      code,
      name: "Shop",
      type: "customer",
      roles: ["customer"],
      status: "active",
      identity_provider: "idp",
      is_provider_known: false,
      assignments: 0,
    });
    const bootstrap = `/api/v1/apps/${code}/clients/${business.code}/bootstrap`;
    assert.equal((await service.http("GET", bootstrap)).status, 404);
    const assignment = await platform.http("POST", `/api/v1/platform/apps/${code}/assignments`, {
      client_code: business.code,
    });
    assert.equal(assignment.status, 201, JSON.stringify(assignment.body));
    assert.partialDeepStrictEqual(assignment.body.assignment, {
      app_code: code,
      client_code: business.code,
      status: "active",
      allowed_capabilities: null,
    });
    assert.equal((await service.http("GET", bootstrap)).status, 200);
    const email = `c@${business.code}.example`;
    await createAccount(service, business, email);
    const session = await service.http("POST", `/api/v1/apps/${code}/clients/${business.code}/auth/email`, {
      email,
      password: "correct horse battery",
      device_id: "one",
      device_platform: "android",
    });
    assert.equal(session.status, 200, JSON.stringify(session.body));
    const list = await platform.http("GET", `/api/v1/platform/apps/${code}/assignments`);
    assert.equal(list.body.total, 1);
    const apps = await platform.http("GET", "/api/v1/platform/apps?per_page=200");
    assert.equal(apps.body.apps.find((app: { code: string }) => app.code === code).assignments, 1);
  });

  test("gets refusals with a text for invalid input", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const post = (path: string, body: object) => platform.http("POST", `/api/v1/platform/apps${path}`, body);
    const cases: [string, object, number, string][] = [
      ["", { code: app.code, name: "A" }, 409, "CODE_TAKEN"],
      ["", { code: "Upper", name: "A" }, 422, "INVALID_REQUEST"],
      ["", { code: word(), name: " " }, 422, "INVALID_REQUEST"],
      ["", { code: word(), name: "A", capabilities: ["fly.away"] }, 422, "INVALID_REQUEST"],
      ["", { code: word(), name: "A", roles: [] }, 422, "INVALID_REQUEST"],
      ["", { code: word(), name: "A", roles: ["platform_admin"] }, 422, "INVALID_REQUEST"],
      ...["email", "refresh", "logout", "registration", "Idp"].map(
        (identity_provider): [string, object, number, string] => [
          "",
          { code: word(), name: "A", identity_provider },
          422,
          "INVALID_REQUEST",
        ],
      ),
      [`/${app.code}/assignments`, { client_code: business.code }, 409, "ALREADY_ASSIGNED"],
      [`/${app.code}/assignments`, { client_code: "nobody" }, 422, "UNKNOWN_CLIENT"],
      ["/nothing/assignments", { client_code: business.code }, 404, "NOT_FOUND"],
    ];
    for (const [path, body, status, code] of cases) {
      const answer = await post(path, body);
      assert.deepEqual([answer.status, answer.body.error_code], [status, code], JSON.stringify(body));
    }
    const patch = (path: string, body: object, headers = {}) =>
      platform.http("PATCH", `/api/v1/platform/apps${path}`, body, headers);
    assert.equal((await patch("/nothing", { name: "B" })).status, 404);
    assert.equal((await patch(`/${app.code}/assignments/nobody`, {})).status, 404);
    assert.equal((await patch(`/${app.code}`, { name: "B" }, { "if-match": '"9"' })).status, 409);
    assert.equal((await patch(`/${app.code}`, { code: "other" })).body.app.code, app.code);
    assert.equal((await platform.http("GET", "/api/v1/platform/apps/nothing/assignments")).status, 404);
    const admin = await business.person("client_admin");
    assert.equal((await admin.http("GET", "/api/v1/platform/apps")).status, 403);
  });

  test("sets the route segment of the provider, and only that one signs in", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    await platform.http("PATCH", `/api/v1/platform/apps/${app.code}`, { identity_provider: "acme" });
    const { body } = await service.http("GET", app.at("/bootstrap"));
    assert.deepEqual(body.data.authentication.methods, { acme: false, email: true, registration: false });
    const sign_in = { id_token: "x", device_id: "one", device_platform: "ios" };
    assert.equal((await app.post("/auth/acme", sign_in)).body.error_code, "METHOD_NOT_ALLOWED");
    assert.equal((await app.post("/auth/idp", sign_in)).status, 404);
  });
});

describe("the client", () => {
  test("sees its apps and changes their appearance and behaviour; each change raises the version once", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const path = `/api/v1/client/apps/${app.code}`;
    const list = await business.http("client_admin", "GET", "/api/v1/client/apps");
    assert.deepEqual(
      list.body.apps.map((one: { app_code: string }) => one.app_code),
      [app.code],
    );
    const patch = (body: object, headers = {}) => business.http("client_admin", "PATCH", path, body, headers);
    const first = await patch({
      branding: { display_name: "Café", primary_color: "#ffcc00", logo_url: "https://cdn.example/logo.png" },
      registration: { requires_approval: true, default_phone_region: "PT" },
      methods: { registration: true },
      version_policy: { min_supported: "1.0.0" },
    });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal(first.body.version, 2);
    assert.equal(first.headers["etag"], '"2"');
    assert.partialDeepStrictEqual(first.body.app, {
      display_name: "Café",
      branding: { primary_color: "#ffcc00", tagline: null },
      registration: {
        requires_approval: true,
        phone_verification_required: true,
        default_phone_region: "PT",
      },
      version_policy: { min_supported: "1.0.0", recommended: null },
    });
    const { body } = await service.http("GET", app.at("/bootstrap"));
    assert.equal(body.data.client.display_name, "Café");
    assert.equal(body.data.branding.on_primary_color, "#000000");
    assert.equal((await patch({ branding: { display_name: "Café" } })).body.version, 2, "nothing changed");
    const back = await patch({ branding: { display_name: null } });
    assert.equal(back.body.version, 3);
    assert.equal(back.body.app.display_name, `Business ${business.code}`);
    assert.equal((await patch({ methods: { email: false } }, { "if-match": '"2"' })).status, 409);
    const events = (await business.readEvents("app_assignment", await readAssignment(business.id))).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(events, ["app.settings_changed", "app.settings_changed"]);
  });

  test("keeps both of two concurrent changes", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const path = `/api/v1/client/apps/${app.code}`;
    await Promise.all(
      ["tagline", "support_phone", "display_name"].map((member) =>
        business.http("client_admin", "PATCH", path, { branding: { [member]: "x" } }),
      ),
    );
    const { body } = await business.http("client_admin", "GET", path);
    assert.equal(body.version, 4);
    assert.partialDeepStrictEqual(body.app.branding, { tagline: "x", support_phone: "x", display_name: "x" });
  });

  test("gets a refusal for each invalid field", async () => {
    const business = await service.business();
    const app = await createApp(service, business);
    const other = await service.business();
    const theirs = await other.http("client_admin", "POST", "/api/v1/client/customer-templates", {
      name: "T",
    });
    const cases: [object, string][] = [
      [{ branding: { primary_color: "red" } }, "branding/primary_color"],
      [{ branding: { logo_url: "http://cdn.example/a.png" } }, "branding/logo_url"],
      [{ branding: { terms_url: "javascript:alert(1)" } }, "branding/terms_url"],
      [{ branding: { support_email: "nobody" } }, "branding/support_email"],
      [{ branding: { display_name: "" } }, "branding/display_name"],
      [{ registration: { default_phone_region: "ZZ" } }, "registration/default_phone_region"],
      [{ version_policy: { min_supported: "1" } }, "version_policy/min_supported"],
      [{ version_policy: { blocked: ["x"] } }, "version_policy/blocked/0"],
      [{ version_policy: { min_supported: "2.0.0", recommended: "1.0.0" } }, "version_policy/recommended"],
      [{ quick_actions: ["fly"] }, "quick_actions/0"],
      [{ quick_actions: ["pay", "pay"] }, "quick_actions"],
      [{ methods: { fax: true } }, "methods/fax"],
      [{ capabilities: { "auth.email": false } }, "capabilities/auth.email"],
      [{ customer_template_id: theirs.body.template_id }, "customer_template_id"],
    ];
    for (const [body, field] of cases) {
      const answer = await business.http("client_admin", "PATCH", `/api/v1/client/apps/${app.code}`, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.ok(
        answer.body.errors.some((one: { field: string }) => one.field === field),
        `${JSON.stringify(body)}: ${JSON.stringify(answer.body.errors)}`,
      );
    }
    const foreign = await other.http("client_admin", "GET", `/api/v1/client/apps/${app.code}`);
    assert.equal(foreign.status, 404);
    const { body } = await business.http("client_admin", "GET", `/api/v1/client/apps/${app.code}`);
    assert.equal(body.version, 1);
  });
});

describe("customer templates", () => {
  test("are created, listed, changed and deleted, with one default", async () => {
    const business = await service.business();
    const call = (method: string, path: string, body?: object, headers = {}) =>
      business.http("client_admin", method, `/api/v1/client/customer-templates${path}`, body, headers);
    const one = (await call("POST", "", { name: "One", is_default: true })).body;
    const two = (await call("POST", "", { name: "Two", tier: "gold", is_default: true })).body;
    const list = await call("GET", "");
    assert.deepEqual(
      list.body.templates.map(({ name, is_default }: { name: string; is_default: boolean }) => [
        name,
        is_default,
      ]),
      [
        ["One", false],
        ["Two", true],
      ],
    );
    assert.equal((await call("POST", "", { name: "One" })).body.error_code, "NAME_TAKEN");
    assert.equal((await call("PATCH", `/${two.template_id}`, { name: "One" })).body.error_code, "NAME_TAKEN");
    assert.equal((await call("POST", "", { name: "Three", price_list_id: 1 })).status, 422);
    assert.equal(
      (await call("PATCH", `/${one.template_id}`, { tier: "x" }, { "if-match": '"1"' })).status,
      409,
    );
    const changed = await call("PATCH", `/${one.template_id}`, { credit_limit_minor: 900, is_default: true });
    assert.partialDeepStrictEqual(changed.body.template, {
      name: "One",
      credit_limit_minor: 900,
      is_default: true,
    });
    assert.equal((await call("DELETE", `/${two.template_id}`)).status, 200);
    assert.equal((await call("DELETE", `/${two.template_id}`)).status, 404);
    assert.equal((await call("PATCH", "/2000000011", {})).status, 404);
    assert.equal((await call("GET", "")).body.total, 1);
  });
});

async function readAssignment(business_id: number): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    "select id from app_assignment where business_id = $1",
    [business_id],
  );
  return row?.id ?? 0;
}
