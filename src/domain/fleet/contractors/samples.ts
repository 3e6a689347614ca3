import { defineSamples } from "#tests/support/samples.ts";

export const samples = defineSamples({
  records: {
    contractor: ({ people }) => people.broker_employee.actor.contractor_id ?? 0,
    broker: ({ people }) => people.broker_employee.account_id,
  },
});
