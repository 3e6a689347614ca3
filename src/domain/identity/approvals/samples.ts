import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture, PLACE } from "#tests/support/samples.ts";
import { proposeWrite } from "./operations/propose-write.ts";
import { PROPOSAL_STATES } from "./rules.ts";

const proposed =
  (role: "customer" | "broker_employee", operation: string, input: Record<string, unknown>) =>
  async ({ people }: Fixture) =>
    (await people[role].call(proposeWrite, { operation, arguments: input, reason: role })).approval_id;

export const samples = defineSamples({
  own_texts: ["after", "approve_url", "before", "proposed_profile", "required_scopes"],
  worded_codes: { "pages/identity/approvals#states": PROPOSAL_STATES },
  no_price: {
    approval: "answers of other operations, filtered by their schemas",
    approvals: "answers of other operations, filtered by their schemas",
    approvalPropose: "answers of other operations, filtered by their schemas",
    approvalApprove: "answers of other operations, filtered by their schemas",
    approvalReject: "answers of other operations, filtered by their schemas",
  },
  records: {
    approval: async (fixture) =>
      (
        await fixture.people.employee.call(proposeWrite, {
          tool: "cancel_order",
          arguments: { order_id: await fixture.another("order") },
          reason: fixture.unique_word,
        })
      ).approval_id,
  },
  person_records: {
    broker_employee: { approval: proposed("broker_employee", "clientRouteCreate", {}) },
    customer: { approval: proposed("customer", "clientOrderCreate", { dropoff: PLACE }) },
  },
  operations: {
    approvalPropose: {
      inputs: [() => ({ operation: "clientCustomerCreate", arguments: { name: "New" } })],
    },
    approvals: {
      grow: ({ service, business, people }) =>
        service.system.execute(
          `insert into proposal (business_id, operation, arguments, digest, proposed_by, proposed_at, expires_at)
           values ($1, 'clientOrderCancel', '{}', $2, $3, now(), now() + interval '1 day')`,
          [business.id, randomUUID(), people.client_admin.account_id],
        ),
    },
  },
});
