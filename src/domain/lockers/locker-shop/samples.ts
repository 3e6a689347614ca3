import { encryptText } from "#platform/auth/secrets.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createCell } from "./operations/create-cell.ts";
import { createMerchant } from "./operations/create-merchant.ts";
import { createProduct } from "./operations/create-product.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** A customer that is no merchant. */
    customer_without_shop: number;
    /** Paid: it is in a settlement. */
    shop_sale_captured: number;
  }
}

async function insertCustomer({ service, business, unique_word }: Fixture): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    "insert into customer (business_id, code, name) values ($1, gen_random_uuid()::text, $2) returning id",
    [business.id, unique_word],
  );
  return row?.id ?? 0;
}

async function addSale(fixture: Fixture, captured_at: Date | null): Promise<number> {
  const row = await fixture.service.system.row<{ id: number }>(
    `insert into shop_sale (business_id, merchant_id, product_id, cell_id, device_id, status_since, price_minor, tax_minor,
       fee_minor, currency, age_limit, hold_ends_at, problem_text, captured_at, unpaid_since, created_at,
       updated_at)
     select business_id, merchant_id, product_id, id, device_id, now(), 1234, 0, 0, 'BRL', 18, now() + interval '1 day', $2, $3,
       now(), now(), now()
       from shop_cell where id = $1 returning id`,
    [await fixture.id("shop_cell"), fixture.unique_word, captured_at],
  );
  return row?.id ?? 0;
}

/** `tests/surface/races.test.ts` calls all writes of one record at once, whatever its status. */
const AT_LOCKER = "it needs what a device reported before, for each call anew";

export const samples = defineSamples({
  own_texts: [
    "business_name",
    "checkout_url",
    "compartment_code",
    "events_url",
    "locker_name",
    "month",
    "payment_failure",
    "photo_url",
    "sale_token",
    "terms",
  ],
  records: {
    customer_without_shop: insertCustomer,
    shop_merchant: async (fixture) => {
      const { client_admin, customer } = fixture.people;
      const { merchant_id } = await client_admin.call(createMerchant, {
        customer_id: await fixture.id("customer"),
        name: fixture.unique_word,
        member_account_ids: [customer.account_id],
      });
      const { service } = fixture;
      await service.system.execute("update shop_merchant set secret_sealed = $2 where id = $1", [
        merchant_id,
        encryptText(service.runtime.settings.secret_key, "sk_test_0123456789abcdef"),
      ]);
      return merchant_id;
    },
    shop_product: async (fixture) =>
      (
        await fixture.people.client_admin.call(createProduct, {
          merchant_id: await fixture.id("shop_merchant"),
          sku: `S-${Date.now()}-${Math.random()}`,
          name: fixture.unique_word,
          price_minor: 1234,
          age_limit: 18,
        })
      ).product_id,
    shop_cell: async (fixture) =>
      (
        await fixture.people.client_admin.call(createCell, {
          product_id: await fixture.id("shop_product"),
          locker_id: await fixture.id("locker_device"),
          size: "S",
        })
      ).cell_id,
    shop_sale: (fixture) => addSale(fixture, null),
    shop_sale_captured: (fixture) => addSale(fixture, fixture.service.now()),
  },
  link_subjects: { shop_sale: (fixture) => fixture.id("shop_sale") },
  operations: {
    shopCellWithdraw: { not_concurrent: AT_LOCKER },
    shopCellStock: { not_concurrent: AT_LOCKER },
    shopSaleRefund: { not_concurrent: AT_LOCKER },
    shopSettlements: { needs: ["shop_sale_captured"] },
    shopMerchantCreate: { member_kinds: { customer_id: "customer_without_shop" } },
  },
});
