import { randomUUID } from "node:crypto";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { offerService, PLAIN_DEFINITION } from "#domain/customer/services/samples.ts";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { confirmStorageOrder } from "./operations/confirm-storage-order.ts";
import { createStorageOrder } from "./operations/create-storage-order.ts";
import { estimateStorageOrder } from "./operations/estimate-storage-order.ts";
import { getCustomerStorageOrder } from "./operations/get-customer-storage-order.ts";
import { payStorageOrder } from "./operations/pay-storage-order.ts";
import { receiveStoredPackages } from "./operations/receive-stored-packages.ts";
import { PACKAGE_STATUSES, STATUSES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of an estimate of the customer, for `REQUEST`. */
    storage_rate: string;
    storage_order_to_quote: number;
    storage_order_confirmed: number;
    /** One of two packages is in store. */
    storage_order_partly: number;
    storage_order_stored: number;
    /** Of the stored order: in store. */
    stored_package_in_store: number;
    storage_order_to_settle: number;
  }
}

export const REQUEST = { packages: [{ weight_g: 1000 }] };
export const WALLET = 10_000_000;
const TERMS = { free_days: 2, grace_days: 3 };

interface StorageDraft {
  person?: TestPerson;
  code?: string;
  packages?: { weight_g: number }[];
}

async function order(
  fixture: Fixture,
  { person = fixture.people.customer, code, packages = REQUEST.packages }: StorageDraft = {},
): Promise<number> {
  const service_code = code ?? (await fixture.id("storage_service_code"));
  const { rate_id } = await person.call(estimateStorageOrder, { service_code, packages });
  const words = { ref: fixture.unique_word, note: fixture.unique_word };
  const { storage_order_id } = await person.call(createStorageOrder, {
    service_code,
    packages,
    ...words,
    rate_id: rate_id ?? "",
  });
  return storage_order_id;
}

export async function fillWallet(
  { people }: Fixture,
  { actor }: TestPerson = people.customer,
): Promise<void> {
  const customer_id = actor.customer_id ?? 0;
  await people.client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET, method: "cash" });
}

async function orderAndPay(fixture: Fixture, asked_order: StorageDraft = {}): Promise<number> {
  const { person = fixture.people.customer } = asked_order;
  await fillWallet(fixture, person);
  const storage_order_id = await order(fixture, asked_order);
  await person.call(payStorageOrder, { storage_order_id });
  return storage_order_id;
}

async function readPackage({ people }: Fixture, storage_order_id: number): Promise<number> {
  const answer = await people.client_admin.call(getCustomerStorageOrder, { storage_order_id });
  return answer.order.packages[0]?.id ?? 0;
}

/** Ordered, paid, and one package of it received. */
export async function store(fixture: Fixture, asked_order: StorageDraft = {}): Promise<number> {
  const storage_order_id = await orderAndPay(fixture, asked_order);
  const stored_package_id = await readPackage(fixture, storage_order_id);
  await fixture.people.client_admin.call(receiveStoredPackages, {
    storage_order_id,
    bin_id: await fixture.id("bin"),
    packages: [{ stored_package_id, weight_g: 2000, length_mm: 100, width_mm: 100, height_mm: 100 }],
  });
  return storage_order_id;
}

/** A package in store, of an order of its own. */
export async function storePackage(fixture: Fixture, asked_order: StorageDraft = {}): Promise<number> {
  return readPackage(fixture, await store(fixture, asked_order));
}

async function orderToQuote(fixture: Fixture): Promise<number> {
  const { client_admin, customer } = fixture.people;
  const service_code = `staff-${randomUUID().slice(0, 8)}`;
  await client_admin.call(createService, {
    ...PLAIN_DEFINITION,
    pricing_method: 2,
    storage: TERMS,
    code: service_code,
    kind: "storage",
    family: "storage_services",
  });
  const created_order = await customer.call(createStorageOrder, {
    service_code,
    ...REQUEST,
    note: fixture.unique_word,
  });
  return created_order.storage_order_id;
}

/** Ordered and confirmed before the prices were hidden from this further customer. */
async function orderToSettle(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const { id: customer_id, person } = await fixture.business.customer({
    name: `Hidden ${fixture.unique_word}`,
  });
  const storage_order_id = await order(fixture, { person });
  await client_admin.call(confirmStorageOrder, { storage_order_id });
  await client_admin.call(updateCustomer, { customer_id, hidden_price_families: ["storage_services"] });
  return storage_order_id;
}

