import { defineSamples, type Fixture, PLACE } from "#tests/support/samples.ts";
import { rateDelivery } from "./operations/rate-delivery.ts";

const rateFor = (role: "client_admin" | "customer") => async (fixture: Fixture) => {
  await fixture.id("price_list");
  const { rates } = await fixture.people[role].call(rateDelivery, { dropoff: fixture.place });
  return rates[0]?.rate_id ?? "";
};

export const samples = defineSamples({
  shared_texts: ["rate_id"],
  records: { rate: { create: rateFor("client_admin"), unknown: "rate_nobody" } },
  person_records: { customer: { rate: rateFor("customer") } },
  operations: {
    clientOrderRate: {
      inputs: [
        (i) => ({ dropoff: PLACE, customer_id: i.customer }),
        (i) => ({ dropoff: PLACE, origin_warehouse_id: i.warehouse }),
      ],
      needs: ["price_list"],
    },
  },
});
