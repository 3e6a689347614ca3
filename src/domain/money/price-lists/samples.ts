import { defineSamples } from "#tests/support/samples.ts";
import { createPriceList } from "./operations/create-price-list.ts";

export const samples = defineSamples({
  shared_texts: ["postal_prefixes", "to_postal_prefixes"],
  own_texts: ["carrier_accounts", "from_postal_prefixes", "from_zones", "to_zones"],
  records: {
    price_list: async ({ people, unique_word: mark }) =>
      (
        await people.client_admin.call(createPriceList, {
          name: mark,
          rules: [{ name: "Flat", base_minor: 777_123 }],
          is_default: true,
        })
      ).price_list_id,
  },
  operations: {
    clientCustomerPriceListsSet: {
      inputs: [(i) => ({ price_lists: [{ family: "local_delivery", price_list_id: i.price_list }] })],
    },
    clientPriceListCreate: { inputs: [() => ({ name: "New", rules: [{ name: "Flat", base_minor: 100 }] })] },
    clientPriceListTest: {
      inputs: [
        (i) => ({ family: "local_delivery", shipment: {}, price_list_id: i.price_list }),
        (i) => ({ family: "local_delivery", shipment: {}, customer_id: i.customer }),
        () => ({
          family: "ltl_service",
          shipment: {},
          draft: { rules: [{ name: "Flat", base_minor: 100 }] },
        }),
      ],
      needs: ["price_list"],
    },
    clientPriceListReplace: {
      inputs: [() => ({ name: "Next", rules: [{ name: "Flat", base_minor: 100 }] })],
    },
  },
});
