import { randomUUID } from "node:crypto";
import { listCarrierAccounts } from "#domain/carriers/carrier-accounts/operations/list-carrier-accounts.ts";
import { updateCarrierAccount } from "#domain/carriers/carrier-accounts/operations/update-carrier-account.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import { dateIn, defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { endOfDay } from "./operations/end-of-day.ts";
import { getShippingDetail } from "./operations/get-shipping-detail.ts";
import { rateLabels } from "./operations/rate-labels.ts";
import { recordAdjustment } from "./operations/record-adjustment.ts";
import { schedulePickup } from "./operations/schedule-pickup.ts";
import { submitLabelOrder } from "./operations/submit-label-order.ts";
import { PICKUP_STATES } from "./pickups/rules.ts";
import { MANIFEST_STATES, STATES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of the business for itself, or of a customer. */
    label_rate: string;
    /** For the customer of the fixture, at its prices. */
    customer_label_rate: string;
    return_label_rate: string;
    /** The same, under the name of the subject. */
    label: number;
    label_tracking_number: string;
    /** Its purchase failed. */
    label_order_failed: number;
    /** To another country, with customs lines. */
    label_order_abroad: number;
    /** Its labels are on no pickup. */
    label_manifest_uncollected: number;
    label_adjustment_open: number;
  }
}

const WALLET = 10_000_000;
const FROM = { line1: "SIA 3", city: "Brasília", postal_code: "71200-030", country: "BR" };
const TO = { line1: "Rua A 1", city: "Goiânia", postal_code: "74000-000", country: "BR" };
const SHIPMENT = { ship_from: FROM, ship_to: TO, packages: [{ weight_g: 800 }] };

const buildShipment = (fixture: Fixture) => ({
  ...SHIPMENT,
  ship_to: { ...TO, name: fixture.unique_word },
  packages: [{ weight_g: 800, reference: fixture.unique_word.slice(0, 50) }],
});

async function rate(
  fixture: Fixture,
  person: TestPerson,
  more: { customer_id?: number; is_return?: boolean } = {},
): Promise<string> {
  const { rates } = await person.call(rateLabels, {
    ...buildShipment(fixture),
    carrier_accounts: ["house"],
    ...more,
  });
  return rates[0]?.rate_id ?? "";
}

async function fund({ people }: Fixture, customer_id: number): Promise<void> {
  await people.client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET, method: "cash" });
}

/** For the fixture's customer, with enough in its wallet. */
async function buy(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const customer_id = await fixture.id("customer");
  await fund(fixture, customer_id);
  const rate_id = await rate(fixture, client_admin, { customer_id });
  const { label_order } = await client_admin.call(submitLabelOrder, {
    rate_id,
    customer_id,
    ref: fixture.unique_word,
  });
  return label_order.id;
}

async function buyAbroad(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const { rates } = await client_admin.call(rateLabels, {
    ...buildShipment(fixture),
    ship_to: {
      name: fixture.unique_word,
      line1: "Rua B 2",
      city: "Porto",
      postal_code: "4000-001",
      country: "PT",
    },
    carrier_accounts: ["house"],
    customs: {
      contents_type: "merchandise",
      signer: "P. Central",
      currency: "BRL",
      lines: [
        {
          description: fixture.unique_word,
          origin_country: "BR",
          hs_code: "610910",
          quantity: 2,
          value_minor: 5000,
          weight_g: 700,
        },
      ],
    },
  });
  const { label_order } = await client_admin.call(submitLabelOrder, { rate_id: rates[0]?.rate_id ?? "" });
  return label_order.id;
}

/** The house charges more than it quoted. */
async function fail(fixture: Fixture): Promise<number> {
  const { client_admin } = fixture.people;
  const customer_id = await fixture.id("customer");
  await fund(fixture, customer_id);
  const rate_id = await rate(fixture, client_admin, { customer_id });
  const { carrier_accounts } = await client_admin.call(listCarrierAccounts, {});
  const house = carrier_accounts.find(({ kind }) => kind === "house")?.carrier_account_id ?? 0;
  const rate_card = { ...DEFAULT_RATE_CARD, fuel_percent: 90 };
  await client_admin.call(updateCarrierAccount, { carrier_account_id: house, rate_card });
  const failed = await client_admin
    .call(submitLabelOrder, { rate_id, customer_id })
    .catch(({ extra }) => extra.label_order_id as number);
  await client_admin.call(updateCarrierAccount, { carrier_account_id: house, rate_card: null });
  return failed as number;
}

/** The manifest of a new label. */
async function closeDay(fixture: Fixture): Promise<number> {
  await buy(fixture);
  const { manifests } = await fixture.people.client_admin.call(endOfDay, {});
  return manifests[0]?.id ?? 0;
}

const pickupTime = () => ({
  date: dateIn(3),
  window_start: "09:00",
  window_end: "12:00",
});

async function collect(fixture: Fixture): Promise<number> {
  const { pickup } = await fixture.people.client_admin.call(schedulePickup, {
    label_order_ids: [await buy(fixture)],
    ...pickupTime(),
    instructions: fixture.unique_word,
  });
  return pickup.id;
}

async function adjust(fixture: Fixture, label_order_id: number): Promise<number> {
  const { adjustment } = await fixture.people.client_admin.call(recordAdjustment, {
    label_order_id,
    carrier_reference: fixture.unique_word,
    kind: "weight",
    amount_minor: 120,
    description: fixture.unique_word,
    claimed: { weight_g: 1500 },
  });
  return adjustment.id;
}

const rateAsCustomer = (fixture: Fixture) => rate(fixture, fixture.people.customer);
const grow = (fixture: Fixture) => buy(fixture);

