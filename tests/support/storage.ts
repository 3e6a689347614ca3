/** A business that stores packages of a customer and ships them out, for tests of both. */
import type { Static } from "typebox";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { PLAIN_DEFINITION } from "#domain/customer/services/samples.ts";
import type { ServiceDefinition } from "#domain/customer/services/shapes.ts";
import { createShipout } from "#domain/customer/shipouts/operations/create-shipout.ts";
import { estimateShipout } from "#domain/customer/shipouts/operations/estimate-shipout.ts";
import { getShipout } from "#domain/customer/shipouts/operations/get-shipout.ts";
import { payShipout } from "#domain/customer/shipouts/operations/pay-shipout.ts";
import { processShipout } from "#domain/customer/shipouts/operations/process-shipout.ts";
import { shipShipout } from "#domain/customer/shipouts/operations/ship-shipout.ts";
import { createStorageOrder } from "#domain/customer/storage-orders/operations/create-storage-order.ts";
import { estimateStorageOrder } from "#domain/customer/storage-orders/operations/estimate-storage-order.ts";
import { getStorageOrder } from "#domain/customer/storage-orders/operations/get-storage-order.ts";
import { payStorageOrder } from "#domain/customer/storage-orders/operations/pay-storage-order.ts";
import { receiveStoredPackages } from "#domain/customer/storage-orders/operations/receive-stored-packages.ts";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { getWallet } from "#domain/money/wallets/operations/get-wallet.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import type { TestPerson, TestService } from "./service.ts";
import { openWarehouse } from "./stock.ts";

export const PARIS = { line1: "Rue 1", city: "Paris", postal_code: "75001", country: "FR" };
export const box = (weight_g: number) => ({ weight_g, length_mm: 100, width_mm: 100, height_mm: 100 });

/**
 * Storage: 1000, and 10 for each package and day after two free days; a balance is overdue after three days. Ship-outs: 500
 * and 100 for each kilogram begun. 10 % tax.
 */
type Rule = Static<typeof createPriceList.input>["rules"][number];
const RULES: readonly Rule[] = [
  { name: "Store", services: ["store"], base_minor: 1000, per_day_minor: 10, day_unit: "piece" },
  { name: "Out", services: ["out"], base_minor: 500, per_kg_minor: 100 },
];

interface Opening {
  storage?: Partial<ServiceDefinition>;
  shipout?: Partial<ServiceDefinition>;
  wallet_minor?: number;
  time_zone?: string;
  rules?: readonly Rule[];
}

export async function openStorage(
  service: TestService,
  { storage = {}, shipout = {}, wallet_minor = 1_000_000, time_zone = "UTC", rules = RULES }: Opening = {},
) {
  const business = await service.business({ currency: "EUR", time_zone });
  const admin = business.as("client_admin");
  const warehouse = await openWarehouse(business);
  const price_family = "storage_services" as const;
  await admin(createPriceList, {
    name: "List",
    family: price_family,
    rules: [...rules],
    tax_percent: 10,
    is_default: true,
  });
  await admin(createService, {
    ...PLAIN_DEFINITION,
    dropoff: "none",
    storage: { free_days: 2, grace_days: 3 },
    ...storage,
    code: "store",
    kind: "storage",
    family: price_family,
  });
  await admin(createService, {
    ...PLAIN_DEFINITION,
    dropoff: "required",
    ...shipout,
    code: "out",
    kind: "shipout",
    family: price_family,
  });
  const { id: customer_id, person } = await business.customer();
  const top_up = (amount_minor: number) => admin(topUpWallet, { customer_id, amount_minor, method: "cash" });
  if (wallet_minor > 0) await top_up(wallet_minor);
  const request = { packages: [box(1500)] };

  const order = async (more: object = {}, who: TestPerson = person): Promise<number> => {
    const { rate_id } = await who.call(estimateStorageOrder, { ...request, ...more });
    const order_input = { ...request, ...more, ...(rate_id == null ? {} : { rate_id }) };
    return (await who.call(createStorageOrder, order_input)).storage_order_id;
  };
  const getOwnOrder = async (storage_order_id: number, who: TestPerson = person) =>
    (await who.call(getStorageOrder, { storage_order_id })).order;
  const receive = async (storage_order_id: number, count = 200, bin_id = warehouse.r1) => {
    const { packages } = await getOwnOrder(storage_order_id);
    const expected = packages.filter((one) => !one.is_received).slice(0, count);
    await admin(receiveStoredPackages, {
      storage_order_id,
      bin_id,
      packages: expected.map(({ id }) => ({ stored_package_id: id, ...box(1500) })),
    });
    return expected.map(({ id }) => id);
  };
  const shipOut = async (stored_package_ids: number[], more: object = {}): Promise<number> => {
    const shipout_input = { service_code: "out", stored_package_ids, dropoff: PARIS, ...more };
    const { rate_id } = await person.call(estimateShipout, shipout_input);
    const created_shipout = await person.call(createShipout, {
      ...shipout_input,
      ...(rate_id == null ? {} : { rate_id }),
    });
    return created_shipout.shipout_id;
  };
  return {
    business,
    admin,
    warehouse,
    person,
    customer_id,
    top_up,
    order,
    getOwnOrder,
    receive,
    shipOut,
    /** Ordered, paid and received: an order with packages in store. */
    async store(count = 1): Promise<{ storage_order_id: number; ids: number[] }> {
      const packages = Array.from({ length: count }, () => box(1500));
      const storage_order_id = await order({ packages });
      await person.call(payStorageOrder, { storage_order_id });
      return { storage_order_id, ids: await receive(storage_order_id) };
    },
    pay: (storage_order_id: number) => person.call(payStorageOrder, { storage_order_id }),
    payOut: (shipout_id: number) => person.call(payShipout, { shipout_id }),
    dispatch: async (shipout_id: number, more: object = {}) => {
      await admin(processShipout, { shipout_id });
      return admin(shipShipout, { shipout_id, carrier: "own", ...more });
    },
    ownOut: async (shipout_id: number) => (await person.call(getShipout, { shipout_id })).shipout,
    hide: () => admin(updateCustomer, { customer_id, hidden_price_families: [price_family] }),
    wallet: async () => (await admin(getWallet, { customer_id })).wallet,
  };
}
