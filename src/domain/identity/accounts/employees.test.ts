/** Sign-in, one's own account, tokens, employees. Source: docs/contract/rest.md, "Authentication", "User". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listWarehouses } from "#domain/warehouse/warehouses/operations/list-warehouses.ts";
import { readLinkToken } from "#tests/support/links-in-emails.ts";
import { catchRefusal, TEST_PASSWORD, testService } from "#tests/support/service.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { createEmployee } from "./operations/create-employee.ts";
import { createToken } from "./operations/create-token.ts";
import { getEmployee } from "./operations/get-employee.ts";
import { listEmployeeActivity } from "./operations/list-employee-activity.ts";
import { listEmployees } from "./operations/list-employees.ts";
import { login } from "./operations/login.ts";
import { resetPassword } from "./operations/reset-password.ts";
import { updateEmployee } from "./operations/update-employee.ts";
import { updateMe } from "./operations/update-me.ts";

const service = await testService();
const NEW_PASSWORD = "another good password";

const signIn = (email: string, password = TEST_PASSWORD, more: object = {}) =>
  service.anonymous(login, { email, password, ...more });
const me = (token: string) =>
  service.http("GET", "/api/v1/user/me", undefined, { authorization: `Bearer ${token}` });

describe("employees", () => {
  test("an invited employee chooses a password and signs in with the given permissions", async () => {
    const business = await service.business();
    const email = `Rita.${business.code}@test.example`;
    const [warehouse] = (await business.as("client_admin")(listWarehouses, {})).warehouses;
    assert.ok(warehouse);
    const created_employee = await business.as("client_admin")(createEmployee, {
      name: "Rita",
      email,
      permissions: ["orders:read"],
      warehouse_ids: [warehouse.id],
    });
    assert.equal(created_employee.invited, true);
    assert.partialDeepStrictEqual(created_employee.employee, {
      status: "invited",
      permissions: ["orders:read"],
      warehouse_ids: [warehouse.id],
    });
    const token = await readLinkToken(business, email);
    await service.anonymous(resetPassword, { token, password: NEW_PASSWORD });
    const signed = await signIn(email.toLowerCase(), NEW_PASSWORD);
    const { body } = await me(signed.access_token);
    assert.deepEqual(body.permissions, ["orders:read"]);
    assert.equal(
      (await business.as("client_admin")(getEmployee, { employee_id: created_employee.employee_id })).employee
        .status,
      "active",
    );
  });

  test("an address is unique in a business, regardless of case", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const refusal = await catchRefusal(
      business.as("client_admin")(createEmployee, {
        name: "Twin",
        email: email.toUpperCase(),
        password: NEW_PASSWORD,
      }),
    );
    assert.equal(refusal.code, "email_taken");
    assert.equal(refusal.status, 409);
  });

  test("disabling revokes every token at once, permanently; a removed permission has effect at once", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    const api = await person.call(createToken, { name: "Robot" });
    assert.equal((await me(api.access_token)).status, 200);
    const admin = business.as("client_admin");
    await admin(updateEmployee, { employee_id: person.account_id, permissions: ["address:read"] });
    assert.deepEqual((await me(person.token)).body.permissions, ["address:read"]);
    await admin(updateEmployee, { employee_id: person.account_id, status: "disabled" });
    assert.equal((await me(api.access_token)).status, 401);
    assert.equal((await me(person.token)).status, 401);
    assert.equal((await catchRefusal(signIn(person.email))).status, 403);
    await admin(updateEmployee, { employee_id: person.account_id, status: "active" });
    assert.equal((await me(api.access_token)).status, 401);
    await signIn(person.email);
  });

  test("a business always has an administrator: of two who disable each other concurrently, one fails", async () => {
    const business = await service.business();
    const [one, two] = [
      await business.person("client_admin", "one"),
      await business.person("client_admin", "two"),
    ];
    const results = await Promise.allSettled([
      service.call(one.actor, updateEmployee, { employee_id: two.account_id, status: "disabled" }),
      service.call(two.actor, updateEmployee, { employee_id: one.account_id, status: "disabled" }),
    ]);
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const rejected = results.find((result) => result.status === "rejected");
    assert.equal(rejected?.reason.code, "last_admin");
    const self = await business.person("client_admin", "three");
    assert.equal(
      (await catchRefusal(self.call(updateEmployee, { employee_id: self.account_id, role: "employee" })))
        .code,
      "own_account",
    );
  });

  test("If-Match guards a change, other roles and other businesses do not see employees", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { account_id } = await business.person("employee");
    const { version } = await business.as("client_admin")(updateEmployee, {
      employee_id: account_id,
      name: "New",
    });
    const stale = business.as("client_admin")(
      updateEmployee,
      { employee_id: account_id, name: "Old" },
      { if_match: version - 1 },
    );
    assert.equal((await catchRefusal(stale)).code, "version_conflict");
    assert.equal(
      (await catchRefusal(other.as("client_admin")(getEmployee, { employee_id: account_id }))).status,
      404,
    );
    assert.equal((await catchRefusal(business.as("employee")(listEmployees, {}))).status, 403);
    const driver = await business.driver();
    assert.equal(
      (
        await catchRefusal(
          business.as("client_admin")(getEmployee, { employee_id: driver.person.account_id }),
        )
      ).status,
      404,
    );
    const listed = await business.as("client_admin")(listEmployees, { role: "employee" });
    assert.deepEqual(
      listed.employees.map(({ name }) => name),
      ["New"],
    );
    const change = {
      name: "Boss",
      email: `boss-${business.code}@test.example`,
      permissions: ["platform:admin"],
    };
    assert.equal((await business.http("client_admin", "POST", "/api/v1/user/employees", change)).status, 422);
  });

  test("a preset gives its permissions; a list with it is stored as the differences, a list alone as it is", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { presets } = service.runtime.registry.scopes;
    const person = await business.person("employee");
    const employee_id = person.account_id;
    const allowed = async () => (await me(person.token)).body.permissions.sort();
    const change = async (input: {
      preset?: "finance" | "warehouse" | null;
      permissions?: Scope[] | null;
    }) => {
      const { employee } = await admin(updateEmployee, { employee_id, ...input });
      assert.deepEqual(employee.effective_permissions.toSorted(), await allowed());
      const { preset, permissions, permissions_added, permissions_removed } = employee;
      return { preset, permissions, permissions_added, permissions_removed };
    };
    const none = { preset: null, permissions: null, permissions_added: [], permissions_removed: [] };
    assert.deepEqual(await change({ preset: "warehouse" }), { ...none, preset: "warehouse" });
    assert.deepEqual(await allowed(), [...presets.warehouse].sort());
    const adjusted = [...presets.finance].filter((scope) => scope !== "analytics:read");
    assert.deepEqual(await change({ preset: "finance", permissions: [...adjusted, "orders:write"] }), {
      ...none,
      preset: "finance",
      permissions_added: ["orders:write"],
      permissions_removed: ["analytics:read"],
    });
    assert.deepEqual(await allowed(), [...adjusted, "orders:write"].sort());
    // What a change does not mention stays.
    await admin(updateEmployee, { employee_id, name: "Other" });
    assert.deepEqual(await allowed(), [...adjusted, "orders:write"].sort());
    const own_permissions = await change({ permissions: ["orders:read"] });
    assert.deepEqual(own_permissions, { ...none, permissions: ["orders:read"] });
    assert.deepEqual(await change({ preset: null }), none);
    assert.ok((await allowed()).includes("routes:write"));

    await change({ preset: "finance" });
    await admin(updateEmployee, { employee_id, role: "client_admin" });
    const promoted = (await admin(getEmployee, { employee_id })).employee;
    assert.deepEqual([promoted.preset, promoted.effective_permissions.length > 15], [null, true]);
  });

  test("a preset is chosen when somebody is invited, is in the audit, and must exist", async () => {
    const business = await service.business();
    const invite = (more: object) =>
      business.http("client_admin", "POST", "/api/v1/user/employees", {
        name: "Paula",
        email: `paula-${business.code}@test.example`,
        ...more,
      });
    assert.equal((await invite({ preset: "pilot" })).status, 422);
    assert.equal((await invite({ preset: "counter", permissions: ["gone:read"] })).status, 422);
    const { status, body } = await invite({ preset: "counter", permissions: ["orders:read"] });
    assert.equal(status, 201);
    assert.equal(body.employee.preset, "counter");
    assert.deepEqual(body.employee.effective_permissions, ["orders:read"]);
    const [event] = await business.readEvents("account", body.employee_id);
    assert.partialDeepStrictEqual(event?.payload, { preset: "counter", permissions: ["orders:read"] });
    const admin = await invite({
      email: `boss-${business.code}@test.example`,
      role: "client_admin",
      preset: "finance",
    });
    assert.equal(admin.body.employee.preset, null);
  });

  test("a token never has more than its owner may do now, whichever way the permissions were given", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const person = await business.person("employee");
    const employee_id = person.account_id;
    await admin(updateEmployee, { employee_id, preset: "dispatcher" });
    const robot = await person.call(createToken, { name: "Robot", scopes: ["orders:read", "routes:write"] });
    const full = await person.call(createToken, { name: "All", profile: "full" });
    const allowed = async ({ access_token }: typeof robot): Promise<string[]> =>
      (await me(access_token)).body.permissions.sort();
    assert.deepEqual(await allowed(robot), ["orders:read", "routes:write"]);

    await admin(updateEmployee, { employee_id, preset: "finance" });
    assert.deepEqual(await allowed(robot), ["orders:read"]);
    assert.deepEqual(await allowed(full), [...service.runtime.registry.scopes.presets.finance].sort());
    const wide = person.call(createToken, { name: "Wide", scopes: ["routes:write"] });
    assert.equal((await catchRefusal(wide)).code, "scope_too_wide");

    await admin(updateEmployee, { employee_id, preset: "finance", permissions: ["analytics:read"] });
    assert.deepEqual(await allowed(robot), []);
    await admin(updateEmployee, { employee_id, permissions: ["routes:write", "wms:read"] });
    assert.deepEqual(await allowed(robot), ["routes:write"]);
  });

  test("a token of an administrator cannot give a preset that permits more than the token", async () => {
    const business = await service.business();
    const { account_id } = await business.person("employee");
    const admin = await business.person("client_admin");
    const token_scopes = new Set([
      "employees:write",
      ...service.runtime.registry.scopes.presets.finance,
    ] as const);
    // A sign-in with fewer scopes, as an app's may be; a program gives no presets at all.
    const give = (preset: string) =>
      service.call({ ...admin.actor, token_scopes }, updateEmployee, { employee_id: account_id, preset });
    assert.equal((await give("finance")).kind, "done");
    const refused = await catchRefusal(give("dispatcher"));
    assert.deepEqual([refused.status, refused.code], [422, "scope_too_wide"]);
  });

  test("permissions and presets are listed, presets in the language of the caller", async () => {
    const business = await service.business();
    const list = (language: string) =>
      business.http("driver", "GET", "/api/v1/user/permissions", undefined, { "accept-language": language });
    const { body, headers } = await list("de-AT, en;q=0.5");
    assert.match(String(headers["vary"]), /accept-language/);
    assert.deepEqual(
      body.presets.map(({ label }: { label: string }) => label),
      ["Disponent", "Lager", "Schalter", "Finanzen", "Marketing"],
    );
    const words = body.permissions.map(({ permission }: { permission: string }) => permission);
    assert.deepEqual(words, [...service.runtime.registry.scopes.grantable]);
    const { for_employees } = body.permissions.find(
      ({ permission }: { permission: string }) => permission === "employees:write",
    );
    assert.equal(for_employees, false);
    const useless = {
      name: "Rui",
      email: `rui-${business.code}@test.example`,
      permissions: ["employees:write"],
    };
    assert.equal(
      (await business.http("client_admin", "POST", "/api/v1/user/employees", useless)).status,
      422,
    );
    assert.equal((await list("")).body.presets[0].label, "Dispatcher");
  });

  test("activity tells what an employee did, newest first", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await person.call(updateMe, { name: "Davi" });
    await person.call(createToken, { name: "Robot" });
    await business.as("client_admin")(updateMe, { name: "Somebody else" });
    await service.runtime.audit.flush();
    const { entries, total } = await business.as("client_admin")(listEmployeeActivity, {
      employee_id: person.account_id,
      effect: "write",
    });
    assert.equal(total, 2);
    assert.deepEqual(
      entries.map(({ operation }) => operation),
      ["userTokenCreate", "userMeUpdate"],
    );
    assert.equal(entries[0]?.actor_name, "Davi");
  });
});
