import { listCarrierAccounts } from "#domain/carriers/carrier-accounts/operations/list-carrier-accounts.ts";
import { updateCarrierAccount } from "#domain/carriers/carrier-accounts/operations/update-carrier-account.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createUniorder } from "./operations/create-uniorder.ts";
import { rateUniorder } from "./operations/rate-uniorder.ts";
import { rateUniorderBatchAsync } from "./operations/rate-uniorder-batch-async.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of a label for the fixture's customer, or of the caller for itself. */
    unified_rate: string;
    unified_label_rate: string;
    unified_label_order: number;
    /** Its label was not sold. */
    unified_failed_order: number;
  }
}

const WALLET = 10_000_000;
const TO = {
  line1: "Rua A 1",
  city: "Goiânia",
  postal_code: "74000-000",
  country: "BR",
  lat: -15.7,
  lng: -47.9,
};
const FROM = {
  line1: "SIA 3",
  city: "Brasília",
  postal_code: "71200-030",
  country: "BR",
  lat: -15.6,
  lng: -47.8,
};
const SHIPMENT = { ship_from: FROM, ship_to: TO, packages: [{ weight_g: 800 }] };
const LATER = "the job calls uniorderRate or uniorderCreate with it, which is tested";

async function rate(
  fixture: Fixture,
  person: TestPerson,
  { kind, customer_id }: { kind: "self" | "label"; customer_id?: number },
): Promise<string> {
  await fixture.id("price_list");
  const { rates } = await person.call(rateUniorder, {
    ...SHIPMENT,
    ship_to: { ...TO, name: fixture.unique_word },
    quote_labels: kind === "label",
    ...(customer_id === undefined ? {} : { customer_id }),
  });
  return rates.find((one) => one.kind === kind)?.rate_id ?? "";
}

async function fund({ people }: Fixture, customer_id: number): Promise<void> {
  await people.client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET, method: "cash" });
}

async function create(fixture: Fixture, kind: "self" | "label"): Promise<number> {
  const { client_admin } = fixture.people;
  const customer_id = await fixture.id("customer");
  await fund(fixture, customer_id);
  const rate_id = await rate(fixture, client_admin, { kind, customer_id });
  const { uniorder } = await client_admin.call(createUniorder, {
    rate_id,
    customer_id,
    ref: fixture.unique_word,
  });
  return uniorder.id;
}

/** The house charges more than it quoted. */
async function fail(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const customer_id = await fixture.id("customer");
  await fund(fixture, customer_id);
  const rate_id = await rate(fixture, client_admin, { kind: "label", customer_id });
  const { carrier_accounts } = await client_admin.call(listCarrierAccounts, {});
  const house = carrier_accounts.find(({ kind }) => kind === "house")?.carrier_account_id ?? 0;
  const change = (rate_card: typeof DEFAULT_RATE_CARD | null) =>
    client_admin.call(updateCarrierAccount, { carrier_account_id: house, rate_card });
  await change({ ...DEFAULT_RATE_CARD, fuel_percent: 90 });
  const { uniorder } = await client_admin.call(createUniorder, { rate_id, customer_id });
  await change(null);
  return uniorder.id;
}

const rateSelfDelivery = (fixture: Fixture) => rate(fixture, fixture.people.customer, { kind: "self" });
const queue = async (person: TestPerson) =>
  (await person.call(rateUniorderBatchAsync, { shipments: [SHIPMENT] })).job_id;

export const samples = defineSamples({
  own_texts: ["at", "job_id", "underlying_state"],
  records: {
    unified_rate: {
      create: (fixture) => rate(fixture, fixture.people.client_admin, { kind: "self" }),
      unknown: "rate_nobody",
    },
    unified_label_rate: {
      create: async (fixture) => {
        const customer_id = await fixture.id("customer");
        await fund(fixture, customer_id);
        return rate(fixture, fixture.people.client_admin, { kind: "label", customer_id });
      },
      unknown: "rate_nobody",
    },
    unified_order: (fixture) => create(fixture, "self"),
    unified_label_order: (fixture) => create(fixture, "label"),
    unified_failed_order: fail,
    unified_job: { create: (fixture) => queue(fixture.people.client_admin), unknown: "nobody" },
  },
  person_records: {
    customer: { unified_rate: rateSelfDelivery, unified_job: (fixture) => queue(fixture.people.customer) },
  },
  operations: {
    uniorderRate: {
      needs: ["price_list"],
      inputs: [(i) => ({ ...SHIPMENT, quote_labels: true, customer_id: i.customer })],
    },
    uniorderRateBatch: {
      needs: ["price_list"],
      inputs: [(i) => ({ shipments: [{ ...SHIPMENT, customer_id: i.customer }] })],
    },
    uniorderRateBatchAsync: {
      inputs: [() => ({ shipments: [SHIPMENT] })],
      not_tried: { "shipments/customer_id": LATER },
    },
    uniorderCreate: {
      inputs: [
        (i) => ({ rate_id: i.unified_rate }),
        (i) => ({ rate_id: i.unified_label_rate, customer_id: i.customer }),
      ],
    },
    uniorderCreateBatch: {
      inputs: [
        (i) => ({ orders: [{ rate_id: i.unified_rate }] }),
        (i) => ({ orders: [{ rate_id: i.unified_label_rate, customer_id: i.customer }] }),
      ],
    },
    uniorderCreateBatchAsync: {
      inputs: [() => ({ orders: [{ rate_id: "none" }] })],
      not_tried: { "orders/rate_id": LATER, "orders/customer_id": LATER },
    },
    uniorderLabel: {
      inputs: [() => ({}), (i) => ({ uniorder_id: i.unified_label_order })],
    },
    uniorderPurchaseLabel: {
      member_kinds: { uniorder_id: "unified_failed_order", rate_id: "unified_label_rate" },
    },
    uniorderCancel: {
      inputs: [() => ({}), (i) => ({ uniorder_id: i.unified_label_order })],
    },
  },
});
