/** Customers of a business. Source: docs/contract/rest.md, "Customers". */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { decryptText } from "#platform/auth/secrets.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createCustomer } from "./operations/create-customer.ts";
import { getCustomer } from "./operations/get-customer.ts";
import { listCustomers } from "./operations/list-customers.ts";
import { updateCustomer } from "./operations/update-customer.ts";

const service = await testService();
const password = "correct horse battery";

describe("customers", () => {
  test("are created with a given or a generated code, and found by prefix", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const one = await admin(createCustomer, {
      name: "Café Cerrado",
      code: "CAFE",
      phone: "(61) 99999-0000",
      email: "cafe@example.com",
    });
    assert.partialDeepStrictEqual(one.customer, {
      code: "CAFE",
      phone_e164: "+5561999990000",
      status: "active",
      hidden_price_families: [],
      accounts: [],
    });
    const numbered = [
      await admin(createCustomer, { name: "Bar" }),
      await admin(createCustomer, { name: "Zoo" }),
    ];
    assert.deepEqual(
      numbered.map((creation) => creation.customer.code),
      ["C00001", "C00002"],
    );
    assert.equal(
      (await catchRefusal(admin(createCustomer, { name: "Other", code: "CAFE" }))).error_code,
      "CODE_TAKEN",
    );
    const names = async (input: object) =>
      (await business.as("employee")(listCustomers, input)).customers.map((customer) => customer.name);
    assert.deepEqual(await names({}), ["Bar", "Café Cerrado", "Zoo"]);
    assert.deepEqual(await names({ q: "café" }), ["Café Cerrado"]);
    assert.deepEqual(await names({ q: "%" }), []);
    const [event] = await business.readEvents("customer", one.customer_id);
    assert(!JSON.stringify(event).includes("Café"), "Events carry no names.");
  });

  test("an unknown price list or an invalid telephone number is reported by member", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const theirs = await other.as("client_admin")(createPriceList, {
      name: "X",
      rules: [{ name: "Flat", base_minor: 1 }],
    });
    const refusal = await catchRefusal(
      business.as("client_admin")(createCustomer, {
        name: "A",
        phone: "123",
        price_list_id: theirs.price_list_id,
      }),
    );
    assert.deepEqual(
      refusal.errors?.map((error) => error.field),
      ["phone", "price_list_id"],
    );
    assert.equal((await business.as("client_admin")(listCustomers, {})).total, 0);
  });

  test("new customers have the hidden prices of the settings, unless the request names them", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(updateSettings, { settings: { price_hiding_defaults: ["local_delivery"] } });
    assert.deepEqual((await admin(createCustomer, { name: "A" })).customer.hidden_price_families, [
      "local_delivery",
    ]);
    assert.deepEqual(
      (await admin(createCustomer, { name: "B", hidden_price_families: [] })).customer.hidden_price_families,
      [],
    );
  });

  test("with a password its account signs in at once; without one an invitation is sent and nobody can sign in", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const email = `ana-${business.code}@example.com`;
    const created_customer = await admin(createCustomer, { name: "Ana", sign_in: { email, password } });
    assert.deepEqual(
      created_customer.customer.accounts.map((account) => account.status),
      ["active"],
    );
    const signed = await service.http("POST", "/api/v1/user/login", { email, password });
    assert.equal(signed.status, 200);
    const me = await service.http("GET", "/api/v1/user/me", undefined, {
      authorization: `Bearer ${signed.body.access_token}`,
    });
    assert.partialDeepStrictEqual(me.body.user, {
      role: "customer",
      customer_id: created_customer.customer_id,
    });
    const audit_text = JSON.stringify(
      await service.system.rows("select changes, subjects from audit where business_id = $1", [business.id]),
    );
    assert(!audit_text.includes(password));

    const invited = await admin(createCustomer, {
      name: "Bob",
      sign_in: { email: `bob-${business.code}@example.com` },
    });
    assert.deepEqual(
      invited.customer.accounts.map((account) => account.status),
      ["invited"],
    );
    const message = await service.system.row<{ body_sealed: string; recipient: string }>(
      "select body_sealed, recipient from outbox_message where business_id = $1",
      [business.id],
    );
    assert.equal(message?.recipient, `bob-${business.code}@example.com`);
    const link = /token=(\S+)/.exec(
      decryptText(service.runtime.settings.secret_key, message?.body_sealed ?? ""),
    )?.[1];
    const accepted = await service.http("POST", "/api/v1/user/password/reset", { token: link, password });
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    assert.equal(
      (
        await service.http("POST", "/api/v1/user/login", {
          email: `bob-${business.code}@example.com`,
          password,
        })
      ).status,
      200,
    );
  });

  test("an address that the business already knows creates neither account nor customer", async () => {
    const business = await service.business();
    const { email } = await business.person("employee");
    const refusal = await catchRefusal(
      business.as("client_admin")(createCustomer, {
        name: "Ana",
        sign_in: { email: email.toUpperCase(), password },
      }),
    );
    assert.equal(refusal.error_code, "EMAIL_TAKEN");
    assert.equal((await business.as("client_admin")(listCustomers, {})).total, 0);
  });

  test("hidden prices are removed from the next response on", async () => {
    const business = await service.business();
    const { id: customer_id, person } = await business.customer();
    const order = await business.order({ customer_id });
    await service.system.execute("update delivery_order set price_minor = 1234567 where id = $1", [order.id]);
    const price = async () => (await person.http("GET", `/api/v1/client/orders/${order.id}`)).body.order;
    assert.equal((await price()).shipping_price, 1_234_567);
    await business.as("client_admin")(updateCustomer, {
      customer_id,
      hidden_price_families: ["local_delivery"],
    });
    const hidden = await price();
    assert.equal(hidden.price_hidden, true);
    assert(!JSON.stringify(hidden).includes("1234567"));
  });

  test("a disabled customer's accounts are signed out at once, and can sign in again once it is enabled", async () => {
    const business = await service.business();
    const { id: customer_id, person } = await business.customer();
    const me = async () => (await person.http("GET", "/api/v1/user/me")).status;
    assert.equal(await me(), 200);
    await business.as("client_admin")(updateCustomer, { customer_id, status: "disabled" });
    assert.equal(await me(), 401);
    await business.as("client_admin")(updateCustomer, { customer_id, status: "active" });
    assert.equal(await me(), 200);
  });

  test("changes keep other members, refuse an old version, and only one of two gets the same code", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const one = await person.call(createCustomer, {
      name: "A",
      code: "A",
      tier: "gold",
      email: "a@example.com",
      required_proofs: ["photo"],
    });
    const two = await person.call(createCustomer, { name: "B", code: "B" });
    const changed = await person.call(
      updateCustomer,
      { customer_id: one.customer_id, email: null },
      { if_match: 1 },
    );
    assert.partialDeepStrictEqual(changed, {
      version: 2,
      customer: { tier: "gold", email: null, name: "A", required_proofs: ["photo"] },
    });
    assert.equal(
      (
        await catchRefusal(
          person.call(updateCustomer, { customer_id: one.customer_id, tier: "x" }, { if_match: 1 }),
        )
      ).error_code,
      "VERSION_CONFLICT",
    );
    const outcomes = await Promise.allSettled(
      [one, two].map(({ customer_id }) => person.call(updateCustomer, { customer_id, code: "SAME" })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.deepEqual(
      refused.map((outcome) => outcome.reason.error_code),
      ["CODE_TAKEN"],
    );
    assert.equal((await person.call(getCustomer, { customer_id: one.customer_id })).customer.tier, "gold");
  });

  test("belong to one business, and only its administrators change them", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const { customer_id } = await theirs.as("client_admin")(createCustomer, { name: "A" });
    for (const operation of [getCustomer, updateCustomer]) {
      assert.equal((await catchRefusal(mine.as("client_admin")(operation, { customer_id }))).status, 404);
    }
    assert.equal(
      (await catchRefusal(theirs.as("employee")(updateCustomer, { customer_id, tier: "x" }))).status,
      403,
    );
    const { person } = await theirs.customer();
    assert.equal((await catchRefusal(person.call(listCustomers, {}))).status, 403);
  });
});
