import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword } from "#platform/auth/secrets.ts";
import { testService } from "#tests/support/service.ts";
import { createPlatformAdmin, isWithoutAccounts } from "./platform-admin.ts";

const service = await testService();

test("the first administrator signs in and creates a business", async () => {
  assert.equal(await isWithoutAccounts(service.system), true);
  const email = "first@packhorse.example";
  const admin = { email, name: "First", password_hash: await hashPassword("a first password") };
  assert.equal(await createPlatformAdmin(service.system, admin), true);
  assert.equal(
    await createPlatformAdmin(service.system, { ...admin, email: "FIRST@packhorse.example" }),
    false,
  );
  assert.equal(await isWithoutAccounts(service.system), false);

  const credentials = { email, password: "a first password" };
  const { body } = await service.http("POST", "/api/v1/user/login", credentials);
  const creation = await service.http(
    "POST",
    "/api/v1/platform/businesses",
    {
      code: "first",
      name: "First",
      time_zone: "UTC",
      currency: "EUR",
      admin: { name: "Ana", email: "ana@first.example", password: "a second password" },
    },
    { authorization: `Bearer ${body.access_token}` },
  );
  assert.equal(creation.status, 201, JSON.stringify(creation.body));
});
