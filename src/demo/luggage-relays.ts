/** Bags of two renters of the demo: one is on its way to another locker, two are in the hub. */
import { attachFiles } from "#operation/files/attached-files.ts";
import { insertRows } from "./insert-rows.ts";
import type { LockerDemo } from "./locker-demo.ts";

const BAG = { width_mm: 350, height_mm: 480, depth_mm: 230 };
const HAND_BAG = { width_mm: 300, height_mm: 350, depth_mm: 180 };

/** Hours before the demo was created, by change of custody. */
type Steps = Partial<Record<"collect" | "hub_in" | "hub_out", number>>;

const RELAYS: {
  /** Of the use of the rental. */
  rental: string;
  status: "OUT_TO_LOCKER" | "AT_HUB";
  /** Of the use of the compartment that waits for the bag. */
  place?: string;
  created_h: number;
  hub_bin: string | null;
  bags: { tag: string; weight_g: number; measures: typeof BAG }[];
  steps: Steps;
}[] = [
  {
    rental: "rental-out",
    status: "OUT_TO_LOCKER",
    place: "relay-back",
    created_h: 7,
    hub_bin: null,
    bags: [{ tag: "BAG-1042", weight_g: 14_200, measures: BAG }],
    steps: { collect: 5, hub_in: 4, hub_out: 0.6 },
  },
  {
    rental: "rental-hub",
    status: "AT_HUB",
    created_h: 8,
    hub_bin: "R-03",
    bags: [
      { tag: "BAG-1043", weight_g: 18_600, measures: BAG },
      { tag: "BAG-1044", weight_g: 6400, measures: HAND_BAG },
    ],
    steps: { collect: 6, hub_in: 4.5 },
  },
];

export async function createRelays(demo: LockerDemo) {
  const { db, business_id, ago, people } = demo;
  const rental_ids = await findRentals(demo);
  const [driver_id = people.admin] = people.drivers;
  const relays = RELAYS.map((relay) => ({
    ...relay,
    rental_id: rental_ids.get(demo.use(relay.rental).reservation_id ?? 0),
    since_h: relay.steps.hub_out ?? relay.steps.hub_in ?? relay.created_h,
  }));
  const ids = await insertRows(
    db,
    "luggage_relay",
    relays.map(({ rental_id, status, place, created_h, hub_bin, since_h }) => ({
      business_id,
      rental_id,
      status,
      status_since: ago(since_h),
      holder_account_id: status === "OUT_TO_LOCKER" ? driver_id : null,
      warehouse_id: people.warehouse_id,
      hub_bin,
      return_choice: place === undefined ? null : buildChoice(demo, demo.use(place)),
      created_at: ago(created_h),
      updated_at: ago(since_h),
      version: 1,
    })),
  );
  const bags = relays.flatMap(({ bags: of_relay, place, steps, created_h }, index) =>
    of_relay.map(({ tag, weight_g, measures }) => ({
      relay_id: ids[index] ?? 0,
      tag,
      weight_g,
      ...measures,
      reservation_id: place === undefined ? null : demo.use(place).reservation_id,
      compartment: place === undefined ? null : demo.use(place).code,
      steps,
      created_h,
    })),
  );
  const bag_ids = await insertRows(
    db,
    "luggage_relay_bag",
    bags.map(({ steps, created_h, ...bag }) => ({
      business_id,
      ...bag,
      created_at: ago(steps.collect ?? created_h),
      updated_at: ago(steps.hub_out ?? steps.hub_in ?? created_h),
      version: 1,
    })),
  );
  const photo_file_id = people.bag_photo;
  if (photo_file_id !== null) {
    await insertRows(
      db,
      "luggage_relay_scan",
      bags.flatMap(({ relay_id, tag, steps }, index) =>
        Object.entries(steps).map(([step, hours]) => ({
          business_id,
          relay_id,
          bag_id: bag_ids[index],
          step,
          tag,
          photo_file_id,
          account_id: driver_id,
          scanned_at: ago(hours),
        })),
      ),
    );
    const subjects = ids.map((id) => ({ file_id: photo_file_id, subject: { type: "luggage_relay", id } }));
    await attachFiles({ db, business_id }, subjects);
  }
  return relays.flatMap(({ place }, index) =>
    place === undefined ? [] : [{ key: place, type: "luggage_relay", id: ids[index] ?? 0 }],
  );
}

function buildChoice(
  { ago, people }: LockerDemo,
  { device_id, device_name }: { device_id: number; device_name: string },
) {
  return {
    locker_id: device_id,
    locker_name: device_name,
    window: { start: ago(0.5), end: ago(-2) },
    chosen_by: "staff",
    basis: "The renter takes the train from the north wing tonight.",
    consent: "phone",
    account_id: people.admin,
    at: ago(2),
  };
}

/** By their reservations. */
async function findRentals({ db, business_id }: LockerDemo): Promise<Map<number, number>> {
  const rows = await db.rows<{ id: number; reservation_id: number }>(
    "select id, reservation_id from storage_rental where business_id = $1 and is_relayed",
    [business_id],
  );
  return new Map(rows.map(({ id, reservation_id }) => [reservation_id, id]));
}
