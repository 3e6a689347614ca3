import { randomUUID } from "node:crypto";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { offerService, PLAIN_DEFINITION } from "#domain/customer/services/samples.ts";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { confirmCustomerOrder } from "./operations/confirm-customer-order.ts";
import { createShippingOrder } from "./operations/create-shipping-order.ts";
import { estimateShippingOrder } from "./operations/estimate-shipping-order.ts";
import { getCustomerOrder } from "./operations/get-customer-order.ts";
import { measureShippingPackages } from "./operations/measure-shipping-packages.ts";
import { payShippingOrder } from "./operations/pay-shipping-order.ts";
import { processCustomerOrder } from "./operations/process-customer-order.ts";
import { receiveShippingPackages } from "./operations/receive-shipping-packages.ts";
import { reportShippingException } from "./operations/report-shipping-exception.ts";
import { shipCustomerOrder } from "./operations/ship-customer-order.ts";
import { STATUSES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of an estimate of the customer, for `REQUEST` brought to the warehouse. */
    shipping_rate: string;
    shipping_order_to_quote: number;
    shipping_order_confirmed: number;
    shipping_order_received: number;
    received_package: number;
    shipping_order_processed: number;
    shipping_order_shipped: number;
    shipping_order_stopped: number;
    shipping_order_to_settle: number;
  }
}

const REQUEST = { packages: [{ weight_g: 1000 }] };
const WALLET = 10_000_000;

async function order(
  fixture: Fixture,
  { person = fixture.people.customer, code }: { person?: TestPerson; code?: string } = {},
): Promise<number> {
  const service_code = code ?? (await fixture.id("service_code"));
  const { rate_id } = await person.call(estimateShippingOrder, { service_code, ...REQUEST });
  const words = { ref: fixture.unique_word, note: fixture.unique_word };
  const { shipping_order_id } = await person.call(createShippingOrder, {
    service_code,
    ...REQUEST,
    ...words,
    rate_id: rate_id ?? "",
  });
  return shipping_order_id;
}

/** An order of a family at its secret price and paid, so that steps and payments show it too. */
async function orderPriced(
  fixture: Fixture,
  price_family: "shipping_service" | "ltl_service" | "moving_services",
): Promise<{ service_code: string; shipping_order: number }> {
  const { client_admin, customer } = fixture.people;
  const service_code = await offerService(fixture, "shipping", price_family);
  const customer_id = customer.actor.customer_id ?? 0;
  await client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET, method: "cash" });
  const shipping_order_id = await order(fixture, { code: service_code });
  await customer.call(payShippingOrder, { shipping_order_id });
  return { service_code, shipping_order: shipping_order_id };
}

async function orderAndPay(fixture: Fixture): Promise<number> {
  const { client_admin, customer } = fixture.people;
  const customer_id = await fixture.id("customer");
  await client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET, method: "cash" });
  const shipping_order_id = await order(fixture);
  await customer.call(payShippingOrder, { shipping_order_id });
  return shipping_order_id;
}

async function readPackage({ people }: Fixture, shipping_order_id: number): Promise<number> {
  const answer = await people.client_admin.call(getCustomerOrder, { shipping_order_id });
  return answer.order.packages[0]?.id ?? 0;
}

async function receive(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const shipping_order_id = await orderAndPay(fixture);
  const shipping_package_id = await readPackage(fixture, shipping_order_id);
  await client_admin.call(receiveShippingPackages, {
    shipping_order_id,
    packages: [{ shipping_package_id }],
  });
  const measured = { weight_g: 2000, length_mm: 100, width_mm: 100, height_mm: 100 };
  await client_admin.call(measureShippingPackages, {
    shipping_order_id,
    packages: [{ shipping_package_id, ...measured }],
  });
  return shipping_order_id;
}

async function process(fixture: Fixture): Promise<number> {
  const shipping_order_id = await receive(fixture);
  await fixture.people.client_admin.call(processCustomerOrder, { shipping_order_id });
  return shipping_order_id;
}

/** Ordered and confirmed before the prices were hidden from this further customer. */
async function orderToSettle(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const { id: customer_id, person } = await fixture.business.customer({
    name: `Hidden ${fixture.unique_word}`,
  });
  const shipping_order_id = await order(fixture, { person });
  await client_admin.call(confirmCustomerOrder, { shipping_order_id });
  await client_admin.call(updateCustomer, { customer_id, hidden_price_families: ["shipping_service"] });
  return shipping_order_id;
}

async function orderToQuote(fixture: Fixture): Promise<number> {
  const { client_admin, customer } = fixture.people;
  const service_code = `staff-${randomUUID().slice(0, 8)}`;
  await client_admin.call(createService, {
    ...PLAIN_DEFINITION,
    pricing_method: 2,
    code: service_code,
    kind: "shipping",
    family: "moving_services",
  });
  const created_order = await customer.call(createShippingOrder, {
    service_code,
    ...REQUEST,
    note: fixture.unique_word,
  });
  return created_order.shipping_order_id;
}

