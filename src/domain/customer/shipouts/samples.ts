import { randomUUID } from "node:crypto";
import { createService } from "#domain/customer/services/operations/create-service.ts";
import { offerService, PLAIN_DEFINITION } from "#domain/customer/services/samples.ts";
import { fillWallet, storePackage } from "#domain/customer/storage-orders/samples.ts";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createShipout } from "./operations/create-shipout.ts";
import { estimateShipout } from "./operations/estimate-shipout.ts";
import { payShipout } from "./operations/pay-shipout.ts";
import { processShipout } from "./operations/process-shipout.ts";
import { shipShipout } from "./operations/ship-shipout.ts";
import { STATUSES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of an estimate of the customer, for `stored_package_in_store`. */
    shipout_rate: string;
    shipout_to_quote: number;
    shipout_paid: number;
    shipout_picked: number;
    shipout_shipped: number;
    shipout_to_settle: number;
  }
}

async function order(
  fixture: Fixture,
  { code, person = fixture.people.customer }: { code?: string; person?: TestPerson } = {},
): Promise<number> {
  const service_code = code ?? (await fixture.id("shipout_service_code"));
  const stored_package_ids = [await storePackage(fixture, { person })];
  const { rate_id } = await person.call(estimateShipout, { service_code, stored_package_ids });
  const created_shipout = await person.call(createShipout, {
    service_code,
    stored_package_ids,
    ref: fixture.unique_word,
    note: fixture.unique_word,
    ...(rate_id == null ? {} : { rate_id }),
  });
  return created_shipout.shipout_id;
}

async function orderAndPay(fixture: Fixture, code?: string): Promise<number> {
  await fillWallet(fixture);
  const shipout_id = await order(fixture, code === undefined ? {} : { code });
  await fixture.people.customer.call(payShipout, { shipout_id });
  return shipout_id;
}

async function pick(fixture: Fixture): Promise<number> {
  const shipout_id = await orderAndPay(fixture);
  await fixture.people.client_admin.call(processShipout, { shipout_id });
  return shipout_id;
}

const grow = (fixture: Fixture) => order(fixture);

export const samples = defineSamples({
  catalogue_languages: { "next-steps": ["en", "pt"] },
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": STATUSES },
  records: {
    shipout_rate: {
      create: async (fixture) => {
        const { rate_id } = await fixture.people.customer.call(estimateShipout, {
          service_code: await fixture.id("shipout_service_code"),
          stored_package_ids: [await fixture.id("stored_package_in_store")],
        });
        return rate_id ?? "";
      },
      unknown: "rate_nobody",
    },
    // Awaits its payment, with enough in the wallet.
    shipout: (fixture) => order(fixture),
    shipout_to_quote: async (fixture) => {
      const code = `staff-${randomUUID().slice(0, 8)}`;
      await fixture.people.client_admin.call(createService, {
        ...PLAIN_DEFINITION,
        pricing_method: 2,
        code,
        kind: "shipout",
        family: "storage_services",
      });
      return order(fixture, { code });
    },
    shipout_paid: (fixture) => orderAndPay(fixture),
    shipout_picked: pick,
    shipout_shipped: async (fixture) => {
      const shipout_id = await pick(fixture);
      await fixture.people.client_admin.call(shipShipout, { shipout_id, carrier: "own" });
      return shipout_id;
    },
    shipout_to_settle: async (fixture) => {
      const { client_admin } = fixture.people;
      const { id: customer_id, person } = await fixture.business.customer({
        name: `Hidden ${fixture.unique_word}`,
      });
      const shipout_id = await order(fixture, { person });
      await client_admin.call(updateCustomer, { customer_id, hidden_price_families: ["storage_services"] });
      return shipout_id;
    },
  },
  priced: {
    /** At its secret price and paid, so that steps and payments show it too. */
    storage_services: async (fixture) => {
      const code = await offerService(fixture, "shipout", "storage_services");
      return { shipout_service_code: code, shipout: await orderAndPay(fixture, code) };
    },
  },
  operations: {
    customerShipoutServiceConfig: { member_kinds: { service_code: "shipout_service_code" } },
    customerShipoutEstimate: {
      member_kinds: { service_code: "shipout_service_code", stored_package_ids: "stored_package_in_store" },
    },
    customerShipoutCreate: {
      inputs: [
        (i) => ({
          service_code: i.shipout_service_code,
          stored_package_ids: [i.stored_package_in_store],
          rate_id: i.shipout_rate,
        }),
      ],
    },
    customerShipouts: { grow },
    clientShipouts: {
      member_kinds: { service_code: "shipout_service_code" },
      needs: ["shipout"],
      grow,
    },
    clientShipoutQuote: {
      inputs: [
        (i) => ({
          shipout_id: i.shipout_to_quote,
          lines: [{ label: "Carriage", amount_minor: 777_123 }],
        }),
      ],
    },
    clientShipoutProcess: { member_kinds: { shipout_id: "shipout_paid" } },
    clientShipoutPack: { member_kinds: { shipout_id: "shipout_picked" } },
    clientShipoutReprice: { member_kinds: { shipout_id: "shipout_picked" } },
    clientShipoutShip: { inputs: [(i) => ({ shipout_id: i.shipout_picked, carrier: "ups" })] },
    clientShipoutComplete: { member_kinds: { shipout_id: "shipout_shipped" } },
    clientShipoutRefund: {
      inputs: [(i) => ({ shipout_id: i.shipout_paid, amount_minor: 1, reason: "Goodwill" })],
    },
    clientShipoutSettle: { member_kinds: { shipout_id: "shipout_to_settle" } },
  },
});
