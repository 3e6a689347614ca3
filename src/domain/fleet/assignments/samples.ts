import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { assignOrders } from "./operations/assign-orders.ts";
import { listAssignments } from "./operations/list-assignments.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    order_assigned: number;
  }
}

async function assignAnother(fixture: Fixture): Promise<number> {
  const order_id = await fixture.another("order");
  const { people, unique_word: mark } = fixture;
  const broker_id = people.broker_employee.account_id;
  await people.client_admin.call(assignOrders, { order_ids: [order_id], broker_id, note: mark });
  return order_id;
}

export const samples = defineSamples({
  shared_texts: ["broker_name"],
  records: {
    order_assigned: assignAnother,
    async assignment(fixture) {
      const order_id = await fixture.id("order_assigned");
      const { assignments } = await fixture.people.client_admin.call(listAssignments, { order_id });
      return assignments[0]?.id ?? 0;
    },
  },
  person_records: { broker_employee: { order: assignAnother } },
  operations: {
    assignOrdersToBroker: {
      bulk_members: "the contract: assigned, skipped, errors",
    },
    brokerOrderAssignments: {
      member_kinds: { order_id: "order_assigned" },
      grow: assignAnother,
    },
    releaseBrokerOrderAssignment: {
      member_kinds: { order_id: "order_assigned" },
    },
    revokeBrokerOrderAssignments: {
      member_kinds: { order_ids: "order_assigned" },
      bulk_members: "the contract: revoked, skipped, errors",
    },
  },
});
