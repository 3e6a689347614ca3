/**
 * What clients decide about registrations: the terms, and whether to review them first. Source: docs/contract/rest.md,
 * "Platform apps".
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRegistrationFixture } from "#tests/support/registration.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const { newPhone, from, shop, person, complete } = await createRegistrationFixture(service);

test("a customer starts from the template of the app, else from the business's default", async () => {
  const { business, app } = await shop({ phone_verification_required: false });
  const admin = (method: string, path: string, body?: object) =>
    business.http("client_admin", method, `/api/v1/client/customer-templates${path}`, body);
  const creation = await admin("POST", "", {
    name: "Regular",
    tier: "silver",
    hidden_price_families: ["local_delivery"],
    is_default: true,
  });
  assert.equal(creation.status, 201, JSON.stringify(creation.body));
  const created_app = await admin("POST", "", { name: "App", tier: "gold", credit_limit_minor: 5000 });
  const readTerms = async () => {
    const { body } = await complete(app, { phone: newPhone() });
    return service.system.row(
      `select c.tier, c.credit_limit_minor, c.hidden_price_families from customer c join account a on a.customer_id = c.id
        where a.id = $1`,
      [body.user.id],
    );
  };
  const silver = { tier: "silver", credit_limit_minor: 0, hidden_price_families: ["local_delivery"] };
  assert.deepEqual(await readTerms(), silver);
  await business.http("client_admin", "PATCH", `/api/v1/client/apps/${app.code}`, {
    customer_template_id: created_app.body.template_id,
  });
  assert.deepEqual(await readTerms(), { tier: "gold", credit_limit_minor: 5000, hidden_price_families: [] });
  const { templates } = (await admin("GET", "")).body;
  assert.deepEqual(
    templates.map(({ name, apps }: { name: string; apps: string[] }) => [name, apps]),
    [
      ["App", ["Shop"]],
      ["Regular", []],
    ],
  );
  const used = await admin("DELETE", `/${created_app.body.template_id}`);
  assert.deepEqual([used.status, used.body.error_code], [409, "TEMPLATE_IN_USE"]);
});

test("a client that reviews registrations keeps the person pending, then approves or declines", async () => {
  const { business, app } = await shop({ phone_verification_required: false, requires_approval: true });
  const [yes, no] = [person({ phone: newPhone() }), person({ phone: newPhone() })];
  for (const registration of [yes, no]) {
    const { status, body } = await app.post("/registration/complete", registration, from());
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          result: true,
          status: "pending_review",
          message: "Thank you. The company will look at your registration and write to you.",
        },
      ],
    );
    const early = await app.signIn(registration.email, { password: registration.password });
    assert.deepEqual([early.status, early.body.error_code], [403, "ACCOUNT_DISABLED"]);
  }
  const list = await business.http("client_admin", "GET", "/api/v1/client/app-registrations?state=pending");
  assert.equal(list.body.total, 2);
  const of = (email: string) =>
    list.body.registrations.find((one: { person: { email: string } }) => one.person.email === email);
  assert.partialDeepStrictEqual(of(yes.email), {
    app_code: app.code,
    state: "pending",
    customer_id: null,
    phone_verified: false,
    person: { name: "Clara Dias", city: "Brasília", country: "BR" },
  });
  const decide = (email: string, word: string, body?: object) =>
    business.http("client_admin", "POST", `/api/v1/client/app-registrations/${of(email).id}/${word}`, body);
  const approved = await Promise.all([decide(yes.email, "approve"), decide(yes.email, "approve")]);
  assert.deepEqual(approved.map(({ status }) => status).sort(), [200, 409]);
  const session = await app.signIn(yes.email, { password: yes.password });
  assert.equal(session.status, 200);
  const declined = await decide(no.email, "decline", { reason: "unknown company" });
  assert.equal(declined.status, 200);
  assert.equal((await app.signIn(no.email, { password: no.password })).status, 401);
  assert.equal((await decide(no.email, "approve")).body.error_code, "ALREADY_DECIDED");
  const stored_profiles = await service.system.rows(
    "select profile from app_registration where business_id = $1",
    [business.id],
  );
  assert.deepEqual(stored_profiles, [{ profile: null }, { profile: null }]);
  const outbox = await business.http("client_admin", "GET", "/api/v1/client/outbox");
  assert.deepEqual(
    outbox.body.messages.map((one: { recipient: string }) => one.recipient).sort(),
    [yes.email, no.email].sort(),
  );
  // The address can be used again.
  assert.equal((await app.post("/registration/complete", no, from())).status, 200);
  const customers = await business.http("client_admin", "GET", "/api/v1/client/customers");
  assert.equal(customers.body.total, 1);
});
