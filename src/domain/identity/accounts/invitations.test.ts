/** Where no e-mail is sent, the person who invites gets the link, and nobody else. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { bearer } from "#tests/support/apps.ts";
import { type HttpAnswer, type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const PASSWORD = "a password of the invited";
let invited = 0;
function newEmail(): string {
  invited += 1;
  return `invited-${invited}@test.example`;
}

interface Scene {
  business: TestBusiness;
  email: string;
  /** As the person who invites. */
  send: (method: string, url: string, body?: object, headers?: Record<string, string>) => Promise<HttpAnswer>;
}

const createBusiness = ({ email, send }: Scene) =>
  send("POST", "/api/v1/platform/businesses", {
    code: `b${email.replaceAll(/\W/g, "")}`.slice(0, 40),
    name: "New",
    time_zone: "UTC",
    currency: "EUR",
    admin: { name: "Ana", email },
  });
const createEmployee = ({ email, send }: Scene) =>
  send("POST", "/api/v1/user/employees", { name: "Ana", email });
const createDriver = ({ email, send }: Scene) =>
  send("POST", "/api/v1/client/drivers", { name: "Ana", email });
const createOwner =
  (path: string) =>
  ({ email, send }: Scene) =>
    send("POST", path, { name: "Ana", sign_in: { email } });
const createContractor = createOwner("/api/v1/client/contractors");
const createCustomer = createOwner("/api/v1/client/customers");

interface Case {
  what: string;
  by: "platform" | "client_admin";
  invite: (scene: Scene) => Promise<HttpAnswer>;
}

const CASES: Case[] = [
  { what: "a new business", by: "platform", invite: createBusiness },
  {
    what: "a business again",
    by: "platform",
    async invite(scene) {
      const { business_id } = (await createBusiness(scene)).body;
      return scene.send("POST", `/api/v1/platform/businesses/${business_id}/invitation`, {});
    },
  },
  { what: "a new employee", by: "client_admin", invite: createEmployee },
  {
    what: "an employee again",
    by: "client_admin",
    async invite(scene) {
      const { employee_id } = (await createEmployee(scene)).body;
      return scene.send("PATCH", `/api/v1/user/employees/${employee_id}`, { send_invitation: true });
    },
  },
  { what: "a new driver", by: "client_admin", invite: createDriver },
  {
    what: "a driver again",
    by: "client_admin",
    async invite(scene) {
      const { driver_id } = (await createDriver(scene)).body;
      return scene.send("PATCH", `/api/v1/client/drivers/${driver_id}`, { send_invitation: true });
    },
  },
  { what: "a new contractor", by: "client_admin", invite: createContractor },
  {
    what: "another person of a contractor",
    by: "client_admin",
    async invite({ business, email, send }) {
      const { id } = await business.contractor();
      return send("PATCH", `/api/v1/client/contractors/${id}`, { sign_in: { email } });
    },
  },
  {
    what: "a person of a contractor again",
    by: "client_admin",
    async invite(scene) {
      const { contractor } = (await createContractor(scene)).body;
      const invite_account_id = contractor.people[0].broker_id;
      return scene.send("PATCH", `/api/v1/client/contractors/${contractor.id}`, { invite_account_id });
    },
  },
  { what: "a new customer", by: "client_admin", invite: createCustomer },
  {
    what: "another person of a customer",
    by: "client_admin",
    async invite({ business, email, send }) {
      const { id } = await business.customer();
      return send("PATCH", `/api/v1/client/customers/${id}`, { sign_in: { email } });
    },
  },
  {
    what: "a person of a customer again",
    by: "client_admin",
    async invite(scene) {
      const { customer } = (await createCustomer(scene)).body;
      const invite_account_id = customer.accounts[0].id;
      return scene.send("PATCH", `/api/v1/client/customers/${customer.id}`, { invite_account_id });
    },
  },
];

