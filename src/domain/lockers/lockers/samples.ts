import { randomUUID } from "node:crypto";
import { dateIn, defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createCompartments } from "./operations/create-compartments.ts";
import { issueLockerCode } from "./operations/issue-locker-code.ts";
import { reserveCompartment } from "./operations/reserve-compartment.ts";
import { COMPARTMENT_STATUSES, CONTENTS, DOORS, PROBLEMS, PURPOSES, REASONS } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Waits for a check. */
    compartment_to_check: number;
    compartment_out: number;
    locker_in_maintenance: number;
    compartment_in_maintenance: number;
    /** Nothing is reserved there. */
    locker_idle: number;
    /** Of reservations of the locker: one that is held, one with something in it. */
    locker_deposit_code: string;
    locker_collect_code: string;
  }
}

const PLACE = { line1: "Rodoviária", city: "Brasília", country: "BR", lat: -15.7939, lng: -47.8828 };

async function addLocker(
  { service, business, unique_word, people }: Fixture,
  status: string,
): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into locker_device (business_id, kind, serial, name, place, status, status_since, public_key, created_at, updated_at)
     values ($1, 'locker', $2, $3, $4, $5, now(), decode(repeat('ab', 32), 'hex'), now(), now()) returning id`,
    [business.id, randomUUID(), unique_word, JSON.stringify({ ...PLACE, line1: unique_word }), status],
  );
  const locker_id = row?.id ?? 0;
  await people.client_admin.call(createCompartments, { locker_id, columns: [["S", "M"], ["L"]] });
  return locker_id;
}

async function addCompartment(fixture: Fixture, locker_id: number, status: string): Promise<number> {
  const { client_admin } = fixture.people;
  const { compartments } = await client_admin.call(createCompartments, { locker_id, columns: [["S"]] });
  const id = compartments[0]?.id ?? 0;
  await fixture.service.system.execute("update locker_compartment set status = $2 where id = $1", [
    id,
    status,
  ]);
  return id;
}

async function issueCode(fixture: Fixture, use: "deposit" | "collect"): Promise<string> {
  const { client_admin } = fixture.people;
  const reservation_id = await fixture.another("locker_reservation");
  const { code } = await client_admin.call(issueLockerCode, { reservation_id, use });
  if (use === "collect")
    await fixture.service.system.execute(
      `with used as (update locker_reservation set status = 'IN_USE' where id = $1 returning compartment_id)
       update locker_compartment c set status = 'OCCUPIED' from used where c.id = used.compartment_id`,
      [reservation_id],
    );
  return code;
}

export const samples = defineSamples({
  worded_codes: {
    "pages/lockers/lockers#states": COMPARTMENT_STATUSES,
    "pages/lockers/lockers#reasons": REASONS,
    "pages/lockers/lockers#problems": PROBLEMS,
    "pages/lockers/lockers#purposes": PURPOSES,
    "pages/lockers/lockers#doors": DOORS,
    "pages/lockers/lockers#contents_seen": CONTENTS,
  },
  own_texts: [
    "claim_code",
    "compartment_code",
    "fault_code",
    "firmware",
    "locker_name",
    "model",
    "serial",
    "tags",
  ],
  records: {
    locker_compartment: async (fixture) => addCompartment(fixture, await fixture.id("locker_device"), "FREE"),
    compartment_to_check: async (fixture) =>
      addCompartment(fixture, await fixture.id("locker_device"), "VERIFY"),
    compartment_out: async (fixture) =>
      addCompartment(fixture, await fixture.id("locker_device"), "OUT_OF_SERVICE"),
    locker_in_maintenance: (fixture) => addLocker(fixture, "MAINTENANCE"),
    compartment_in_maintenance: async (fixture) =>
      addCompartment(fixture, await fixture.id("locker_in_maintenance"), "FREE"),
    locker_idle: (fixture) => addLocker(fixture, "ONLINE"),
    locker_reservation: async (fixture) => {
      await addCompartment(fixture, await fixture.id("locker_device"), "FREE");
      const { reservation_id } = await fixture.people.client_admin.call(reserveCompartment, {
        locker_id: await fixture.id("locker_device"),
        purpose: "return",
        size: "S",
        customer_id: await fixture.id("customer"),
        ref: fixture.unique_word,
      });
      return reservation_id;
    },
    locker_deposit_code: { create: (fixture) => issueCode(fixture, "deposit"), unknown: "00000000" },
    locker_collect_code: { create: (fixture) => issueCode(fixture, "collect"), unknown: "00000000" },
  },
  operations: {
    lockerDeposit: { inputs: [(i) => ({ code: i.locker_deposit_code })] },
    lockerCollect: { inputs: [(i) => ({ code: i.locker_collect_code })] },
    lockerCreate: { inputs: [() => ({ serial: randomUUID(), place: PLACE })] },
    lockerRetire: { member_kinds: { locker_id: "locker_idle" } },
    lockerCompartmentCheck: {
      member_kinds: { compartment_id: "compartment_to_check" },
      not_tried: { photo_file_id: "a file of the caller's own that is an image" },
    },
    lockerCompartmentReturn: { member_kinds: { compartment_id: "compartment_out" } },
    lockerReserve: {
      inputs: [() => ({ size: "S" }), (i) => ({ size: "S", customer_id: i.customer })],
      needs: ["locker_compartment"],
    },
    lockerReservationExtend: { inputs: [() => ({ until: `${dateIn(3)}T12:00:00Z` })] },
    lockerOpenMany: {
      member_kinds: { locker_id: "locker_in_maintenance", compartment_ids: "compartment_in_maintenance" },
    },
    lockerUtilisation: { inputs: [() => ({ from: dateIn(-3), to: dateIn(0) })] },
    lockers: { needs: ["locker_idle"] },
    lockerReservations: {
      grow: async (fixture) => {
        await fixture.service.system.execute(
          `insert into locker_reservation (business_id, device_id, compartment_id, purpose, status, status_since, created_at, updated_at)
           select business_id, device_id, id, 'return', 'ENDED', now(), now(), now() from locker_compartment where id = $1`,
          [await fixture.id("locker_compartment")],
        );
      },
    },
  },
});
