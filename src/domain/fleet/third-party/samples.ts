import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { HAND_BACK_REASONS } from "./hand-back.ts";
import { createDeliveryProvider } from "./operations/create-delivery-provider.ts";
import { createOffer } from "./operations/create-offer.ts";
import { listOffers } from "./operations/list-offers.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    order_offered: number;
    /** An order that nobody was asked to take. */
    order_to_offer: number;
  }
}

let created_count = 0;

async function createProvider({ people, unique_word: mark }: Fixture): Promise<number> {
  created_count += 1;
  const { provider } = await people.client_admin.call(createDeliveryProvider, {
    code: `${mark.toLowerCase()}-courier${created_count}`,
    name: `${mark} courier`,
    price_terms: { base_minor: 500, per_km_minor: 100 },
  });
  return provider.id;
}

async function offerAnother(fixture: Fixture): Promise<number> {
  const order_id = await fixture.another("order");
  await fixture.people.client_admin.call(createOffer, {
    order_ids: [order_id],
    provider_ids: [await fixture.id("delivery_provider")],
    mode: "one",
    note: `${fixture.unique_word} offers`,
  });
  return order_id;
}

export const samples = defineSamples({
  shared_texts: ["label_code", "label_codes", "postal_area"],
  own_texts: ["missing_proofs", "provider_code", "tracking_url"],
  worded_codes: { "pages/fleet/third-party#reason": HAND_BACK_REASONS },
  records: {
    delivery_provider: createProvider,
    order_offered: offerAnother,
    async tender_offer(fixture) {
      const order_id = await fixture.id("order_offered");
      const { offers } = await fixture.people.client_admin.call(listOffers, { order_id });
      return offers[0]?.id ?? 0;
    },
    order_to_offer: (fixture) => fixture.another("order"),
  },
  operations: {
    thirdpartyOffers: {
      needs: ["tender_offer"],
      member_kinds: { order_id: "order_offered" },
      grow: offerAnother,
    },
    thirdpartyOfferCreate: {
      member_kinds: { order_ids: "order_to_offer" },
    },
    thirdpartyProviderUpdate: {
      inputs: [() => ({ status: "paused" })],
    },
    thirdpartyProviderMappingUpdate: {
      inputs: [() => ({ mapping: { done: { code: "otep:core:delivered" } } })],
    },
  },
});