const grow = (fixture: Fixture) => order(fixture);

export const samples = defineSamples({
  catalogue_languages: { "next-steps": ["en", "pt"] },
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": [...PACKAGE_STATUSES, ...STATUSES] },
  records: {
    storage_rate: {
      create: async (fixture) => {
        const request = { service_code: await fixture.id("storage_service_code"), ...REQUEST };
        return (await fixture.people.customer.call(estimateStorageOrder, request)).rate_id ?? "";
      },
      unknown: "rate_nobody",
    },
    // Pending, with enough in the wallet to pay it.
    storage_order: async (fixture) => {
      await fillWallet(fixture);
      return order(fixture);
    },
    storage_order_to_quote: orderToQuote,
    storage_order_confirmed: (fixture) => orderAndPay(fixture),
    // Of the confirmed order: expected.
    stored_package: async (fixture) => readPackage(fixture, await fixture.id("storage_order_confirmed")),
    storage_order_partly: (fixture) => store(fixture, { packages: [{ weight_g: 1000 }, { weight_g: 1000 }] }),
    storage_order_stored: (fixture) => store(fixture),
    stored_package_in_store: async (fixture) =>
      readPackage(fixture, await fixture.id("storage_order_stored")),
    storage_order_to_settle: orderToSettle,
  },
  priced: {
    /** At its secret price and paid, so that steps and payments show it too. */
    storage_services: async (fixture) => {
      const code = await offerService(fixture, "storage", "storage_services", { storage: TERMS });
      return { storage_service_code: code, storage_order: await orderAndPay(fixture, { code }) };
    },
  },
  operations: {
    customerStorageOrderConfig: { member_kinds: { service_code: "storage_service_code" } },
    customerStorageOrderEstimate: {
      inputs: [(i) => ({ service_code: i.storage_service_code, ...REQUEST })],
      not_tried: { warehouse_id: "one of the service, which has none" },
    },
    customerStorageOrderCreate: {
      inputs: [(i) => ({ service_code: i.storage_service_code, rate_id: i.storage_rate, ...REQUEST })],
      not_tried: { warehouse_id: "one of the service, which has none" },
    },
    customerStorageOrderUpdate: {
      inputs: [() => ({ note: "Ring twice" })],
    },
    customerStorageOrders: { grow },
    customerStoredPackages: {
      member_kinds: { storage_order_id: "storage_order_stored" },
      needs: ["stored_package_in_store"],
      grow: (fixture) => storePackage(fixture),
    },
    clientStoredPackages: {
      member_kinds: { storage_order_id: "storage_order_stored" },
      needs: ["stored_package_in_store"],
      grow: (fixture) => storePackage(fixture),
    },
    clientStorageOrders: {
      member_kinds: { service_code: "storage_service_code" },
      needs: ["storage_order_stored"],
      grow,
    },
    clientStorageOrderQuote: {
      inputs: [
        (i) => ({
          storage_order_id: i.storage_order_to_quote,
          lines: [{ label: "Storage", amount_minor: 777_123 }],
          day_price_minor: 100,
        }),
      ],
    },
    clientStorageOrderProcess: { member_kinds: { storage_order_id: "storage_order_confirmed" } },
    clientStorageOrderReceive: {
      inputs: [
        (i) => ({
          storage_order_id: i.storage_order_confirmed,
          packages: [{ stored_package_id: i.stored_package, file_ids: [i.file] }],
        }),
      ],
    },
    clientStorageOrderMeasure: {
      inputs: [
        (i) => ({
          storage_order_id: i.storage_order_stored,
          packages: [
            {
              stored_package_id: i.stored_package_in_store,
              weight_g: 3000,
              length_mm: 200,
              width_mm: 200,
              height_mm: 200,
            },
          ],
        }),
      ],
    },
    clientStorageOrderReprice: { member_kinds: { storage_order_id: "storage_order_stored" } },
    clientStorageOrderComplete: { member_kinds: { storage_order_id: "storage_order_partly" } },
    clientStorageOrderRelease: {
      member_kinds: {
        storage_order_id: "storage_order_stored",
        stored_package_ids: "stored_package_in_store",
      },
    },
    clientStorageOrderRefund: {
      inputs: [(i) => ({ storage_order_id: i.storage_order_confirmed, amount_minor: 1, reason: "Goodwill" })],
    },
    clientStorageOrderSettle: { member_kinds: { storage_order_id: "storage_order_to_settle" } },
  },
});
