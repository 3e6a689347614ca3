import assert from "node:assert/strict";
import { addToDirectory } from "#operation/records/directory.ts";
import { createApp, DEVICE } from "#tests/support/apps.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { TEST_PASSWORD } from "#tests/support/service.ts";
import { listRegistrations } from "./operations/list-registrations.ts";
import { listSessions } from "./operations/list-sessions.ts";
import { updateClientApp } from "./operations/update-client-app.ts";
import { hashIdentity } from "./records/identity-binding.ts";

/** From a phone, to this fixture's app. */
async function post(fixture: Fixture, path: string, body: object): Promise<void> {
  const address = `/api/v1/apps/${await fixture.id("app")}/clients/${fixture.business.code}${path}`;
  const answer = await fixture.service.http("POST", address, { password: TEST_PASSWORD, ...DEVICE, ...body });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
}

export const samples = defineSamples({
  own_texts: [
    "app_code",
    "app_name",
    "app_version",
    "background_color",
    "blocked",
    "bootstrap_url",
    "challenge_id",
    "default_phone_region",
    "identity_provider",
    "issuer",
    "ledger_mode",
    "logo_url",
    "min_supported",
    "on_primary_color",
    "primary_color",
    "privacy_url",
    "recommended",
    "server_client_id",
    "source_of_truth",
    "store_url",
    "support_email",
    "support_phone",
    "support_url",
    "terms_url",
    "version",
  ],
  records: {
    app: {
      async create({ service, business, people, unique_word: mark }) {
        const app = await createApp(service, business, {
          client: {
            methods: { registration: true },
            registration: { phone_verification_required: false, requires_approval: true },
          },
        });
        await people.client_admin.call(updateClientApp, {
          appCode: app.code,
          branding: { display_name: mark },
        });
        return app.code;
      },
      unknown: "nobody-app",
    },
    async registration(fixture) {
      const { people, unique_word: mark } = fixture;
      await post(fixture, "/registration/complete", {
        name: mark,
        email: `${mark.toLowerCase()}-waits@test.example`,
        password_confirmation: TEST_PASSWORD,
        phone: "+5561998765432",
        address: `${mark} 7`,
        city: "Brasília",
        postcode: "70000",
        country: "BR",
      });
      const { registrations } = await people.client_admin.call(listRegistrations, { state: "pending" });
      return registrations[0]?.id ?? 0;
    },
    async app_session(fixture) {
      const { people } = fixture;
      await post(fixture, "/auth/email", { email: people.customer.email });
      const { sessions } = await people.customer.call(listSessions, {});
      return sessions[0]?.id ?? 0;
    },
    async identity({ service, business, people, unique_word: mark }) {
      const identity = { issuer: "https://issuer.example", subject: `${mark}-${business.code}` };
      const row = await service.system.row<{ id: number }>(
        `insert into identity_binding (business_id, account_id, issuer, subject, created_at)
         values ($1, $2, $4, $3, now()) returning id`,
        [business.id, people.customer.account_id, identity.subject, identity.issuer],
      );
      await addToDirectory(
        { db: service.system, business_id: business.id },
        "identity_binding",
        hashIdentity(identity),
      );
      return row?.id ?? 0;
    },
  },
  operations: {
    clientAppRegistrationDecline: { changes_guards: "As its approval." },
    clientAppRegistrationApprove: {
      changes_guards:
        "A customer who registered; the decision whether to review is a setting that is refused.",
    },
    appAuthLogout: {
      not_tried: { appCode: "must be that of the token; tried in its own test" },
      not_concurrent: "it ends the app's session that calls it; tried in its own test",
    },
    clientAppRegistrations: {
      async grow(fixture) {
        await fixture.id("app");
        await fixture.service.system.execute(
          `insert into app_registration (business_id, assignment_id, state, phone_verified, device_platform, address, created_at)
           select $1, id, 'pending', false, 'ios', '', now() from app_assignment where business_id = $1`,
          [fixture.business.id],
        );
      },
    },
    clientAppUpdate: {
      changes_guards: "Its guarding members are refused by name in tests/surface/sign-in-only.test.ts.",
      inputs: [(i) => ({ customer_template_id: i.template })],
    },
    userAppSessionRevoke: { inputs: [{ as: "customer", input: () => ({}) }] },
    userIdentityAdd: { not_concurrent: "it needs a token of its issuer; tried in its own test" },
    userIdentityRemove: { inputs: [{ as: "customer", input: () => ({}) }] },
  },
});
