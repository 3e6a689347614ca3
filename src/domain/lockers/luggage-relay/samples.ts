import { randomUUID } from "node:crypto";
import { dateIn, defineSamples, type Fixture, type RecordIds } from "#tests/support/samples.ts";
import type { RelayRow } from "./records/relay.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    relay_in_exception: number;
    /** Its bags are in the first locker. */
    relay_to_collect: number;
    /** Of one bag with the tag `TAG`, which the administrator has. */
    relay_to_hub: number;
    relay_to_send: number;
    relay_to_deposit: number;
    rental_in_relay: number;
  }
}

const TAG = "T-1";
const WINDOW = { start: `${dateIn(2)}T12:00:00Z`, end: `${dateIn(2)}T14:00:00Z` };
const MEASURES = { width_mm: 300, height_mm: 200, depth_mm: 400 };

async function addRelay(
  { service, business, ...fixture }: Fixture,
  { status = "AT_HUB", exception = null, return_choice = null, holder_account_id = null }: Partial<RelayRow>,
  rental_id?: number,
): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into luggage_relay (business_id, rental_id, status, status_since, warehouse_id, return_choice, exception,
       holder_account_id, created_at, updated_at)
     values ($1, $2, $3, now(), $4, $5, $6, $7, now(), now()) returning id`,
    [
      business.id,
      rental_id ?? (await fixture.another("rental")),
      status,
      await fixture.id("warehouse"),
      return_choice && JSON.stringify(return_choice),
      exception && JSON.stringify(exception),
      holder_account_id,
    ],
  );
  return row?.id ?? 0;
}

async function addBag({ service, business }: Fixture, relay_id: number, tag: string): Promise<number> {
  const { width_mm, height_mm, depth_mm } = MEASURES;
  const row = await service.system.row<{ id: number }>(
    `insert into luggage_relay_bag (business_id, relay_id, tag, width_mm, height_mm, depth_mm, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now()) returning id`,
    [business.id, relay_id, tag, width_mm, height_mm, depth_mm],
  );
  return row?.id ?? 0;
}

async function addRelayWithBag(fixture: Fixture, status: RelayRow["status"]): Promise<number> {
  const { account_id } = fixture.people.client_admin;
  const return_choice: RelayRow["return_choice"] = {
    locker_id: await fixture.id("locker_device"),
    locker_name: fixture.unique_word,
    window: WINDOW,
    chosen_by: "staff",
    basis: fixture.unique_word,
    consent: null,
    account_id,
    at: fixture.service.now().toISOString(),
  };
  const relay_id = await addRelay(fixture, { status, return_choice, holder_account_id: account_id });
  await addBag(fixture, relay_id, TAG);
  return relay_id;
}

/** Of a rental with something in its compartment. */
async function addRelayToCollect(fixture: Fixture): Promise<number> {
  const rental_id = await fixture.another("rental");
  await fixture.service.system.execute(
    `with used as (update locker_reservation set status = 'IN_USE' where id = $2 returning id, device_id, compartment_id),
       full_compartment as (update locker_compartment c set status = 'OCCUPIED' from used where c.id = used.compartment_id)
     update storage_rental r set reservation_id = used.id, device_id = used.device_id from used where r.id = $1`,
    [rental_id, await fixture.another("locker_reservation")],
  );
  return addRelay(fixture, { status: "STORED_IN_LOCKER" }, rental_id);
}

const scanBag = (i: RecordIds) => ({ bags: [{ tag: TAG, photo_file_id: i.file }] });
const BY_ANY_STAFF = "whoever of the staff stands there takes the bags of any relay of the business";

/** `tests/surface/races.test.ts` calls all writes of one record at once, whatever its status. */
const AT_LOCKER = "it needs what a device reported before, for each call anew";

export const samples = defineSamples({
  own_texts: [
    "account",
    "basis",
    "compartment",
    "from_compartment",
    "from_locker",
    "holder",
    "hub_bin",
    "locker_name",
    "renter",
    "tag",
    "target",
    "warehouse",
    "without_room",
  ],
  records: {
    luggage_relay: (fixture) => addRelay(fixture, {}),
    relay_in_exception: (fixture) =>
      addRelay(fixture, {
        status: "EXCEPTION",
        exception: {
          kind: "other",
          note: fixture.unique_word,
          status_before: "AT_HUB",
          account_id: null,
          at: fixture.service.now().toISOString(),
        },
      }),
    relay_to_collect: addRelayToCollect,
    relay_to_hub: (fixture) => addRelayWithBag(fixture, "COLLECTED_BY_STAFF"),
    relay_to_send: (fixture) => addRelayWithBag(fixture, "RETURN_CHOSEN"),
    relay_to_deposit: (fixture) => addRelayWithBag(fixture, "OUT_TO_LOCKER"),
    rental_in_relay: async (fixture) => {
      const rental_id = await fixture.another("rental");
      await addRelay(fixture, {}, rental_id);
      return rental_id;
    },
    luggage_bag: async (fixture) =>
      addBag(fixture, await fixture.id("luggage_relay"), randomUUID().slice(0, 20)),
  },
  operations: {
    luggageRelayCreate: { not_concurrent: AT_LOCKER },
    luggageRelays: {
      member_kinds: { rental_id: "rental_in_relay" },
      grow: (fixture) => addRelay(fixture, {}),
    },
    luggageRelayReturnChoice: {
      inputs: [() => ({ window: WINDOW, basis: "The renter wrote." })],
      needs: ["locker_compartment"],
    },
    luggageRelayCollect: {
      member_kinds: { relay_id: "relay_to_collect" },
      inputs: [(i) => ({ bags: [{ tag: TAG, photo_file_id: i.file, ...MEASURES }] })],
      shared: BY_ANY_STAFF,
    },
    luggageRelayHubIn: { member_kinds: { relay_id: "relay_to_hub" }, inputs: [scanBag] },
    luggageRelayHubOut: {
      not_concurrent: AT_LOCKER,
      member_kinds: { relay_id: "relay_to_send" },
      inputs: [scanBag],
      shared: BY_ANY_STAFF,
    },
    luggageRelayDeposit: { member_kinds: { relay_id: "relay_to_deposit" }, inputs: [scanBag] },
    luggageRelayResolve: {
      member_kinds: { relay_id: "relay_in_exception" },
      not_tried: {
        "new_tags/bag_id": "a bag of the relay itself",
        "bags/photo_file_id": "a photo of the caller, as at every other change of custody",
      },
    },
  },
});
