import { defineSamples, PLACE, type World } from "#tests/support/samples.ts";
import { createPriceList } from "./operations/create-price-list.ts";
import { rateDelivery } from "./operations/rate-delivery.ts";

declare module "#tests/support/samples.ts" {
  interface Records {
    price_list: number;
    rate: string;
  }
}

const rateFor = (role: "client_admin" | "customer") => async (world: World) => {
  await world.id("price_list");
  const { rates } = await world.people[role].call(rateDelivery, { dropoff: world.place });
  return rates[0]?.rate_id ?? "";
};

export const samples = defineSamples({
  records: {
    price_list: async ({ people, mark }) =>
      (
        await people.client_admin.call(createPriceList, {
          name: mark,
          rules: [{ name: "Flat", base_minor: 777_123 }],
          is_default: true,
        })
      ).price_list_id,
    rate: { create: rateFor("client_admin"), unknown: "rate_nobody" },
  },
  own: { customer: { rate: rateFor("customer") } },
  members: { price_list_id: "price_list", root_id: "price_list", rate_id: "rate" },
  operations: {
    clientOrderRate: {
      inputs: [
        (i) => ({ dropoff: PLACE, customer_id: i.customer }),
        (i) => ({ dropoff: PLACE, origin_warehouse_id: i.warehouse }),
      ],
      needs: ["price_list"],
    },
    clientPriceListReplace: {
      inputs: [
        (i) => ({
          price_list_id: i.price_list,
          name: "Next",
          rules: [{ name: "Flat", base_minor: 100 }],
        }),
      ],
    },
  },
});