async function openScene(by: Case["by"], headers: Record<string, string> = {}): Promise<Scene> {
  const business = await service.business();
  const person = by === "platform" ? await service.platformAdmin() : await business.person("client_admin");
  return buildScene(business, person, headers);
}

function buildScene(business: TestBusiness, person: TestPerson, headers: Record<string, string> = {}): Scene {
  return {
    business,
    email: newEmail(),
    send: (method, url, body, more = {}) => person.http(method, url, body, { ...headers, ...more }),
  };
}

const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";
const accept = (token: string) =>
  service.http("POST", "/api/v1/user/password/reset", { token, password: PASSWORD });

/** Tables whose rows have the text, of the whole installation. */
async function findTablesWithText(text: string): Promise<string[]> {
  const tables = await service.system.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name ~ '^(event|audit|idempotency|outbox|proposal|external|password_reset|due|webhook)'`,
  );
  const links: string[] = [];
  for (const { name } of tables) {
    const row = await service.system.row(`select 1 from ${name} t where t::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (row !== undefined) links.push(name);
  }
  return links;
}

describe("without an e-mail server", () => {
  for (const { what, by, invite } of CASES)
    test(`${what}: the answer has a link that works once, and it is stored nowhere`, async () => {
      const scene = await openScene(by, { "idempotency-key": `key-${what.replaceAll(" ", "-")}` });
      const { status, body } = await invite(scene);
      assert.ok(status === 200 || status === 201, JSON.stringify(body));
      const { sent: is_sent, link, expires_at } = body.invitation;
      assert.equal(is_sent, false);
      assert.equal(Date.parse(expires_at) - service.now().getTime(), 7 * 24 * 3_600_000);
      const token = tokenIn(link);
      assert.match(token, /^ph_/);
      assert.deepEqual(await findTablesWithText(token), []);
      assert.equal((await accept(token)).status, 200);
      assert.equal((await accept(token)).status, 422);
      const login = await service.http("POST", "/api/v1/user/login", {
        email: scene.email,
        password: PASSWORD,
      });
      assert.equal(login.status, 200, JSON.stringify(login.body));
    });

  test("a replay gives the same link to the person, and nothing to a program of the same account", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const { body: created_token } = await admin.http("POST", "/api/v1/user/tokens", {
      name: "Program",
      profile: "full",
    });
    const key = { "idempotency-key": "driver-1" };
    const input = { name: "Ana", email: newEmail() };
    const first = await admin.http("POST", "/api/v1/client/drivers", input, key);
    const again = await admin.http("POST", "/api/v1/client/drivers", input, key);
    assert.equal(again.body.invitation.link, first.body.invitation.link);
    const program = await service.http("POST", "/api/v1/client/drivers", input, {
      ...key,
      ...bearer(created_token.access_token),
    });
    assert.equal(program.status, 409);
    assert.equal(JSON.stringify(program.body).includes(tokenIn(first.body.invitation.link)), false);
  });

  test("an earlier link ends with the next one, and an accepted invitation gives none", async () => {
    for (const { what, by, invite } of CASES.filter((one) => one.what.endsWith("again"))) {
      const scene = await openScene(by);
      const links: string[] = [];
      let repeat = () => Promise.resolve<HttpAnswer | null>(null);
      const send: Scene["send"] = async (...call) => {
        const answer = await scene.send(...call);
        if (answer.body.invitation) links.push(answer.body.invitation.link);
        repeat = () => scene.send(...call);
        return answer;
      };
      await invite({ ...scene, send });
      const [first = "", second = ""] = links;
      assert.equal((await accept(tokenIn(first))).status, 422, what);
      assert.equal((await accept(tokenIn(second))).status, 200, what);
      const late = await repeat();
      if (what === "an employee again")
        assert.deepEqual([late?.status, late?.body.invitation.link], [200, null]);
      else assert.equal(late?.status, 409, what);
    }
  });
});