const grow = (fixture: Fixture) => order(fixture);

export const samples = defineSamples({
  shared_texts: ["carrier_number", "surcharges"],
  catalogue_languages: { "next-steps": ["en", "pt"] },
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": STATUSES },
  records: {
    shipping_rate: {
      create: async (fixture) => {
        const service_code = await fixture.id("service_code");
        const warehouse_id = await fixture.id("warehouse");
        const request = { service_code, warehouse_id, ...REQUEST };
        return (await fixture.people.customer.call(estimateShippingOrder, request)).rate_id ?? "";
      },
      unknown: "rate_nobody",
    },
    // Pending, with enough in the wallet to pay it.
    shipping_order: async (fixture) => {
      const customer_id = await fixture.id("customer");
      await fixture.people.client_admin.call(topUpWallet, {
        customer_id,
        amount_minor: WALLET,
        method: "cash",
      });
      return order(fixture);
    },
    shipping_order_to_quote: orderToQuote,
    shipping_order_confirmed: orderAndPay,
    // Of the confirmed order.
    shipping_package: async (fixture) => readPackage(fixture, await fixture.id("shipping_order_confirmed")),
    shipping_order_received: receive,
    received_package: async (fixture) => readPackage(fixture, await fixture.id("shipping_order_received")),
    shipping_order_processed: process,
    shipping_order_shipped: async (fixture) => {
      const shipping_order_id = await process(fixture);
      await fixture.people.client_admin.call(shipCustomerOrder, { shipping_order_id, carrier: "own" });
      return shipping_order_id;
    },
    shipping_order_stopped: async (fixture) => {
      const shipping_order_id = await orderAndPay(fixture);
      await fixture.people.client_admin.call(reportShippingException, {
        shipping_order_id,
        reason: fixture.unique_word,
      });
      return shipping_order_id;
    },
    shipping_order_to_settle: orderToSettle,
  },
  priced: {
    shipping_service: (fixture) => orderPriced(fixture, "shipping_service"),
    ltl_service: (fixture) => orderPriced(fixture, "ltl_service"),
    moving_services: (fixture) => orderPriced(fixture, "moving_services"),
  },
  operations: {
    customerShippingOrderEstimate: {
      inputs: [(i) => ({ warehouse_id: i.warehouse, ...REQUEST })],
    },
    customerShippingOrderCreate: {
      inputs: [(i) => ({ warehouse_id: i.warehouse, rate_id: i.shipping_rate, ...REQUEST })],
    },
    customerShippingOrders: { grow },
    customerShippingOrdersAll: { grow },
    clientCustomerOrders: { grow },
    clientCustomerOrderQuote: {
      inputs: [
        (i) => ({
          shipping_order_id: i.shipping_order_to_quote,
          lines: [{ label: "Removal", amount_minor: 777_123 }],
        }),
      ],
    },
    clientCustomerOrderReceive: {
      inputs: [
        (i) => ({
          shipping_order_id: i.shipping_order_confirmed,
          packages: [{ shipping_package_id: i.shipping_package }],
          warehouse_id: i.warehouse,
          file_ids: [i.file],
        }),
      ],
    },
    clientCustomerOrderMeasure: {
      inputs: [
        (i) => ({
          shipping_order_id: i.shipping_order_received,
          packages: [
            {
              shipping_package_id: i.received_package,
              weight_g: 3000,
              length_mm: 200,
              width_mm: 200,
              height_mm: 200,
            },
          ],
        }),
      ],
    },
    clientCustomerOrderReprice: { member_kinds: { shipping_order_id: "shipping_order_received" } },
    clientCustomerOrderRefund: {
      inputs: [
        (i) => ({ shipping_order_id: i.shipping_order_confirmed, amount_minor: 1, reason: "Goodwill" }),
      ],
    },
    clientCustomerOrderSettle: { member_kinds: { shipping_order_id: "shipping_order_to_settle" } },
    clientCustomerOrderProcess: { member_kinds: { shipping_order_id: "shipping_order_received" } },
    clientCustomerOrderShip: {
      inputs: [(i) => ({ shipping_order_id: i.shipping_order_processed, carrier: "ups" })],
    },
    clientCustomerOrderComplete: { member_kinds: { shipping_order_id: "shipping_order_shipped" } },
    clientCustomerOrderException: {
      inputs: [(i) => ({ shipping_order_id: i.shipping_order_confirmed, reason: "Damaged" })],
    },
    clientCustomerOrderResolve: { member_kinds: { shipping_order_id: "shipping_order_stopped" } },
  },
});
