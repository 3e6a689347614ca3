import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  own_texts: ["postcode_prefixes"],
  records: {
    contractor: ({ people }) => people.broker_employee.actor.contractor_id ?? 0,
    broker: ({ people }) => people.broker_employee.account_id,
  },
});
