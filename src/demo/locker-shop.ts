/** The café of the demo sells in the cooled column of a locker: products, stocked cells, sales that were captured, void and given back. */
import { randomBytes } from "node:crypto";
import { addToDirectory } from "#operation/records/directory.ts";
import { encryptText, hashToken } from "#platform/auth/secrets.ts";
import { insertRows } from "./insert-rows.ts";
import type { LockerDemo } from "./locker-demo.ts";

/** Of the price, in hundredths of a percent. */
const FEE_BP = 500;
/** Included in the price. */
const TAX_BP = 1800;

const PRODUCTS = [
  {
    use: "cell-coffee",
    sku: "CAFE-250",
    name: "Café em grãos, 250 g",
    description: "Torra média, do Cerrado Mineiro.",
    price_minor: 3900,
    qty: 5,
  },
  {
    use: "cell-granola",
    sku: "GRAN-300",
    name: "Granola da casa, 300 g",
    description: "Aveia, castanha de baru e mel.",
    price_minor: 2600,
    // One is left: it is to be stocked again.
    qty: 1,
    low_stock_at: 2,
  },
  {
    use: "cell-cheese",
    sku: "QUEIJO-200",
    name: "Queijo minas, 200 g",
    description: "Conserve refrigerado.",
    price_minor: 2900,
    qty: 4,
    shelf_life_h: 96,
    temperature_max_c: 8,
  },
  {
    use: "cell-juice",
    sku: "SUCO-500",
    name: "Suco de cajá, 500 ml",
    description: "Sem açúcar.",
    price_minor: 1400,
    // Stocked 100 hours ago: its time is over.
    qty: 3,
    shelf_life_h: 96,
    temperature_max_c: 8,
  },
] as const;

const SALES: {
  use: (typeof PRODUCTS)[number]["use"];
  hours: number;
  status: "COLLECTED" | "REFUNDED" | "EXPIRED";
  payment_status: "CAPTURED" | "VOIDED" | "REFUNDED" | "NONE";
  problem?: "bad_item" | "wrong_item";
  problem_text?: string;
  refund_cause?: "door_not_opened" | "reported";
}[] = [
  { use: "cell-coffee", hours: 55, status: "COLLECTED", payment_status: "CAPTURED" },
  { use: "cell-granola", hours: 49, status: "COLLECTED", payment_status: "CAPTURED" },
  { use: "cell-coffee", hours: 44, status: "EXPIRED", payment_status: "NONE" },
  {
    use: "cell-granola",
    hours: 31,
    status: "REFUNDED",
    payment_status: "REFUNDED",
    problem: "bad_item",
    problem_text: "The bag was open.",
    refund_cause: "reported",
  },
  {
    use: "cell-coffee",
    hours: 27,
    status: "REFUNDED",
    payment_status: "VOIDED",
    refund_cause: "door_not_opened",
  },
  { use: "cell-granola", hours: 8, status: "COLLECTED", payment_status: "CAPTURED" },
  {
    use: "cell-coffee",
    hours: 2,
    status: "COLLECTED",
    payment_status: "CAPTURED",
    problem: "wrong_item",
    problem_text: "It is ground, not whole beans.",
  },
];

export async function createShop(demo: LockerDemo) {
  const { db, business_id, ago, customers, people, secret_key } = demo;
  const endpoint_key = randomBytes(24).toString("base64url");
  const seal = () => encryptText(secret_key, randomBytes(24).toString("base64url"));
  const times = (hours: number) => ({ version: 1, created_at: ago(hours), updated_at: ago(hours) });
  const opened_h = 24 * 20;
  const [merchant_id = 0] = await insertRows(db, "shop_merchant", [
    {
      business_id,
      customer_id: customers.CAFE,
      name: "Café Cerrado",
      terms: "Trocas em até 7 dias, com o comprovante.",
      status: "ACTIVE",
      status_since: ago(opened_h),
      fee_bp: FEE_BP,
      // Nothing answers there: a checkout of the demo says that the processor cannot be reached.
      base_url: "https://gateway.example",
      secret_sealed: seal(),
      secret_end: "demo",
      event_secret_sealed: seal(),
      event_secret_end: "demo",
      endpoint_key,
      ...times(opened_h),
    },
  ]);
  await addToDirectory({ db, business_id }, "shop_merchant", hashToken(endpoint_key));
  if (people.café !== null)
    await db.execute(
      "insert into shop_merchant_member (business_id, merchant_id, account_id) values ($1, $2, $3)",
      [business_id, merchant_id, people.café],
    );
  const product_ids = await insertRows(
    db,
    "shop_product",
    PRODUCTS.map((product) => ({
      business_id,
      merchant_id,
      sku: product.sku,
      name: product.name,
      description: product.description,
      price_minor: product.price_minor,
      tax_bp: TAX_BP,
      currency: "BRL",
      shelf_life_h: "shelf_life_h" in product ? product.shelf_life_h : null,
      temperature_max_c: "temperature_max_c" in product ? product.temperature_max_c : null,
      low_stock_at: "low_stock_at" in product ? product.low_stock_at : 1,
      status: "ACTIVE",
      status_since: ago(opened_h),
      ...times(opened_h),
    })),
  );
  const cell_ids = await insertRows(
    db,
    "shop_cell",
    PRODUCTS.map((product, index) => {
      const use = demo.use(product.use);
      const stocked_h = use.deposited_h ?? 0;
      return {
        business_id,
        merchant_id,
        product_id: product_ids[index],
        device_id: use.device_id,
        size: use.size,
        qty: product.qty,
        qty_change: 0,
        reservation_id: use.reservation_id,
        compartment_id: use.compartment_id,
        stocked_at: ago(stocked_h),
        expires_at: "shelf_life_h" in product ? ago(stocked_h - product.shelf_life_h) : null,
        ...times(stocked_h),
      };
    }),
  );
  await insertRows(
    db,
    "shop_sale",
    SALES.map((sale, number) => {
      const index = PRODUCTS.findIndex(({ use }) => use === sale.use);
      const { price_minor = 0 } = PRODUCTS[index] ?? {};
      const { hours, status, payment_status } = sale;
      const is_paid = payment_status !== "NONE";
      const is_opened = payment_status === "CAPTURED" || payment_status === "REFUNDED";
      const opened_at = is_opened ? ago(hours - 0.05) : null;
      const reference = `demo-${number + 1}`;
      return {
        business_id,
        merchant_id,
        product_id: product_ids[index],
        cell_id: cell_ids[index],
        device_id: demo.use(sale.use).device_id,
        status,
        status_since: ago(status === "EXPIRED" ? hours - 0.25 : hours - 0.06),
        price_minor,
        tax_minor: Math.round((price_minor * TAX_BP) / (10_000 + TAX_BP)),
        fee_minor: Math.round((price_minor * FEE_BP) / 10_000),
        currency: "BRL",
        hold_ends_at: ago(hours - 0.25),
        checkout_reference: is_paid ? `cs_${reference}` : null,
        payment_reference: is_paid ? `pi_${reference}` : null,
        payment_status,
        refund_reference: payment_status === "REFUNDED" ? `re_${reference}` : null,
        opened_at,
        collected_at: is_opened ? ago(hours - 0.06) : null,
        captured_at: opened_at,
        problem: sale.problem ?? null,
        problem_text: sale.problem_text ?? null,
        refund_cause: sale.refund_cause ?? null,
        version: 1,
        created_at: ago(hours),
        updated_at: ago(hours - 0.06),
      };
    }),
  );
  return PRODUCTS.map(({ use }, index) => ({ key: use, type: "shop_cell", id: cell_ids[index] ?? 0 }));
}
