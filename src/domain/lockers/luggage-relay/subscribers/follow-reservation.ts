/** What the second locker reports of the bags, at the time at which it happened. */
import { formatMoment } from "#domain/execution/notifications/public.ts";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { findReservationTarget, issueCode, reservationChanged } from "#domain/lockers/lockers/public.ts";
import { endRelay, storeBags } from "#domain/lockers/rentals/public.ts";
import type { Context } from "#operation/define/context.ts";
import { subscribe } from "#operation/define/topic.ts";
import { changeRelay } from "../custody.ts";
import { notices } from "../notices.ts";
import { nameLocker, type RelayNotice, tellOfException } from "../notify.ts";
import {
  BagRecord,
  type BagRow,
  listBags,
  RELAY_WINDOW_END,
  RelayRecord,
  type RelayRow,
} from "../records/relay.ts";

export const followReservation = subscribe(reservationChanged, async (context, change) => {
  const { reservation, reservation_before, device, at } = change;
  if (reservation.subject_type !== "luggage_relay" || reservation.status === reservation_before) return;
  const relay = await RelayRecord.lock(context, reservation.subject_id);
  if (relay === undefined) return;
  const bags = await listBags(context, relay.id);
  const bag = bags.find(({ reservation_id }) => reservation_id === reservation.id);
  if (bag === undefined) return;
  const others = bags.filter(({ id }) => id !== bag.id);
  const happened_at = at.toISOString();
  if (reservation.status === "IN_USE") {
    await BagRecord.change(context, bag, { stored_at: happened_at });
    if (others.every(({ stored_at }) => stored_at !== null))
      await storeRelay(context, relay, bags, device, at);
  } else if (reservation.status === "ENDED") {
    await BagRecord.change(context, bag, { collected_at: happened_at });
    if (relay.status === "STORED_IN_LOCKER_2" && others.every(({ collected_at }) => collected_at !== null)) {
      await endRelay(context, relay.rental_id, at, device.name);
      const { name: locker, place } = device;
      await changeRelay(
        context,
        relay,
        { status: "COLLECTED" },
        {
          kind: "relay.ended",
          at,
          notice: {
            kind: "relay_ended",
            place,
            occurred_at: at,
            write: (reader) => notices.ended.with({ locker, at: formatMoment(at, reader) }),
          },
        },
      );
    }
  } else await loseRoom(context, relay, bag);
});

/** The renter gets the code of each bag. */
async function storeRelay(
  context: Context<never>,
  relay: RelayRow,
  bags: readonly BagRow[],
  device: DeviceRow,
  at: Date,
): Promise<void> {
  const codes: string[] = [];
  const compartments: string[] = [];
  for (const { reservation_id, compartment } of bags) {
    const target = reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
    if (target === undefined) continue;
    if (target.device.code_secret === null) {
      compartments.push(compartment ?? "");
      continue;
    }
    const { code } = await issueCode(context as Parameters<typeof issueCode>[0], target, "collect", false);
    codes.push(code);
    compartments.push(`${compartment} ${code}`);
  }
  await storeBags(context, relay.rental_id, at, device.name);
  context.due.clear(RELAY_WINDOW_END, relay.id);
  const notice: RelayNotice = {
    kind: "relay_deposited",
    place: device.place,
    is_needed: true,
    secrets: codes,
    write: () => notices.deposited.with({ locker: nameLocker(device), codes: compartments.join(", ") }),
  };
  const changes = { status: "STORED_IN_LOCKER_2", holder_account_id: null, exception: null } as const;
  await changeRelay(context, relay, changes, { kind: "relay.deposited", at, notice });
}

/** The compartment of a bag that is on its way is not reserved any more: nothing was put in, or the time was over. */
async function loseRoom(context: Context<never>, relay: RelayRow, bag: BagRow): Promise<void> {
  await BagRecord.change(context, bag, { reservation_id: null, compartment: null });
  if (relay.status !== "OUT_TO_LOCKER") return;
  const { now, actor, emit } = context;
  const exception = {
    kind: "no_space",
    note: bag.tag,
    status_before: relay.status,
    account_id: actor.account_id,
    at: now.toISOString(),
  } as const;
  const after = await RelayRecord.change(context, relay, { status: "EXCEPTION", exception });
  emit({
    subject: { type: "luggage_relay", id: relay.id },
    kind: "relay.exception",
    payload: { rental_id: relay.rental_id, status: "EXCEPTION", exception: "no_space" },
    before: { status: relay.status },
    after: { kind: "no_space", tag: bag.tag },
  });
  await tellOfException(context, after, "no_space");
}
