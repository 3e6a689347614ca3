import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createHandover } from "./operations/create-handover.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    resale_disputed: number;
    /** The seller may put the item in. */
    resale_to_deposit: number;
    resale_deposited: number;
    /** The fixture's customer is the buyer, and may reject what is in the compartment. */
    resale_to_reject: number;
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

async function addHandover(fixture: Fixture, status: string): Promise<number> {
  const id = await handover(fixture);
  await fixture.service.system.execute(
    "update resale_handover set status = $2, device_id = $3 where id = $1",
    [id, status, await fixture.id("locker_device")],
  );
  return id;
}

async function addHandoverToReject(fixture: Fixture): Promise<number> {
  const { service, business, unique_word } = fixture;
  const id = await addHandover(fixture, "CODE_ISSUED");
  await service.system.execute(
    `with seller as (insert into customer (business_id, code, name) values ($1, gen_random_uuid()::text, $2) returning id),
       used as (update locker_reservation set status = 'IN_USE' where id = $3 returning id, compartment_id),
       full_compartment as (update locker_compartment c set status = 'OCCUPIED', door = 'CLOSED', contents = 'UNKNOWN'
         from used where c.id = used.compartment_id)
     update resale_handover h set seller_customer_id = seller.id, buyer_customer_id = h.seller_customer_id, released_at = now(),
       compartment_id = used.compartment_id, reservation_id = used.id
       from seller, used where h.id = $4`,
    [business.id, unique_word, await fixture.another("locker_reservation"), id],
  );
  return id;
}

/** `tests/surface/races.test.ts` calls all writes of one record at once, whatever its status. */
const AT_LOCKER = "it needs what a device reported before, for each call anew";

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
    "target",
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
    resale_to_deposit: (fixture) => addHandover(fixture, "DEPOSIT_RESERVED"),
    resale_deposited: (fixture) => addHandover(fixture, "DEPOSITED"),
    resale_to_reject: addHandoverToReject,
    resale_claim_token: {
      create: async (fixture) => (await create(fixture)).claim_token,
      unknown: "ph_link_nobody",
      shared: "the seller gives it to the buyer, who is any customer of the business until the claim",
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
    resaleHandoverRetrieve: { not_concurrent: AT_LOCKER },
    resaleHandoverReserve: { not_concurrent: AT_LOCKER },
    resaleHandoverReservationRelease: { member_kinds: { handover_id: "resale_to_deposit" } },
    resaleHandoverRelease: { not_concurrent: AT_LOCKER },
    resaleHandoverCode: { not_concurrent: AT_LOCKER },
    resaleHandoverInspect: { not_concurrent: AT_LOCKER },
    resaleHandoverCollect: { not_concurrent: AT_LOCKER },
    resaleHandovers: { needs: ["resale_deposited"] },
    resaleHandoverCreate: {
      member_kinds: { photo_file_ids: "file_of_customer" },
      inputs: [
        (i) => ({ size: "S", photo_file_ids: [i.file_of_customer] }),
        () => ({ width_mm: 200, height_mm: 100, depth_mm: 300 }),
      ],
    },
    resaleHandoverDeposit: {
      not_concurrent: AT_LOCKER,
      member_kinds: { handover_id: "resale_to_deposit", photo_file_id: "file_of_customer" },
    },
    resaleHandoverReject: {
      member_kinds: { handover_id: "resale_to_reject", photo_file_id: "file_of_customer" },
    },
    resaleHandoverDispute: { member_kinds: { handover_id: "resale_deposited" } },
    resaleHandoverSettle: { member_kinds: { handover_id: "resale_disputed" } },
    resaleHandoverClaim: {
      not_concurrent: AT_LOCKER,
      inputs: [(i) => ({ claim_token: i.resale_claim_token })],
    },
  },
});
