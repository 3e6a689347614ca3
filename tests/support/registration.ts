/** People who register through an app: codes by text message, and what they send. */
import assert from "node:assert/strict";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { createApp, DEVICE, type TestApp } from "./apps.ts";
import type { TestService } from "./service.ts";
import { startSmsVendor } from "./sms-provider.ts";

/** Shared fixture of the registration tests. The service sends text messages to a vendor in this process. */
export async function createRegistrationFixture(service: TestService) {
  const texts = await startSmsVendor();
  service.runtime.providers = createProviders({
    ...DEFAULT_PROVIDER_SETTINGS,
    sms: texts.account,
    private_addresses: true,
  });

  let numbers = 0;
  /** An unused phone number of Brasília. */
  function newPhone(): string {
    numbers += 1;
    return `+556199${String(8_000_000 + numbers)}`;
  }
  /** Limits count by network. */
  const from = () => {
    numbers += 1;
    return { "x-forwarded-for": `198.51.${Math.floor(numbers / 250)}.${numbers % 250}` };
  };

  async function shop(registration: Record<string, unknown> = {}, methods = { registration: true }) {
    const business = await service.business();
    return { business, app: await createApp(service, business, { client: { registration, methods } }) };
  }

  const ask = (app: TestApp, phone: string, more: object = {}, headers: Record<string, string> = from()) =>
    app.post("/registration/phone/request", { phone, ...more }, headers);

  const person = (more: object = {}) => ({
    name: "Clara Dias",
    email: `clara-${Math.random().toString(36).slice(2)}@test.example`,
    password: "12345678",
    password_confirmation: "12345678",
    address: "Quadra 7",
    city: "Brasília",
    postcode: "70000-123",
    country: "BR",
    ...DEVICE,
    ...more,
  });

  const complete = (app: TestApp, more: object = {}, headers: Record<string, string> = from()) =>
    app.post("/registration/complete", person(more), headers);

  /** A challenge and the code that was sent for it. */
  async function proof(app: TestApp, phone = newPhone(), headers: Record<string, string> = from()) {
    const { status, body } = await ask(app, phone, {}, headers);
    assert.equal(status, 200, JSON.stringify(body));
    return { challenge_id: body.challenge_id as string, code: texts.codeTo(phone) };
  }

  const accountsIn = async (business_id: number) =>
    (
      await service.system.row<{ n: number }>("select count(*) as n from account where business_id = $1", [
        business_id,
      ])
    )?.n;

  return { texts, newPhone, from, shop, ask, person, complete, proof, accountsIn };
}
