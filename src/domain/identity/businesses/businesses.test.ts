import assert from "node:assert/strict";
import { test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { login } from "../accounts/operations/login.ts";
import { listPlatformAudit } from "../audit/operations/list-platform-audit.ts";
import { activateBusiness } from "./operations/activate-business.ts";
import { createBusiness } from "./operations/create-business.ts";
import { getBusiness } from "./operations/get-business.ts";
import { getFeatures } from "./operations/get-features.ts";
import { listBusinesses } from "./operations/list-businesses.ts";
import { suspendBusiness } from "./operations/suspend-business.ts";
import { updateBusiness } from "./operations/update-business.ts";
import { updateFeatures } from "./operations/update-features.ts";

const service = await testService();
const platform = await service.platformAdmin();
const PASSWORD = "a fine first password";

test("a new business has an administrator who can sign in and work", async () => {
  const created_business = await platform.call(createBusiness, {
    code: "quay",
    name: "Quay Couriers",
    time_zone: "Europe/Lisbon",
    currency: "EUR",
    country: "PT",
    admin: { name: "Inês", email: "ines@quay.example", password: PASSWORD },
  });
  assert.partialDeepStrictEqual(created_business.business, { code: "quay", status: "active", accounts: 1 });
  const { access_token } = await service.anonymous(login, { email: "ines@quay.example", password: PASSWORD });
  const { body } = await service.http("GET", "/api/v1/client/orders", undefined, {
    authorization: `Bearer ${access_token}`,
  });
  assert.equal(body.total, 0);
  const events = await service.system.rows<{ kind: string }>(
    "select kind from event where business_id = $1 order by id",
    [created_business.business_id],
  );
  assert.deepEqual(events.slice(0, 2), [{ kind: "business.created" }, { kind: "account.created" }]);
  assert.equal((await platform.call(listBusinesses, { q: "quay" })).total, 1);
});

test("a code is unique, a time zone must exist, and a refused business leaves no rows", async () => {
  const business = await service.business();
  const draft = {
    name: "Copy",
    time_zone: "UTC",
    currency: "EUR",
    admin: { name: "A", email: "a@copy.example" },
  };
  assert.equal(
    (await catchRefusal(platform.call(createBusiness, { ...draft, code: business.code }))).code,
    "code_taken",
  );
  // Its page of reservations would be hidden behind another address.
  const reserved = await catchRefusal(platform.call(createBusiness, { ...draft, code: "waitlist" }));
  assert.deepEqual([reserved.code, reserved.errors?.[0]?.field], ["code_taken", "code"]);
  const refusal = await catchRefusal(
    platform.call(createBusiness, { ...draft, code: "copy", time_zone: "Mars/Base" }),
  );
  assert.equal(refusal.errors?.[0]?.field, "time_zone");
  const money = await catchRefusal(
    platform.call(createBusiness, { ...draft, code: "copy", currency: "ABC" }),
  );
  assert.deepEqual([money.status, money.errors?.[0]?.field], [422, "currency"]);
  assert.equal(await service.system.row("select 1 from account where email = 'a@copy.example'"), undefined);
});

test("an administrator without a password is invited through the business's own outbox", async () => {
  const created_business = await platform.call(createBusiness, {
    code: "invited",
    name: "Invited",
    time_zone: "UTC",
    currency: "EUR",
    admin: { name: "A", email: "a@invited.example" },
  });
  assert.equal(created_business.invited, true);
  const message = await service.system.row("select recipient from outbox_message where business_id = $1", [
    created_business.business_id,
  ]);
  assert.deepEqual(message, { recipient: "a@invited.example" });
});

test("suspending signs everybody out at once, activating restores access, closing is final", async () => {
  const business = await service.business();
  const person = await business.person("employee");
  assert.equal((await person.http("GET", "/api/v1/user/me")).status, 200);
  const suspended = await platform.call(suspendBusiness, { business_id: business.id, reason: "unpaid" });
  assert.equal(suspended.business.status, "suspended");
  assert.equal((await person.http("GET", "/api/v1/user/me")).status, 401);
  const refused = await catchRefusal(
    service.anonymous(login, { email: person.email, password: "correct horse battery" }),
  );
  assert.equal(refused.status, 403);
  await platform.call(activateBusiness, { business_id: business.id });
  assert.equal((await person.http("GET", "/api/v1/user/me")).status, 200);
  await platform.call(updateBusiness, { business_id: business.id, status: "closed" });
  assert.equal(
    (await catchRefusal(platform.call(activateBusiness, { business_id: business.id }))).code,
    "business_closed",
  );
  const kinds = (await business.readEvents("business", business.id)).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["business.suspended", "business.activated", "business.closed"]);
});

