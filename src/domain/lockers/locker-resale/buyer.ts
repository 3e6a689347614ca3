/** What the buyer does: with an account of its own, or by the claim link. */
import { CODE_REFUSALS, isConnected, issueCode } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { prepareReturn, takeStep } from "./change.ts";
import { DOOR_REFUSALS, type DoorRequest, expectReleased, expectUsable, operateDoor } from "./doors.ts";
import { type LockedHandover, SIDE_REFUSALS } from "./load.ts";
import { messages } from "./messages.ts";
import { addPhotos, PHOTO_REFUSALS } from "./photos.ts";
import { answerHandover } from "./present.ts";
import { BUYER_REFUSALS, refusalToReject } from "./rules.ts";

export const INSPECT_REFUSALS = {
  ...SIDE_REFUSALS,
  ...BUYER_REFUSALS,
  ...DOOR_REFUSALS,
  no_inspection: "conflict",
  inspection_ended: "gone",
} as const;

export async function inspect(
  context: Context<keyof typeof INSPECT_REFUSALS>,
  locked: LockedHandover,
  { position }: DoorRequest,
) {
  const { now, refuse } = context;
  expectReleased(context, locked);
  const { inspection_min, inspection_until } = locked.row;
  if (inspection_min === 0) throw refuse("no_inspection", { message: messages.no_inspection });
  if (inspection_until !== null && Date.parse(inspection_until) <= now.getTime())
    throw refuse("inspection_ended", { message: messages.inspection_ended });
  return operateDoor(context, locked, "collect", position === undefined ? {} : { position });
}

export const COLLECT_REFUSALS = { ...SIDE_REFUSALS, ...BUYER_REFUSALS, ...DOOR_REFUSALS } as const;

export async function collect(
  context: Context<keyof typeof COLLECT_REFUSALS>,
  locked: LockedHandover,
  request: DoorRequest,
) {
  expectReleased(context, locked);
  return operateDoor(context, locked, "collect", request);
}

export const REJECT_REFUSALS = {
  ...SIDE_REFUSALS,
  ...BUYER_REFUSALS,
  ...CODE_REFUSALS,
  ...PHOTO_REFUSALS,
  compartment_blocked: "conflict",
  device_offline: "locked",
  inspection_ended: "gone",
  door_not_closed: "conflict",
  is_empty: "conflict",
  photo_needed: "invalid",
} as const;

/** The item stays in the compartment, for the seller. */
export async function reject(
  context: Context<keyof typeof REJECT_REFUSALS>,
  locked: LockedHandover,
  { reason, photo_file_id }: { reason: string; photo_file_id?: number },
) {
  const { now, refuse } = context;
  expectReleased(context, locked);
  const { row } = locked;
  const target = expectUsable(context, locked.target, "collect");
  // Otherwise nobody knows what is behind the door now, or can end the code.
  if (!isConnected(target.device)) throw refuse("device_offline", { message: messages.locker_offline });
  const { door, contents } = target.compartment;
  const { inspection_until } = row;
  const has_photo = photo_file_id !== undefined;
  const code = refusalToReject({ door, contents }, { inspection_until, has_photo, now });
  if (code === "photo_needed")
    throw refuse(code, {
      message: messages.photo_needed,
      errors: [{ field: "photo_file_id", message: messages.photo_needed }],
    });
  if (code !== null) throw refuse(code, { message: messages[code] });
  if (photo_file_id !== undefined) await addPhotos(context, locked, [photo_file_id], "photo_file_id");
  const after = await takeStep(context, row, "rejected", { reject_reason: reason.trim() });
  await prepareReturn(context, target, after);
  return answerHandover(context, row.id);
}

export const BUYER_CODE_REFUSALS = {
  ...SIDE_REFUSALS,
  ...BUYER_REFUSALS,
  ...CODE_REFUSALS,
  compartment_blocked: "conflict",
} as const;

/** The pick code: it exists since the release. */
export async function issueBuyerCode(
  context: Context<keyof typeof BUYER_CODE_REFUSALS>,
  locked: LockedHandover,
) {
  expectReleased(context, locked);
  return {
    result: true,
    ...(await issueCode(context, expectUsable(context, locked.target, "collect"), "collect", false)),
  };
}
