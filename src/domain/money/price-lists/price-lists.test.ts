import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { createSurcharge } from "#domain/money/surcharges/operations/create-surcharge.ts";
import { rateDelivery } from "#domain/orders/delivery-rates/operations/rate-delivery.ts";
import { createDefaultList, dropoff, flat } from "#tests/support/price-lists.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { PRICE_FAMILIES, type PriceFamily } from "#vocabulary/features.ts";
import { createPriceList } from "./operations/create-price-list.ts";
import { getCustomerPriceLists } from "./operations/get-customer-price-lists.ts";
import { getPriceList } from "./operations/get-price-list.ts";
import { listPriceLists } from "./operations/list-price-lists.ts";
import { replacePriceList } from "./operations/replace-price-list.ts";
import { setCustomerPriceLists } from "./operations/set-customer-price-lists.ts";
import { testPriceList } from "./operations/test-price-list.ts";
import type { Rule } from "./shapes.ts";

const service = await testService();

describe("price lists", () => {
  test("a change is a new version; orders of yesterday keep the prices of the old one", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const one = await createDefaultList(business);
    assert.partialDeepStrictEqual(one, {
      version: 1,
      price_list: { currency: "BRL", family: "local_delivery", is_default: true },
    });
    const two = await admin(
      replacePriceList,
      { price_list_id: one.price_list_id, rules: [{ ...flat, base_minor: 2000 }] },
      { if_match: 1 },
    );
    assert.partialDeepStrictEqual(two, {
      version: 2,
      price_list: {
        name: "Standard",
        root_id: one.price_list_id,
        replaces_id: one.price_list_id,
        is_default: true,
      },
    });
    const again = await catchRefusal(
      admin(replacePriceList, { price_list_id: one.price_list_id, name: "X" }),
    );
    assert.equal(again.error_code, "ALREADY_REPLACED");
    assert.deepEqual(
      (await admin(listPriceLists, {})).price_lists.map((list) => list.id),
      [two.price_list_id],
    );
    assert.equal((await admin(listPriceLists, { root_id: one.price_list_id })).total, 2);
    assert.equal(
      (await admin(getPriceList, { price_list_id: one.price_list_id })).price_list.rules[0]?.base_minor,
      1000,
    );
    assert.equal((await business.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 2000);
  });

  test("a version is in effect from its date on, in the business's time zone", async () => {
    const business = await service.business({ time_zone: "Pacific/Auckland" });
    const one = await createDefaultList(business);
    const tomorrow = new Date(service.now().getTime() + 13 * 3600_000 + 86_400_000)
      .toISOString()
      .slice(0, 10);
    await business.as("client_admin")(replacePriceList, {
      price_list_id: one.price_list_id,
      rules: [{ ...flat, base_minor: 2000 }],
      effective_from: tomorrow,
    });
    assert.equal((await business.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 1000);
    service.advance(2 * 86_400_000);
    assert.equal((await business.as("employee")(rateDelivery, { dropoff })).rates[0]?.shipping_price, 2000);
    service.advance(-2 * 86_400_000);
  });

  test("a customer's prices come from its own list, else its tier's, else the default", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const [own_customer, tiered, plain] = [
      await business.customer(),
      await business.customer(),
      await business.customer(),
    ];
    const price = async (person: typeof own_customer.person) =>
      (await person.call(rateDelivery, { dropoff, service: "standard" })).rates[0]?.shipping_price;
    assert.equal((await catchRefusal(price(own_customer.person))).error_code, "NO_PRICE_LIST");
    await createDefaultList(business);
    await admin(createPriceList, { name: "Gold", tier: "gold", rules: [{ ...flat, base_minor: 800 }] });
    const special = await admin(createPriceList, { name: "Special", rules: [{ ...flat, base_minor: 700 }] });
    await service.system.execute("update customer set tier = 'gold' where id = any($1)", [
      [own_customer.id, tiered.id],
    ]);
    await admin(updateCustomer, { customer_id: own_customer.id, price_list_id: special.price_list_id });
    assert.deepEqual(
      [await price(own_customer.person), await price(tiered.person), await price(plain.person)],
      [700, 800, 1000],
    );
    await admin(replacePriceList, {
      price_list_id: special.price_list_id,
      rules: [{ ...flat, base_minor: 600 }],
    });
    assert.equal(await price(own_customer.person), 600);
    await admin(createPriceList, {
      name: "New default",
      rules: [{ ...flat, base_minor: 1500 }],
      is_default: true,
    });
    assert.equal(await price(plain.person), 1500);
    const early = await catchRefusal(
      admin(createPriceList, {
        name: "Later",
        rules: [flat],
        is_default: true,
        effective_from: "2090-01-01",
      }),
    );
    assert.equal(early.errors?.[0]?.field, "is_default");
    assert.equal(
      (await catchRefusal(business.as("employee")(createPriceList, { name: "X", rules: [flat] }))).status,
      403,
    );
  });

  test("a customer has a list of its own for each family, and it is said which applies and why", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const make = async (name: string, price_family: PriceFamily, more: object = {}) =>
      (await admin(createPriceList, { name, family: price_family, rules: [flat], ...more })).price_list_id;
    const standard = await make("Standard", "local_delivery", { is_default: true });
    const gold = await make("Gold", "ltl_service", { tier: "gold" });
    const special = await make("Special", "local_delivery");
    const storage_list = await make("Stored", "storage_services");
    const later = await make("Later", "moving_services", { effective_from: "2090-01-01" });
    const { id: customer_id } = await business.customer();
    await admin(updateCustomer, { customer_id, tier: "gold", price_list_id: special });
    const applied = async () => {
      const { price_lists } = await business.as("employee")(getCustomerPriceLists, { customer_id });
      assert.deepEqual(
        price_lists.map(({ family }) => family),
        [...PRICE_FAMILIES],
      );
      return Object.fromEntries(
        price_lists.flatMap(({ family, name, basis, own_price_list_id: own_list_id }) =>
          name === null && own_list_id === null ? [] : [[family, [name, basis, own_list_id]]],
        ),
      );
    };
    assert.deepEqual(await applied(), {
      local_delivery: ["Special", "own", special],
      ltl_service: ["Gold", "tier", null],
    });
    const before = await business.readEvents("customer", customer_id);
    const { version } = await admin(getCustomerPriceLists, { customer_id });
    const set = (price_lists: { family: PriceFamily; price_list_id: number }[], if_match?: number) =>
      admin(setCustomerPriceLists, { customer_id, price_lists }, if_match === undefined ? {} : { if_match });
    const own_lists = [
      { family: "storage_services" as const, price_list_id: storage_list },
      { family: "moving_services" as const, price_list_id: later },
    ];
    assert.equal((await set(own_lists, version)).version, version + 1);
    assert.equal((await catchRefusal(set(own_lists, version))).error_code, "VERSION_CONFLICT");
    assert.deepEqual(await applied(), {
      local_delivery: ["Standard", "default", null],
      ltl_service: ["Gold", "tier", null],
      moving_services: [null, null, later],
      storage_services: ["Stored", "own", storage_list],
    });
    assert.equal((await business.readEvents("customer", customer_id)).length, before.length + 1);

    // A new version of the list goes on applying to its customers.
    await admin(replacePriceList, { price_list_id: storage_list, name: "Stored 2" });
    assert.deepEqual((await applied())["storage_services"], ["Stored 2", "own", storage_list]);

    const elsewhere = await service.business();
    const theirs = (await elsewhere.as("client_admin")(createPriceList, { name: "X", rules: [flat] }))
      .price_list_id;
    for (const [wrong, field] of [
      [[{ family: "ltl_service", price_list_id: standard }], "price_lists/0/price_list_id"],
      [[{ family: "local_delivery", price_list_id: theirs }], "price_lists/0/price_list_id"],
      [[own_lists[0], { family: "storage_services", price_list_id: storage_list }], "price_lists/1/family"],
    ] as const)
      assert.equal((await catchRefusal(set([...wrong] as never))).errors?.[0]?.field, field);
    const refused = await catchRefusal(admin(updateCustomer, { customer_id, price_list_id: gold }));
    assert.equal(refused.errors?.[0]?.message, "is not a price list of local deliveries");
    assert.equal((await catchRefusal(admin(getCustomerPriceLists, { customer_id: 999_999 }))).status, 404);
    assert.equal(
      (await catchRefusal(admin(setCustomerPriceLists, { customer_id: 999_999, price_lists: [] }))).status,
      404,
    );
    await set([]);
    assert.deepEqual(Object.keys(await applied()), ["local_delivery", "ltl_service"]);
  });
});

