/**
 * kill -9 while people register through an app: everybody whose registration was acknowledged can sign in;
 * everybody else has a complete account or none, never a second one.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { startSmsVendor } from "../support/sms-provider.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const APP = "/api/v1/apps/shop/clients/rounds";
const DEVICE = { device_id: "device-1", device_platform: "ios", app_version: "1.0.0" };

const texts = await startSmsVendor();
const service = await killableService({
  SMS_ACCOUNT: texts.account.account,
  SMS_TOKEN: texts.account.token,
  SMS_SENDER: texts.account.sender,
  SMS_BASE_URL: texts.account.base_url,
  PRIVATE_ADDRESSES: "1",
  RATE_LIMITS: "off",
});
const admin = await service.as("admin@rounds.example");

let people = 0;
/** A new person, with a network address of their own. */
function somebody() {
  people += 1;
  const email = `clara-${people}@test.example`;
  return {
    email,
    phone: `+556199${8_000_000 + people}`,
    password: randomUUID(),
    from: { "x-forwarded-for": `198.51.${Math.floor(people / 250)}.${people % 250}` },
  };
}
type Somebody = ReturnType<typeof somebody>;

const signIn = ({ email, password, from }: Somebody) =>
  service.request("POST", `${APP}/auth/email`, { email, password, ...DEVICE }, from);

const register = ({ email, password, from }: Somebody, proof: object) =>
  service.request(
    "POST",
    `${APP}/registration/complete`,
    {
      ...proof,
      name: "Clara Dias",
      email,
      password,
      password_confirmation: password,
      address: "Quadra 7",
      city: "Brasília",
      postcode: "70000-123",
      country: "BR",
      ...DEVICE,
    },
    from,
  );

test(`${ROUNDS} rounds of kill -9 lose no acknowledged registration, and create no second account`, async () => {
  const settings = { phone_verification_required: true, requires_approval: false };
  const opened = await service.request(
    "PATCH",
    "/api/v1/client/apps/shop",
    { registration: settings },
    admin,
  );
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  assert.equal(
    (await service.request("PATCH", "/api/v1/client/messaging", { sms: null }, admin)).status,
    200,
  );

  const registered: Somebody[] = [];
  await service.rounds(ROUNDS, async () => {
    const person = somebody();
    // After a lost response another code can be requested only in a minute, and an interrupted text message is
    // sent again after one: such people give up.
    const code_request = await service.request(
      "POST",
      `${APP}/registration/phone/request`,
      { phone: person.phone },
      person.from,
    );
    if (code_request.status === 429) return;
    assert.equal(code_request.status, 200, JSON.stringify(code_request.body));
    const proof = { challenge_id: code_request.body.challenge_id, code: texts.codeTo(person.phone) };
    if (proof.code === "") return;
    const { status, body, tries } = await register(person, proof);
    // An earlier request was completed: its code is used.
    if (status === 200) assert.equal(typeof body.access_token, "string", JSON.stringify(body));
    else assert(tries > 1 && body.error_code === "CHALLENGE_INVALID", JSON.stringify(body));
    assert.equal((await signIn(person)).status, 200, `${person.email} after ${tries} tries`);
    registered.push(person);
  });

  for (const person of registered) {
    const row_counts = await service.rows<Record<string, number>>(
      `select (select count(*)::int from account where email = $1) as accounts,
              (select count(*)::int from customer where email = $1) as customers,
              (select count(*)::int from app_registration r join account a on a.id = r.account_id and a.customer_id = r.customer_id
                where a.email = $1 and a.phone_verified) as registrations`,
      [person.email],
    );
    assert.deepEqual(row_counts, [{ accounts: 1, customers: 1, registrations: 1 }], person.email);
    assert.equal((await signIn(person)).status, 200);
    const again = await register(person, {});
    assert.notEqual(again.status, 200, JSON.stringify(again.body));
  }
  const [rows] = await service.rows<{ n: number }>(
    "select count(*)::int as n from account where email like 'clara-%@test.example'",
  );
  assert.equal(rows?.n, registered.length);
});