describe("the link is not given", () => {
  const expectNone = (answer: HttpAnswer, status: number, what: string) => {
    assert.equal(answer.status, status, `${what}: ${JSON.stringify(answer.body)}`);
    assert.equal(JSON.stringify(answer.body).includes("reset-password?token"), false, what);
  };

  test("in a preview", async () => {
    for (const { what, by, invite } of CASES.filter((one) => /^(a new|another)/.test(one.what)))
      expectNone(await invite(await openScene(by, { "x-dry-run": "1" })), 200, what);
  });

  test("to a program", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const platform = await service.platformAdmin();
    for (const [person, invite] of [
      [admin, createDriver],
      [platform, createBusiness],
    ] as const) {
      const { body } = await person.http("POST", "/api/v1/user/tokens", { name: "Program", profile: "full" });
      const answer = await invite(buildScene(business, person, bearer(body.access_token)));
      expectNone(answer, 201, body.name);
      assert.deepEqual([answer.body.invited, answer.body.invitation.link], [true, null]);
    }
  });

  test("to an agent, even with the token of a sign-in", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const query = `mutation { clientDriverCreate(name: "Ana", email: "${newEmail()}") { invited invitation { sent link } } }`;
    const answer = await admin.http("POST", "/mcp/developer", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "run_graphql_query", arguments: { query, confirm: true } },
    });
    expectNone(answer, 200, "MCP");
    assert.match(JSON.stringify(answer.body), /invited/);
  });

  test("to who approves a proposal", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const { body: created_token } = await admin.http("POST", "/api/v1/user/tokens", {
      name: "Program",
      profile: "full",
    });
    const proposed = await service.http(
      "POST",
      "/api/v1/approvals",
      { operation: "userEmployeeCreate", arguments: { name: "Ana", email: newEmail() }, reason: "Needed." },
      bearer(created_token.access_token),
    );
    assert.ok(proposed.status < 300, JSON.stringify(proposed.body));
    const approved = await business.http(
      "client_admin",
      "POST",
      `/api/v1/approvals/${proposed.body.approval_id}/approve`,
      {},
    );
    expectNone(approved, 200, "approval");
    assert.equal(approved.body.result, true, JSON.stringify(approved.body));
  });

  test("where an e-mail server sends it", async () => {
    const { providers } = service.runtime;
    const smtp = { host: "127.0.0.1", port: 1, security: "none" as const, username: null, password: null };
    service.runtime.providers = createProviders({
      ...DEFAULT_PROVIDER_SETTINGS,
      smtp: { ...smtp, from_address: "hello@packhorse.example", from_name: "Packhorse", reply_to: null },
    });
    try {
      for (const { what, by, invite } of CASES) {
        const answer = await invite(await openScene(by));
        assert.deepEqual([answer.body.invitation.sent, answer.body.invitation.link], [true, null], what);
      }
    } finally {
      service.runtime.providers = providers;
    }
  });

  test("for a forgotten password, nor to somebody invited with a password", async () => {
    const scene = await openScene("client_admin");
    const { body } = await scene.send("POST", "/api/v1/user/employees", {
      name: "Ana",
      email: scene.email,
      password: PASSWORD,
    });
    assert.deepEqual([body.invited, body.invitation], [false, null]);
    const forgotten = await service.http("POST", "/api/v1/user/password/forgot", { email: scene.email });
    expectNone(forgotten, 202, "forgotten");
  });
});

test("a business with an administrator gets no other invitation from the platform", async () => {
  const scene = await openScene("platform");
  const { body } = await createBusiness(scene);
  assert.equal(body.business.awaits_administrator, true);
  assert.equal((await accept(tokenIn(body.invitation.link))).status, 200);
  const path = `/api/v1/platform/businesses/${body.business_id}`;
  const refused = await scene.send("POST", `${path}/invitation`, {});
  assert.deepEqual([refused.status, refused.body.error_code], [409, "ADMINISTRATOR_ACTIVE"]);
  assert.equal((await scene.send("GET", path)).body.business.awaits_administrator, false);
  assert.equal((await scene.business.http("client_admin", "POST", `${path}/invitation`, {})).status, 403);
});
