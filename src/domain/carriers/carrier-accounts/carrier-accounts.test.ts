import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "#providers/create-providers.ts";
import { serve } from "#tests/support/exchanges.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createCarrierAccount } from "./operations/create-carrier-account.ts";
import { getCarrierAccount } from "./operations/get-carrier-account.ts";
import { listCarrierAccounts } from "./operations/list-carrier-accounts.ts";
import { testCarrierAccount } from "./operations/test-carrier-account.ts";
import { updateCarrierAccount } from "./operations/update-carrier-account.ts";

const KEY = "key_0123456789abcdef";

const service = await testService();
service.runtime.providers = createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true });

/** A gateway with one connection, which accepts one key. */
async function serveGateway() {
  return serve((request, _body, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Token ${KEY}`)
      return reply(401, { errors: [{ code: "authentication_failed", message: "Invalid token." }] });
    if (request.url?.startsWith("/v1/connections"))
      return reply(200, { results: [{ carrier_name: "ups", carrier_id: "ups", active: true }] });
    return reply(200, { ups_standard: "11", ups_express: "07" });
  });
}

const gateway = (base_url: string) => ({
  code: "ups",
  kind: "gateway" as const,
  name: "UPS contract",
  api_key: KEY,
  base_url,
});

test("every business has the account of the house, whose services are those of its rate card", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { carrier_accounts } = await admin(listCarrierAccounts, {});
  assert.equal(carrier_accounts.length, 1);
  const [house] = carrier_accounts;
  assert(house);
  assert.partialDeepStrictEqual(house, {
    code: "house",
    kind: "house",
    is_enabled: true,
    has_own_rate_card: false,
    api_key: { configured: false, last_four: null },
  });
  const { carrier_account_id } = house;
  assert.deepEqual(
    house.methods.map(({ code }) => code),
    ["express", "standard", "economy"],
  );
  const [express] = DEFAULT_RATE_CARD.services;
  assert(express);
  const rate_card = { ...DEFAULT_RATE_CARD, services: [{ ...express, code: "same_day", name: "Same day" }] };
  await admin(updateCarrierAccount, { carrier_account_id, rate_card, gs1_prefix: "560123456" });
  const got = await admin(getCarrierAccount, { carrier_account_id });
  assert.deepEqual(got.rate_card, rate_card);
  assert.deepEqual(got.carrier_account.methods, [{ code: "same_day", name: "Same day", carrier: "house" }]);
  const tested = await admin(testCarrierAccount, { carrier_account_id });
  assert.deepEqual([tested.result, tested.methods.length], [true, 1]);
  await admin(updateCarrierAccount, { carrier_account_id, rate_card: null });
  assert.deepEqual((await admin(getCarrierAccount, { carrier_account_id })).rate_card, DEFAULT_RATE_CARD);
});

test("an account is added with credentials that are never shown, and tested", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const base_url = await serveGateway();
  const { carrier_account_id, carrier_account } = await admin(createCarrierAccount, gateway(base_url));
  assert.deepEqual(carrier_account.api_key, { configured: true, last_four: "cdef" });
  const account_row = await service.system.row<{ api_key_sealed: string }>(
    "select api_key_sealed from carrier_account where id = $1",
    [carrier_account_id],
  );
  assert.ok(!account_row?.api_key_sealed.includes("key_"));
  const tested = await admin(testCarrierAccount, { carrier_account_id });
  assert.deepEqual([tested.result, tested.failure, tested.methods.length], [true, null, 2]);

  // A wrong key is reported, and what was known stays.
  await admin(updateCarrierAccount, {
    carrier_account_id,
    api_key: "wrong_0123456789abc",
    services: ["ups_standard"],
  });
  const failed = await admin(testCarrierAccount, { carrier_account_id });
  assert.deepEqual([failed.result, failed.failure], [false, "not_authorised"]);
  const now = await admin(getCarrierAccount, { carrier_account_id });
  assert.partialDeepStrictEqual(now.carrier_account, {
    test_failure: "not_authorised",
    methods: [{ code: "ups_standard" }],
  });
  const answers = JSON.stringify([
    carrier_account,
    tested,
    failed,
    now,
    await admin(listCarrierAccounts, {}),
  ]);
  assert.ok(!answers.includes("0123456789"), "A key was shown.");
  assert.deepEqual(
    (await business.readEvents("carrier_account", carrier_account_id)).map(({ kind, payload }) => [
      kind,
      payload,
    ]),
    [
      ["carrier_account.created", { code: "ups", kind: "gateway" }],
      ["carrier_account.tested", { failure: null }],
      ["carrier_account.changed", { members: ["api_key", "services"] }],
      ["carrier_account.tested", { failure: "not_authorised" }],
    ],
  );
});

test("what does not fit together is refused with the member, and changes nothing", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { carrier_account_id } = await admin(createCarrierAccount, gateway("https://gateway.example"));
  const [house] = (await admin(listCarrierAccounts, {})).carrier_accounts;
  assert(house);
  const ofHouse = { carrier_account_id: house.carrier_account_id };
  const { base_url: _url, ...without } = gateway("");
  const twice = DEFAULT_RATE_CARD.services.slice(0, 1);
  const refused: [() => Promise<unknown>, number, string][] = [
    [() => admin(createCarrierAccount, gateway("https://gateway.example")), 409, "code"],
    [() => admin(createCarrierAccount, { ...without, code: "other" }), 422, "base_url"],
    [
      () => admin(updateCarrierAccount, { carrier_account_id, base_url: "https://evil.example" }),
      422,
      "api_key",
    ],
    [
      () => admin(updateCarrierAccount, { carrier_account_id, rate_card: DEFAULT_RATE_CARD }),
      422,
      "rate_card",
    ],
    [() => admin(updateCarrierAccount, { ...ofHouse, api_key: KEY }), 422, "api_key"],
    [
      () =>
        admin(updateCarrierAccount, {
          ...ofHouse,
          rate_card: { ...DEFAULT_RATE_CARD, services: [...twice, ...twice] },
        }),
      422,
      "rate_card/services/1",
    ],
  ];
  for (const [calling, status, field] of refused) {
    const refusal = await catchRefusal(calling());
    assert.deepEqual([refusal.status, refusal.errors?.[0]?.field], [status, field]);
  }
  const { version } = await admin(getCarrierAccount, { carrier_account_id });
  assert.equal(version, 1);
  const stale = admin(updateCarrierAccount, { carrier_account_id, is_enabled: false }, { if_match: 7 });
  assert.equal((await catchRefusal(stale)).error_code, "VERSION_CONFLICT");
  const unknown = admin(testCarrierAccount, { carrier_account_id: 2_000_000_011 });
  assert.equal((await catchRefusal(unknown)).status, 404);
});
