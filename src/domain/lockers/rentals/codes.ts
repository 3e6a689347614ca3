/** Codes of a rental, which its locker verifies without a network. */
import {
  type CODE_REFUSALS,
  findReservationTarget,
  issueCode,
  type Use,
} from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { StorageRentalRow } from "./records/storage-rental.ts";

/** The same again until they are issued anew; null where nothing can be opened with one any more. */
export async function findRentalCodes(
  context: Context<keyof typeof CODE_REFUSALS>,
  rental: Pick<StorageRentalRow, "reservation_id">,
): Promise<{ deposit_code: string | null; collect_code: string | null }> {
  return {
    deposit_code: await findRentalCode(context, rental, "deposit", false),
    collect_code: await findRentalCode(context, rental, "collect", false),
  };
}

export async function findRentalCode(
  context: Context<keyof typeof CODE_REFUSALS>,
  { reservation_id }: Pick<StorageRentalRow, "reservation_id">,
  use: Use,
  reissue: boolean,
): Promise<string | null> {
  const target = reservation_id === null ? undefined : await findReservationTarget(context, reservation_id);
  if (target === undefined || (use === "deposit" && target.reservation.status !== "HELD")) return null;
  return (await issueCode(context, target, use, reissue)).code;
}