export const samples = defineSamples({
  shared_texts: ["carrier", "carrier_account", "service", "service_name"],
  own_texts: ["carrier_currency", "public_number"],
  catalogue_languages: { "next-steps": ["en", "pt"] },
  worded_codes: {
    "pages/execution/warehouse-mobile#floor.statuses": [...STATES, ...MANIFEST_STATES, ...PICKUP_STATES],
  },
  records: {
    label_rate: { create: (fixture) => rate(fixture, fixture.people.client_admin), unknown: "rate_nobody" },
    customer_label_rate: {
      create: async (fixture) => {
        const customer_id = await fixture.id("customer");
        await fund(fixture, customer_id);
        return rate(fixture, fixture.people.client_admin, { customer_id });
      },
      unknown: "rate_nobody",
    },
    return_label_rate: {
      create: async (fixture) => {
        const customer_id = await fixture.id("customer");
        await fund(fixture, customer_id);
        return rate(fixture, fixture.people.client_admin, { customer_id, is_return: true });
      },
      unknown: "rate_nobody",
    },
    // Of the fixture's customer, at the house carrier.
    label_order: buy,
    label: (fixture) => fixture.id("label_order"),
    label_tracking_number: {
      create: async (fixture) => {
        const label_order_id = await fixture.id("label_order");
        const { tracking_numbers } = await fixture.people.client_admin.call(getShippingDetail, {
          label_order_id,
        });
        return tracking_numbers[0] ?? "";
      },
      unknown: "195212340000000019",
    },
    label_order_failed: fail,
    label_order_abroad: buyAbroad,
    label_manifest: closeDay,
    label_manifest_uncollected: closeDay,
    label_pickup: collect,
    label_adjustment: async (fixture) => adjust(fixture, await fixture.id("label_order")),
    label_adjustment_open: async (fixture) => adjust(fixture, await buy(fixture)),
  },
  person_records: { customer: { label_rate: rateAsCustomer } },
  priced: {
    label_service: async (fixture) => {
      const { client_admin, customer } = fixture.people;
      const customer_id = customer.actor.customer_id ?? 0;
      await client_admin.call(topUpWallet, { customer_id, amount_minor: WALLET * 1000, method: "cash" });
      const rate_id = await rate(fixture, customer);
      const { label_order } = await customer.call(submitLabelOrder, { rate_id });
      return {
        label_order: label_order.id,
        label: label_order.id,
        label_rate: await rate(fixture, customer),
      };
    },
  },
  operations: {
    labelserviceRate: { inputs: [(i) => ({ ...SHIPMENT, customer_id: i.customer })] },
    shippingGetRate: { inputs: [(i) => ({ ...SHIPMENT, customer_id: i.customer })] },
    labelserviceCompareCarriers: { inputs: [(i) => ({ ...SHIPMENT, customer_id: i.customer })] },
    labelserviceQuoteAndShip: {
      needs: ["customer_label_rate"],
      inputs: [(i) => ({ ...SHIPMENT, customer_id: i.customer })],
    },
    labelserviceSubmitOrder: {
      inputs: [
        (i) => ({ rate_id: i.label_rate }),
        (i) => ({ rate_id: i.customer_label_rate, customer_id: i.customer }),
      ],
    },
    shippingCreateLabel: {
      inputs: [(i) => ({ rate_id: i.customer_label_rate, customer_id: i.customer })],
    },
    labelserviceOrderPurchase: {
      inputs: [(i) => ({ label_order_id: i.label_order_failed, rate_id: i.customer_label_rate })],
    },
    labelserviceReturnLabel: {
      member_kinds: { rate_id: "return_label_rate" },
    },
    labelserviceGetShippingDetail: {
      member_kinds: { tracking_number: "label_tracking_number" },
    },
    labelserviceGetLabel: {
      member_kinds: { tracking_number: "label_tracking_number" },
    },
    shippingGetShippingLabel: {
      member_kinds: { tracking_number: "label_tracking_number" },
    },
    labelserviceCustomsDocument: {
      inputs: [(i) => ({ label_order_id: i.label_order_abroad, kind: "cn23" })],
    },
    labelserviceCancelShippingLabel: {
      member_kinds: { tracking_number: "label_tracking_number" },
    },
    labelserviceSubmitShippingInformation: {
      member_kinds: { tracking_number: "label_tracking_number" },
    },
    labelserviceEndofday: { needs: ["label_order"], inputs: [() => ({})] },
    labelserviceOrders: { grow },
    labelserviceManifests: {
      grow: closeDay,
    },
    labelservicePickups: { grow: collect },
    labelservicePickupSchedule: {
      inputs: [
        (i) => ({ manifest_ids: [i.label_manifest_uncollected], ...pickupTime() }),
        (i) => ({ label_order_ids: [i.label_order], warehouse_id: i.warehouse, ...pickupTime() }),
      ],
    },
    labelserviceAdjustments: {
      async grow(fixture) {
        const label_order_id = await fixture.id("label_order");
        await fixture.people.client_admin.call(recordAdjustment, {
          label_order_id,
          carrier_reference: `${fixture.unique_word} ${randomUUID()}`,
          kind: "weight",
          amount_minor: 1,
        });
      },
    },
    labelserviceAdjustmentRecord: {
      inputs: [
        (i) => ({
          tracking_number: i.label_tracking_number,
          carrier_reference: "C-1",
          kind: "other",
          amount_minor: 10,
        }),
      ],
    },
    labelserviceAdjustmentDispute: {
      inputs: [(i) => ({ adjustment_id: i.label_adjustment_open, reason: "Weighed here" })],
    },
    labelserviceAdjustmentAccept: { member_kinds: { adjustment_id: "label_adjustment_open" } },
  },
});
