/** How drivers register and sign in, and the other surfaces of the app. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listOutbox } from "#domain/communication/messaging/operations/list-outbox.ts";
import { runJob } from "#operation/run/workers.ts";
import type { DriverAccount } from "#tests/support/driver-app.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, TEST_PASSWORD, testService } from "#tests/support/service.ts";
import { loginDriver } from "./operations/login-driver.ts";
import { registerDriver } from "./operations/register-driver.ts";
import { sync } from "./operations/sync.ts";

const service = await testService();

/** A time some milliseconds from the service's now, in the phone's format. */
const at = (offset_ms: number) => new Date(service.now().getTime() + offset_ms).toISOString();

/** The GraphQL type name of a batch item. */
async function getItemType(person: DriverAccount): Promise<string> {
  const query = `{ __type(name: "Mutation") { fields { name args { name type { ofType { ofType { ofType { name } } } } } } } }`;
  const { body } = await person.http("POST", "/api/graphql", { query });
  const fields = body.data.__type.fields as {
    name: string;
    args: { name: string; type: { ofType: { ofType: { ofType: { name: string } } } } }[];
  }[];
  const argument = fields
    .find((field) => field.name === "driverSync")
    ?.args.find((arg) => arg.name === "items");
  return argument?.type.ofType.ofType.ofType.name ?? "";
}

describe("registering and signing in", () => {
  test("a registration waits for approval, creates one driver for an address, and does not reveal existing accounts", async () => {
    const business = await service.business();
    const expected_account = {
      business: business.code,
      name: "Ana Souza",
      email: `ana-${business.code}@test.example`,
      password: "correct horse battery",
      phone: "",
    };
    const answers = await Promise.all([
      service.anonymous(registerDriver, expected_account),
      service.anonymous(registerDriver, { ...expected_account, email: expected_account.email.toUpperCase() }),
    ]);
    assert.deepEqual(answers[0], answers[1]);
    await runQueued(service, "register-driver");
    const waiting = await catchRefusal(
      service.anonymous(
        loginDriver,
        { email: expected_account.email, password: expected_account.password },
        { language: "es" },
      ),
    );
    // The same as for an address whose account has another password, so that this does not reveal the account either.
    assert.equal(waiting.code, "bad_credentials");
    assert.equal(waiting.message, "El correo o la contraseña son incorrectos.");
    assert.equal(
      (
        await catchRefusal(
          service.anonymous(registerDriver, { ...expected_account, business: "nobody-here" }),
        )
      ).status,
      404,
    );
    const rows = await service.system.rows("select status from driver where business_id = $1", [business.id]);
    assert.deepEqual(rows, [{ status: "pending" }]);
    await service.system.execute("update business set status = 'suspended' where id = $1", [business.id]);
    const suspended = await catchRefusal(
      service.anonymous(registerDriver, { ...expected_account, email: `late-${expected_account.email}` }),
    );
    assert.equal(suspended.status, 404);
  });

  test("the owner of an existing account is notified once of a registration, and the account stays unchanged", async () => {
    const business = await service.business();
    const { email, account_id } = await business.person("employee");
    const loadAccount = () =>
      service.system.row("select name, role, status, password_hash, version from account where id = $1", [
        account_id,
      ]);
    const before = await loadAccount();
    const expected_account = {
      business: business.code,
      name: "Ana Souza",
      email,
      password: "another password",
    };
    for (let times = 0; times < 2; times += 1) await service.anonymous(registerDriver, expected_account);
    await runQueued(service, "register-driver");
    assert.deepEqual(await loadAccount(), before);
    const { messages } = await business.as("client_admin")(listOutbox, { recipient: email });
    assert.deepEqual(
      messages.map(({ purpose, subject }) => [purpose, subject]),
      [["notice", "You have an account already"]],
    );
    assert.deepEqual(
      await service.system.rows("select id from driver where business_id = $1", [business.id]),
      [],
    );
  });

  test("a registration whose job runs twice creates one driver and sends no mail", async () => {
    const business = await service.business();
    const email = `rui-${business.code}@test.example`;
    await service.anonymous(registerDriver, {
      business: business.code,
      name: "Rui",
      email,
      password: TEST_PASSWORD,
    });
    const [queued] = await service.system.rows<{ data: Record<string, unknown> }>(
      "select data from pgboss.job where name = 'register-driver' and (data ->> 'business_id')::int = $1",
      [business.id],
    );
    assert.doesNotMatch(JSON.stringify(queued), /Rui|rui-|argon/);
    const job = service.runtime.registry.jobs.get("register-driver");
    assert(job !== undefined && queued !== undefined);
    for (let times = 0; times < 2; times += 1) await runJob(service.runtime, job, queued.data, () => false);
    const rows = await service.system.rows("select name from driver where business_id = $1", [business.id]);
    assert.deepEqual(rows, [{ name: "Rui" }]);
    assert.equal((await business.as("client_admin")(listOutbox, {})).total, 0);
  });

  test("drivers can sign in, other users cannot, and an old app is refused", async () => {
    const business = await service.business({ settings: { min_driver_app_version: "2.10.0" } });
    const { person, id } = await business.driver();
    const credentials = { email: person.email, password: TEST_PASSWORD };
    const signed = await service.anonymous(loginDriver, { ...credentials, app_version: "2.10" });
    assert.partialDeepStrictEqual(signed, { driver_id: id, token_type: "Bearer" });
    const old = await catchRefusal(service.anonymous(loginDriver, { ...credentials, app_version: "2.9.4" }));
    assert.equal(old.status, 426);
    const batch = {
      device_id: "a",
      app_version: "1.0",
      items: [{ seq: 1, type: "duty" as const, occurred_at: at(0), body: { state: "on" } }],
    };
    assert.equal((await catchRefusal(person.call(sync, batch))).status, 426);
    const admin = await business.person("client_admin");
    assert.equal(
      (await catchRefusal(service.anonymous(loginDriver, { email: admin.email, password: TEST_PASSWORD })))
        .status,
      401,
    );
  });

  test("the same batch works over GraphQL", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const query = `mutation($items: [DriverSyncItemsInput!]!) { driverSync(device_id: "g", items: $items) { done items { result answer } } }`;
    const answer = await person.http("POST", "/api/graphql", {
      query: query.replace("DriverSyncItemsInput", await getItemType(person)),
      variables: { items: [{ seq: 1, type: "duty", occurred_at: at(0), body: { state: "break" } }] },
    });
    assert.partialDeepStrictEqual(answer.body, {
      data: { driverSync: { done: 1, items: [{ result: true, answer: { duty: "break" } }] } },
    });
  });

  test("REST responses use the requested language", async () => {
    const business = await service.business();
    const { person } = await business.driver();
    const answer = await person.http(
      "POST",
      "/api/v1/driver/routes/999999/start",
      {},
      { "accept-language": "ja,en;q=0.5" },
    );
    assert.equal(answer.status, 404);
    assert.equal(answer.body.message, "そのルートはありません。");
    const nobody = await business.http("driver", "GET", "/api/v1/driver/routes");
    assert.equal(nobody.status, 403);
  });
});
