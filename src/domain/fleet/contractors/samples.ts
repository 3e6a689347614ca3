import { defineSamples } from "#tests/support/samples.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    contractor: number;
    /** The account of the contractor's employee. */
    broker: number;
  }
}

export const samples = defineSamples({
  records: {
    contractor: ({ people }) => people.broker_employee.actor.contractor_id ?? 0,
    broker: ({ people }) => people.broker_employee.account_id,
  },
  members: { contractor_id: "contractor", broker_id: "broker", invite_account_id: "broker" },
});
