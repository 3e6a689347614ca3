import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createHandover } from "./operations/create-handover.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    resale_disputed: number;
    resale_claim_token: string;
  }
}

const create = async ({ unique_word, people }: Fixture, person: TestPerson = people.customer) =>
  person.call(createHandover, {
    title: unique_word,
    description: unique_word,
    buyer_name: unique_word,
    size: "S",
    inspection_min: 15,
  });

const handover = async (fixture: Fixture) => (await create(fixture)).handover_id;

export const samples = defineSamples({
  own_texts: [
    "actor_type",
    "chain_head",
    "claim_token",
    "claim_url",
    "compartment_code",
    "locker_name",
    "problem",
    "result",
  ],
  records: {
    resale_handover: handover,
    resale_disputed: async (fixture) => {
      const id = await handover(fixture);
      await fixture.service.system.execute(
        "update resale_handover set status = 'DISPUTED', dispute_by = 'seller', dispute_reason = $2 where id = $1",
        [id, fixture.unique_word],
      );
      return id;
    },
    resale_claim_token: {
      create: async (fixture) => (await create(fixture)).claim_token,
      unknown: "ph_link_nobody",
    },
  },
  link_subjects: { resale_handover: (fixture) => fixture.id("resale_handover") },
  priced: {
    device_orders: async (fixture, { total_minor }) => {
      const id = await handover(fixture);
      await fixture.service.system.execute("update resale_handover set fee_minor = $2 where id = $1", [
        id,
        total_minor,
      ]);
      return { resale_handover: id };
    },
  },
  operations: {
    resaleHandoverSettle: { member_kinds: { handover_id: "resale_disputed" } },
    resaleHandoverClaim: { inputs: [(i) => ({ claim_token: i.resale_claim_token })] },
  },
});
