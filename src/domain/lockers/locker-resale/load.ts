/** Loads a handover with its compartment for a write: the locker is locked before it, as devices do. */
import { findReservationTarget, type ReservationTarget } from "#domain/lockers/lockers/public.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import {
  findSide,
  getVisibleHandover,
  HANDOVER,
  HandoverRecord,
  type HandoverRow,
} from "./records/handover.ts";
import type { Side } from "./rules.ts";

export interface LockedHandover {
  row: HandoverRow;
  side: Side;
  /** Undefined where no compartment is reserved for it, or not any more. */
  target: ReservationTarget | undefined;
}

export const SIDE_REFUSALS = { not_your_side: "forbidden", changed_meanwhile: "conflict" } as const;
type Refuser = Pick<
  Context<keyof typeof SIDE_REFUSALS>,
  "db" | "business_id" | "actor" | "refuse" | "expectVersion"
>;

/** Refuses who has nothing to do with it, and who is on another side. */
export async function lockHandover(
  context: Refuser,
  id: number,
  sides: readonly Side[],
): Promise<LockedHandover> {
  const { refuse, expectVersion } = context;
  const handover = await getVisibleHandover(context, id);
  const side = findSide(context, handover) ?? "business";
  if (!sides.includes(side)) throw refuse("not_your_side", { message: messages.not_your_side });
  const target =
    handover.reservation_id === null
      ? undefined
      : await findReservationTarget(context, handover.reservation_id);
  const row = await HandoverRecord.lock(context, id);
  // Reserved or claimed while this call waited.
  if (row === undefined || row.reservation_id !== handover.reservation_id || findSide(context, row) !== side)
    throw refuse("changed_meanwhile", { message: messages.changed_meanwhile });
  expectVersion(row.version);
  return { row, side, target };
}

/** That of the caller's link. */
export const lockLinkedHandover = (context: Refuser): Promise<LockedHandover> =>
  lockHandover(context, getLinkedId(context.actor, HANDOVER), ["buyer"]);