describe("a test of prices", () => {
  const rules: Rule[] = [
    { name: "Near", km_max: 5, base_minor: 500 },
    { name: "Light", weight_breaks: [{ up_to_g: 1000, amount_minor: 700 }] },
    { name: "Rest", base_minor: 2000 },
    { name: "Never", base_minor: 1 },
  ];
  const shipment = { distance_km: 12, parcels: [{ weight_g: 2500, quantity: 2 }] };

  test("says the lines, the rule that matched, and why the others and the surcharges do not apply", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const price_family = "ltl_service";
    const staff = business.as("employee");
    const none = await catchRefusal(staff(testPriceList, { family: price_family, shipment }));
    assert.deepEqual([none.status, none.error_code], [422, "NO_PRICE_LIST"]);
    const { price_list_id } = await admin(createPriceList, {
      name: "Freight",
      family: price_family,
      rules,
      is_default: true,
    });
    for (const [code, trigger, is_optional] of [
      ["fuel", "fuel", false],
      ["home", "residential", false],
      ["lift", "stairs", true],
    ] as const)
      await admin(createSurcharge, {
        code,
        name: code,
        trigger,
        is_optional,
        kind: "fixed",
        amount_minor: 300,
        families: [price_family],
      });
    const tested = await staff(testPriceList, { family: price_family, shipment });
    assert.deepEqual(tested, {
      result: true,
      price_list_id,
      name: "Freight",
      list_version: 1,
      basis: "default",
      currency: "BRL",
      price: {
        rule: "Rest",
        lines: [
          { code: "base", label: "Rest", amount_minor: 2000 },
          { code: "fuel", label: "fuel", amount_minor: 300, trigger: "fuel" },
        ],
        total_minor: 2300,
        markup_minor: null,
        pieces: 2,
        billable_weight_g: 5000,
        volume_cm3: null,
        distance_km: 12,
      },
      skipped_rules: [
        { rule: "Near", reason: "distance" },
        { rule: "Light", reason: "weight" },
      ],
      skipped_surcharges: [
        { code: "home", label: "home", trigger: "residential", reason: "not_triggered" },
        { code: "lift", label: "lift", trigger: "stairs", reason: "not_chosen" },
      ],
    });
    assert.equal(
      await service.system.row("select 1 from quote where business_id = $1", [business.id]),
      undefined,
    );
    const shipment_with_options = { ...shipment, is_residential: true, options: ["lift"] };
    assert.equal(
      (await staff(testPriceList, { family: price_family, shipment: shipment_with_options })).price
        ?.total_minor,
      2900,
    );
    const wrong = await catchRefusal(
      staff(testPriceList, { family: price_family, shipment: { options: ["fuel"] } }),
    );
    assert.equal(wrong.errors?.[0]?.field, "shipment/options/0");
  });

  test("prices with an old version, a draft, or the list of a customer", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const price_family = "ltl_service";
    const first = await admin(createPriceList, {
      name: "Freight",
      family: price_family,
      rules,
      is_default: true,
    });
    await admin(replacePriceList, {
      price_list_id: first.price_list_id,
      rules: [{ name: "New", base_minor: 9 }],
    });
    const own_list = await admin(createPriceList, {
      name: "Own",
      family: price_family,
      rules: [{ name: "Own", base_minor: 8 }],
    });
    const { id: customer_id } = await business.customer();
    await admin(setCustomerPriceLists, {
      customer_id,
      price_lists: [{ family: price_family, price_list_id: own_list.price_list_id }],
    });
    const total = async (more: object) => {
      const { price, basis } = await admin(testPriceList, { family: price_family, shipment, ...more });
      return [price?.total_minor ?? null, basis];
    };
    assert.deepEqual(await total({}), [9, "default"]);
    assert.deepEqual(await total({ customer_id }), [8, "own"]);
    assert.deepEqual(await total({ price_list_id: first.price_list_id }), [2000, null]);
    const draft = { rules: [{ name: "Draft", per_kg_minor: 10 }], minimum_minor: 60, tax_percent: 10 };
    assert.deepEqual(await total({ draft }), [66, null]);
    assert.deepEqual(await total({ draft: { rules: rules.slice(0, 2) } }), [null, null]);
    const faulty = { draft: { rules: [{ name: "Draft", to_zones: ["Nowhere"], base_minor: 1 }] } };
    assert.equal((await catchRefusal(total(faulty))).errors?.[0]?.field, "draft/rules/0/to_zones/0");
    for (const [input, status] of [
      [{ price_list_id: 999_999 }, 404],
      [{ family: "moving_services", price_list_id: first.price_list_id }, 404],
      [{ customer_id: 999_999 }, 422],
    ] as const)
      assert.equal((await catchRefusal(total(input))).status, status);
  });

  test("keeps what a carrier charges apart from the lines that a customer sees", async () => {
    const business = await service.business();
    const { price } = await business.as("employee")(testPriceList, {
      family: "label_service",
      shipment: {
        service: "ground",
        carrier_account: "dhl-1",
        carrier_charge: { amount_minor: 1830, currency: "BRL" },
      },
      draft: {
        rules: [
          {
            name: "DHL",
            carrier_accounts: ["dhl-1"],
            services: ["ground"],
            markup: { percent: 10, fixed_minor: 50, minimum_minor: 100 },
            rounding_minor: 10,
          },
        ],
      },
    });
    assert.equal(price?.markup_minor, 233);
    assert.deepEqual(price?.lines, [
      { code: "carriage", label: "Carriage", amount_minor: 2063 },
      { code: "rounding", label: "Rounding", amount_minor: 7 },
    ]);
  });
});
