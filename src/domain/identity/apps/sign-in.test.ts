/** Sign-in to an app by e-mail. Source: docs/contract/rest.md, "Platform apps". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAccount, createShop, statusWith } from "#tests/support/apps.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const shop = (client?: Record<string, unknown>) => createShop(service, client);
const works = (token: string) => statusWith(service, token);

describe("sign-in by e-mail", () => {
  test("returns a session in the published schema", async () => {
    const { business, app, person } = await shop();
    const { status, body } = await app.signIn(person.email, { app_version: "1.2.3" });
    assert.equal(status, 200);
    const { access_token, expires_at, expires_timestamp, ...rest } = body;
    assert.match(access_token, /^ph_/);
    assert.match(expires_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(Date.parse(`${expires_at.replace(" ", "T")}Z`) / 1000, expires_timestamp);
    assert.deepEqual(rest, {
      result: true,
      token_type: "Bearer",
      user: { id: person.account_id, name: "Customer", email: person.email },
      app_context: {
        app_code: app.code,
        client_code: business.code,
        client_name: `Business ${business.code}`,
        configuration_version: 1,
      },
    });
    const token_rows = await service.system.rows<{ row: string }>(
      "select row_to_json(x)::text as row from access_token x where account_id = $1",
      [person.account_id],
    );
    assert.ok(!JSON.stringify(token_rows).includes(access_token), "the token is stored as it is");
  });

  test("refuses wrong passwords and unknown addresses in the same way, and locks like every sign-in", async () => {
    const { app, person } = await shop();
    const [wrong, unknown] = [
      await app.signIn(person.email, { password: "not the password" }),
      await app.signIn("nobody@test.example"),
    ];
    assert.deepEqual([wrong.status, wrong.body.error_code], [401, "BAD_CREDENTIALS"]);
    assert.deepEqual({ ...unknown.body, request_id: "" }, { ...wrong.body, request_id: "" });
    for (let tries = 1; tries < 8; tries += 1)
      await app.signIn(person.email, { password: `not the password ${tries}` });
    const locked = await app.signIn(person.email);
    assert.deepEqual([locked.status, locked.body.error_code], [423, "ACCOUNT_LOCKED"]);
    service.advance(15 * 60_000 + 1000);
    assert.equal((await app.signIn(person.email)).status, 200);
  });

  test("refuses accounts of other clients and other roles with 403 if the password matches", async () => {
    const { business, app } = await shop();
    const other = await service.business();
    await createAccount(service, other, `elsewhere@${business.code}.example`);
    const elsewhere = await app.signIn(`elsewhere@${business.code}.example`);
    assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [403, "CLIENT_NOT_ALLOWED"]);
    const guessed = await app.signIn(`elsewhere@${business.code}.example`, { password: "not the password" });
    assert.equal(guessed.status, 401);
    const third = await service.business();
    await createAccount(service, third, `elsewhere@${business.code}.example`);
    assert.equal(
      (await app.signIn(`elsewhere@${business.code}.example`)).body.error_code,
      "CLIENT_NOT_ALLOWED",
    );

    const admin = await business.person("client_admin");
    const role = await app.signIn(admin.email);
    assert.deepEqual([role.status, role.body.error_code], [403, "ROLE_NOT_ALLOWED"]);
    const platform = await service.platformAdmin();
    assert.equal((await app.signIn(platform.email)).body.error_code, "CLIENT_NOT_ALLOWED");
  });

  test("distinguishes the same address in two clients", async () => {
    const { business, app } = await shop();
    const other = await service.business();
    const there = await app.assign(other);
    const email = `both@${business.code}.example`;
    const [here_id, there_id] = [
      await createAccount(service, business, email),
      await createAccount(service, other, email),
    ];
    assert.equal((await app.signIn(email)).body.user.id, here_id);
    assert.equal((await there.signIn(email)).body.user.id, there_id);
  });

  test("refuses disabled accounts, a method that is off, and versions below the floor", async () => {
    const { app, person } = await shop({
      version_policy: {
        min_supported: "2.0.0",
        blocked: ["2.1.0"],
        message: "Bitte aktualisieren",
        store_urls: { ios: "https://store.example/shop" },
      },
    });
    for (const app_version of ["1.9.9", "2.0.0-beta.1", "2.1.0"]) {
      const { status, body } = await app.signIn(person.email, { app_version });
      assert.deepEqual([status, body.error_code], [403, "APP_OUTDATED"]);
      assert.partialDeepStrictEqual(body, {
        message: "Bitte aktualisieren",
        min_supported: "2.0.0",
        store_url: "https://store.example/shop",
      });
    }
    for (const app_version of ["2.0.0", "2.1.1", null])
      assert.equal((await app.signIn(person.email, { app_version })).status, 200);
    await service.system.execute("update account set status = 'disabled' where id = $1", [person.account_id]);
    const { status, body } = await app.signIn(person.email);
    assert.deepEqual([status, body.error_code], [403, "ACCOUNT_DISABLED"]);

    const closed = await shop({ methods: { email: false } });
    const off = await closed.app.signIn(closed.person.email);
    assert.deepEqual([off.status, off.body.error_code], [403, "METHOD_NOT_ALLOWED"]);
  });

  test("refuses input outside the published schema with 422 and changes nothing", async () => {
    const { app, person } = await shop();
    const cases: [object, string][] = [
      [{ device_id: "d".repeat(192) }, "device_id"],
      [{ device_id: "" }, "device_id"],
      [{ device_id: undefined }, "device_id"],
      [{ device_platform: "windows" }, "device_platform"],
      [{ device_platform: undefined }, "device_platform"],
      [{ app_version: "one" }, "app_version"],
      [{ app_version: "1.2" }, "app_version"],
      [{ email: undefined }, "email"],
      [{ password: undefined }, "password"],
    ];
    for (const [more, field] of cases) {
      const { status, body } = await app.signIn(person.email, more);
      assert.equal(status, 422, JSON.stringify(more));
      assert.equal(body.errors[0].field, field);
    }
    assert.equal((await app.signIn(person.email, { device_id: "d".repeat(191) })).status, 200);
    assert.equal(
      (
        await service.system.row<{ n: number }>(
          "select count(*) as n from app_session where account_id = $1",
          [person.account_id],
        )
      )?.n,
      1,
    );
  });

  test("ends the earlier session of the device", async () => {
    const { app, person } = await shop();
    const [first, second] = [await app.signIn(person.email), await app.signIn(person.email)];
    assert.equal(await works(first.body.access_token), 401);
    assert.equal(await works(second.body.access_token), 200);
    const elsewhere = await app.signIn(person.email, { device_id: "device-2" });
    assert.equal(await works(second.body.access_token), 200);
    assert.equal(await works(elsewhere.body.access_token), 200);
  });

  test("several times concurrently on one device leaves one session", async () => {
    const { app, person } = await shop();
    const answers = await Promise.all([1, 2, 3].map(() => app.signIn(person.email)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const alive = await Promise.all(answers.map(({ body }) => works(body.access_token)));
    assert.deepEqual(alive.sort(), [200, 401, 401]);
  });
});
