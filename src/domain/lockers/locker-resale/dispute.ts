/** Disputes: what a side says went wrong. Nobody opens the door while people decide. */
import { CODE_REFUSALS, issueCode } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { changeStatus, refuseStatus } from "./change.ts";
import { type LockedHandover, SIDE_REFUSALS } from "./load.ts";
import { addPhotos, PHOTO_REFUSALS } from "./photos.ts";
import { answerHandover } from "./present.ts";
import { mayDispute } from "./rules.ts";

export const DISPUTE_REFUSALS = {
  ...SIDE_REFUSALS,
  ...CODE_REFUSALS,
  ...PHOTO_REFUSALS,
  wrong_status: "conflict",
} as const;

export async function disputeHandover(
  context: Context<keyof typeof DISPUTE_REFUSALS>,
  locked: LockedHandover,
  { reason, photo_file_ids = [] }: { reason: string; photo_file_ids?: readonly number[] },
) {
  const { row, side, target } = locked;
  if (!mayDispute(row, context.now)) throw refuseStatus(context, row);
  await addPhotos(context, locked, photo_file_ids, "photo_file_ids");
  if (target !== undefined && target.reservation.collect_counter !== null)
    await issueCode(context, target, "collect", true);
  await changeStatus(context, row, "DISPUTED", "disputed", {
    dispute_by: side,
    dispute_reason: reason.trim(),
  });
  return answerHandover(context, row.id);
}
