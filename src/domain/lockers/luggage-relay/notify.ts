/** Tells the renter what happens to the bags of a relay, with the contact of the rental. */
import { formatWindow } from "#domain/execution/notifications/public.ts";
import { type DeviceRow, findDevice } from "#domain/lockers/devices/public.ts";
import { RentalRecord, type RenterNotice, tellRenter } from "#domain/lockers/rentals/public.ts";
import type { Context } from "#operation/define/context.ts";
import { formatAddressLine, type Place } from "#vocabulary/place.ts";
import { notices } from "./notices.ts";
import type { RelayRow, ReturnChoice } from "./records/relay.ts";
import { isToldException } from "./rules.ts";

export type RelayNotice = Omit<RenterNotice, "subject" | "kind"> & { kind: `relay_${string}` };

/** `relay`: after the change, whose version says which time it is. */
export async function tellOfRelay(
  context: Context<never>,
  { id, rental_id, version }: RelayRow,
  notice: RelayNotice,
): Promise<void> {
  const rental = await RentalRecord.get(context, rental_id);
  const subject = { type: "luggage_relay", id };
  await tellRenter(context, rental, { occurrence: `version-${version}`, ...notice, subject });
}

export async function tellOfException(
  context: Context<never>,
  relay: RelayRow,
  kind: NonNullable<RelayRow["exception"]>["kind"],
): Promise<void> {
  if (isToldException(kind))
    await tellOfRelay(context, relay, { kind: `relay_${kind}`, write: () => notices[kind] });
}

/** The bags leave for the chosen locker; its window is in the time of that place. */
export async function buildOutNotice(
  context: Context<never>,
  { locker_id, locker_name, window }: ReturnChoice,
): Promise<RelayNotice> {
  const device = await findDevice(context, locker_id);
  return {
    kind: "relay_out",
    place: device?.place ?? {},
    write: (reader) => notices.out.with({ locker: locker_name, window: formatWindow(window, reader) }),
  };
}

/** Name and address: where the renter goes. */
export const nameLocker = ({ name, place }: Pick<DeviceRow, "name" | "place">): string =>
  [name, formatAddressLine(place as Partial<Place>)].filter((part) => part).join(", ");
