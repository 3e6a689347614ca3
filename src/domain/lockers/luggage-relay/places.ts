/** Compartments for the bags of a relay: one for each. */
import { lockDevice } from "#domain/lockers/devices/public.ts";
import {
  findReservationTarget,
  fitsInto,
  grantCompartment,
  listFreeLockers,
  lockLocker,
  type Measures,
  type REQUEST_REFUSALS,
  releaseReservation,
} from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import { BagRecord, type BagRow, type RelayRow } from "./records/relay.ts";
import { sortBySize } from "./rules.ts";

export const PLACE_REFUSALS = {
  no_fitting_compartment: "conflict",
  locker_not_in_service: "conflict",
  no_free_compartment: "conflict",
} as const;

/** Bags that are late are still on their way. */
export const HOLD_AFTER_MS = 12 * 3_600_000;

type Room = Measures & { id: number };

const volume = ({ width_mm, height_mm, depth_mm }: Measures) => width_mm * height_mm * depth_mm;

/** The bags for which nothing is left when each gets the smallest free compartment with the room. */
function findBagsWithoutRoom(bags: readonly BagRow[], rooms: readonly Room[]): BagRow[] {
  const free = rooms.toSorted((one, other) => volume(one) - volume(other) || one.id - other.id);
  return sortBySize(bags).filter((bag) => {
    const index = free.findIndex((room) => fitsInto(bag, room));
    if (index >= 0) free.splice(index, 1);
    return index < 0;
  });
}

/** Lockers with a free compartment for each bag. */
export async function listOptions(context: Pick<Context, "db" | "business_id">, bags: readonly BagRow[]) {
  const { db, business_id } = context;
  const [lockers, rooms] = await Promise.all([
    listFreeLockers(context),
    db.rows<Room & { device_id: number }>(
      `select id, device_id, width_mm, height_mm, depth_mm from locker_compartment
        where business_id = $1 and status = 'FREE' and door <> 'OPEN' and fault_code is null`,
      [business_id],
    ),
  ]);
  const by_device = Map.groupBy(rooms, ({ device_id }) => device_id);
  return lockers
    .filter(({ free }) => free.length > 0)
    .map((locker) => ({
      ...locker,
      without_room: findBagsWithoutRoom(bags, by_device.get(locker.locker_id) ?? []).map(({ tag }) => tag),
    }));
}

/** Whoever changes the compartments of a relay locks their locker before the relay, as what devices report does. */
export async function lockPlaces(
  context: Pick<Context, "db" | "business_id">,
  { return_choice }: Pick<RelayRow, "return_choice">,
): Promise<void> {
  if (return_choice !== null) await lockDevice(context, return_choice.locker_id);
}

type Placing = Context<keyof typeof PLACE_REFUSALS>;

/** Refuses with the tags of the bags that have no room. */
export function refuseNoRoom({ refuse }: Placing, tags: readonly string[]): Refusal {
  return refuse("no_fitting_compartment", {
    message: messages.no_fitting_compartment,
    values: { tags: tags.join(", ") },
    extra: { tags },
  });
}

/** Reserves a compartment for each bag, or none. */
export async function reservePlaces(
  context: Placing,
  relay: RelayRow,
  bags: readonly BagRow[],
  { locker_id, until, customer_id }: { locker_id: number; until: Date; customer_id: number | null },
): Promise<void> {
  const device = await lockLocker(context, locker_id);
  const without_room: string[] = [];
  for (const bag of sortBySize(bags)) {
    const { width_mm, height_mm, depth_mm } = bag;
    const granted = await grantCompartment(context, device, {
      need: { width_mm, height_mm, depth_mm },
      purpose: "relay",
      expires_at: until,
      collect_until: null,
      ref: bag.tag,
      customer_id,
      subject: { type: "luggage_relay", id: relay.id },
    });
    if (granted instanceof Refusal) without_room.push(bag.tag);
    else
      await BagRecord.change(context, bag, {
        reservation_id: granted.reservation.id,
        compartment: granted.compartment.code,
      });
  }
  if (without_room.length > 0) throw refuseNoRoom(context, without_room);
}

/** Gives up the compartments of bags that are not in them. */
export async function releasePlaces(
  context: Context<keyof typeof REQUEST_REFUSALS>,
  bags: readonly BagRow[],
): Promise<void> {
  for (const bag of bags) {
    if (bag.reservation_id === null) continue;
    const target = await findReservationTarget(context, bag.reservation_id);
    await BagRecord.change(context, bag, {
      reservation_id: null,
      compartment: null,
      stored_at: null,
      collected_at: null,
    });
    if (target?.reservation.status === "HELD") await releaseReservation(context, target);
  }
}