test("the platform's gate overrides the business's switch, and a module works only while licensed", async () => {
  const business = await service.business();
  const me = async () => (await business.http("client_admin", "GET", "/api/v1/user/me")).body;
  assert.equal((await me()).features.includes("order_chat"), true);
  const { version, features } = await platform.call(updateFeatures, {
    business_id: business.id,
    families: { order_chat: false },
    modules: { contractor_assignment: false },
  });
  const chat = features.families.find(({ family }) => family === "order_chat");
  assert.deepEqual(chat, {
    family: "order_chat",
    is_allowed: false,
    is_switched_on: true,
    is_available: true,
    is_on: false,
  });
  assert.equal((await me()).features.includes("order_chat"), false);
  assert.deepEqual((await me()).modules, []);
  await platform.call(
    updateFeatures,
    { business_id: business.id, families: { order_chat: true } },
    { if_match: version },
  );
  assert.equal((await me()).features.includes("order_chat"), true);
  const stale = platform.call(
    updateFeatures,
    { business_id: business.id, modules: {} },
    { if_match: version },
  );
  assert.equal((await catchRefusal(stale)).code, "version_conflict");
  assert.equal(
    (await platform.call(getFeatures, { business_id: business.id })).features.modules[0]?.is_licensed,
    false,
  );
});

test("name and settings change, code and currency do not; unknown businesses are not found", async () => {
  const business = await service.business();
  const { business: updated } = await platform.call(updateBusiness, {
    business_id: business.id,
    name: "Renamed",
    time_zone: "UTC",
  });
  assert.partialDeepStrictEqual(updated, { name: "Renamed", time_zone: "UTC", code: business.code });
  assert.equal(
    (await platform.http("PATCH", `/api/v1/platform/businesses/${business.id}`, { currency: "USD" })).status,
    422,
  );
  assert.equal((await catchRefusal(platform.call(getBusiness, { business_id: 2_000_000 }))).status, 404);
});

test("only platform administrators have access", async () => {
  const business = await service.business();
  for (const url of [
    "businesses",
    `businesses/${business.id}`,
    `businesses/${business.id}/features`,
    "audit",
  ]) {
    assert.equal((await business.http("client_admin", "GET", `/api/v1/platform/${url}`)).status, 403);
    assert.equal((await service.http("GET", `/api/v1/platform/${url}`)).status, 401);
  }
});

test("the platform's audit lists who did what in every business, without changes or names", async () => {
  const business = await service.business();
  const order = await business.order();
  const { entries } = await platform.call(listPlatformAudit, {
    business_id: business.id,
    operation: "clientOrderCreate",
  });
  assert.equal(entries.length, 1);
  assert.partialDeepStrictEqual(entries[0], { business_id: business.id, outcome: "done" });
  assert.ok(entries[0]?.subjects.some(({ type, id }) => type === "order" && String(id) === String(order.id)));
  assert.equal("changes" in (entries[0] ?? {}), false);
  assert.doesNotMatch(JSON.stringify(entries), /Clara/);
  assert.ok((await platform.call(listPlatformAudit, {})).total > 0);
});
