import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { rateDelivery } from "#domain/orders/delivery-rates/operations/rate-delivery.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { closeSurcharge } from "./operations/close-surcharge.ts";
import { createSurcharge } from "./operations/create-surcharge.ts";
import { listSurcharges } from "./operations/list-surcharges.ts";
import { updateSurcharge } from "./operations/update-surcharge.ts";

const service = await testService();

const dropoff = { line1: "Quadra 7", country: "BR", postal_code: "70000-000", lat: -15.7, lng: -47.9 };
const fuel: Parameters<typeof createSurcharge.run>[1] = {
  code: "fuel",
  name: "Fuel",
  kind: "percent",
  trigger: "fuel",
  percent: 10,
  families: ["local_delivery"],
};

async function withList(business: TestBusiness, tax_percent = 0) {
  await business.as("client_admin")(createPriceList, {
    name: "Standard",
    rules: [{ name: "Flat", base_minor: 1000 }],
    tax_percent,
    is_default: true,
  });
}
const rate = async (business: TestBusiness, more: object = {}) =>
  business.as("employee")(rateDelivery, { dropoff, service: "standard", ...more });

describe("surcharges", () => {
  test("are created, changed and closed by administrators, and their code is free again", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const created_surcharge = await admin(createSurcharge, fuel);
    assert.partialDeepStrictEqual(created_surcharge.surcharge, {
      code: "fuel",
      currency: "BRL",
      amount_minor: null,
      taxable: true,
      is_optional: false,
      version: 1,
    });
    const { surcharge_id } = created_surcharge;
    const refusal = await catchRefusal(admin(createSurcharge, fuel));
    assert.deepEqual(
      [refusal.status, refusal.error_code, refusal.errors?.[0]?.field],
      [409, "CODE_TAKEN", "code"],
    );
    const changed = await admin(updateSurcharge, { surcharge_id, percent: 12 }, { if_match: 1 });
    assert.deepEqual([changed.version, changed.surcharge.percent], [2, 12]);
    const late = await catchRefusal(admin(updateSurcharge, { surcharge_id, percent: 13 }, { if_match: 1 }));
    assert.equal(late.error_code, "VERSION_CONFLICT");
    const wrong = await catchRefusal(admin(updateSurcharge, { surcharge_id, kind: "fixed" }));
    assert.deepEqual(
      [wrong.status, wrong.errors?.map(({ field }) => field)],
      [422, ["amount_minor", "percent"]],
    );
    const to_fixed = { surcharge_id, kind: "fixed", amount_minor: 150, percent: null } as const;
    assert.equal((await admin(updateSurcharge, to_fixed)).surcharge.amount_minor, 150);
    assert.notEqual((await admin(closeSurcharge, { surcharge_id })).surcharge.closed_at, null);
    for (const attempt of [
      () => admin(closeSurcharge, { surcharge_id }),
      () => admin(updateSurcharge, { surcharge_id, percent: 1 }),
    ])
      assert.equal((await catchRefusal(attempt())).error_code, "SURCHARGE_CLOSED");
    await admin(createSurcharge, fuel);
    assert.equal((await admin(listSurcharges, {})).total, 1);
    assert.equal((await admin(listSurcharges, { include_closed: true })).total, 2);
    assert.equal((await admin(listSurcharges, { family: "ltl_service" })).total, 0);
    assert.equal((await catchRefusal(business.as("employee")(createSurcharge, fuel))).status, 403);
  });

  test("are lines of a price that say their trigger, before tax, which untaxed ones are not part of", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await withList(business, 10);
    await admin(createSurcharge, fuel);
    await admin(createSurcharge, {
      ...fuel,
      code: "insured",
      name: "Insurance",
      trigger: "insurance",
      percent: 1,
      taxable: false,
    });
    await admin(createSurcharge, { ...fuel, code: "elsewhere", families: ["moving_services"] });
    const { rates } = await rate(business, { insured_value_minor: 50_000 });
    assert.deepEqual(rates[0]?.price_details, [
      { code: "base", label: "Flat", amount_minor: 1000 },
      { code: "fuel", label: "Fuel", amount_minor: 100, trigger: "fuel" },
      { code: "insured", label: "Insurance", amount_minor: 500, trigger: "insurance" },
      { code: "tax", label: "Tax 10 %", amount_minor: 110 },
    ]);
    assert.equal(rates[0]?.shipping_price, 1710);
  });

  test("that depend on the order's cash, value, day or window bind the order to those that were quoted", async () => {
    const business = await service.business();
    const staff = business.as("employee");
    await withList(business);
    const order = async (rated: object, ordered: object) => {
      const { rates } = await rate(business, rated);
      const created_order = await staff(createOrder, {
        dropoff,
        rate_id: rates[0]?.rate_id ?? "",
        ...ordered,
      });
      return created_order.order.shipping_price;
    };
    const refused = async (rated: object, ordered: object) =>
      (await catchRefusal(order(rated, ordered))).error_code;
    const narrow = (start: string, day = "2027-01-08") => ({
      dropoff: {
        ...dropoff,
        window: { start: `${day}T${start}:00Z`, end: `${day}T12:00:00Z` },
      },
    });
    // Without a surcharge for it, an order may have what was not quoted.
    assert.equal(
      await order({}, { cod_minor: 5000, scheduled_date: "2027-01-09", ...narrow("10:00", "2027-01-09") }),
      1000,
    );

    for (const [trigger, conditions] of [
      ["cod", {}],
      ["weekend", {}],
      ["time_window", { limit_minutes: 120 }],
    ] as const)
      await business.as("client_admin")(createSurcharge, {
        code: trigger,
        name: trigger,
        trigger,
        conditions,
        kind: "fixed",
        amount_minor: 100,
        families: ["local_delivery"],
      });
    const friday = { scheduled_date: "2027-01-08" };
    const saturday = { scheduled_date: "2027-01-09" };
    assert.equal(await refused(friday, { ...friday, cod_minor: 5000 }), "RATE_UNKNOWN");
    assert.equal(await refused(friday, saturday), "RATE_UNKNOWN");
    assert.equal(await refused(friday, { ...friday, ...narrow("10:00") }), "RATE_UNKNOWN");
    assert.equal(await order(friday, { ...friday, insured_value_minor: 9 }), 1000);
    assert.equal(await order({ ...friday, cod_minor: 5000 }, { ...friday, cod_minor: 5000 }), 1100);
    const all = { ...saturday, cod_minor: 5000, ...narrow("10:00", "2027-01-09") };
    assert.equal(await order(all, all), 1300);
    // A window of the same length, written otherwise.
    const moved = { ...all, dropoff: { ...narrow("10:00", "2027-01-09").dropoff } };
    moved.dropoff.window = { start: "2027-01-09T11:00:00+01:00", end: "2027-01-09T13:00:00+01:00" };
    assert.equal(await order(all, moved), 1300);
  });

  test("that are optional are listed with a rate and apply where they are chosen", async () => {
    const business = await service.business();
    await withList(business);
    const gate = {
      code: "liftgate",
      name: "Lift gate",
      kind: "fixed",
      trigger: "stairs",
      amount_minor: 900,
    } as const;
    await business.as("client_admin")(createSurcharge, {
      ...gate,
      is_optional: true,
      families: ["local_delivery"],
    });
    await business.as("client_admin")(createSurcharge, fuel);
    const plain = await rate(business);
    assert.deepEqual(plain.options, [{ code: "liftgate", name: "Lift gate", trigger: "stairs" }]);
    assert.equal(plain.rates[0]?.shipping_price, 1100);
    assert.equal((await rate(business, { options: ["liftgate"] })).rates[0]?.shipping_price, 2000);
    const wrong = await catchRefusal(rate(business, { options: ["liftgate", "fuel"] }));
    assert.deepEqual([wrong.status, wrong.errors?.[0]?.field], [422, "options/1"]);
  });
});
