/** The door of a handover's compartment: opened for the side that may, and what a person said it did there. */
import type { Static } from "typebox";
import {
  applyFact,
  expectPresence,
  findUse,
  OPEN_REFUSALS,
  openDoor,
  type Position,
  type ReservationTarget,
  type Use,
} from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { LockedHandover } from "./load.ts";
import { messages } from "./messages.ts";
import { answerHandover } from "./present.ts";
import { type BUYER_REFUSALS, refusalToBuyer } from "./rules.ts";
import type { STEPS } from "./shapes.ts";

export const DOOR_REFUSALS = {
  ...OPEN_REFUSALS,
  presence_failed: "forbidden",
  compartment_blocked: "conflict",
  door_not_opened: "conflict",
} as const;

export interface DoorRequest {
  step?: (typeof STEPS)[number];
  position?: Static<typeof Position>;
}

/** Opens it, or stores what the person says after it was opened. */
export async function operateDoor(
  context: Context<keyof typeof DOOR_REFUSALS>,
  { row, target }: LockedHandover,
  use: Use,
  { step = "open", position }: DoorRequest,
) {
  const ready_target = expectUsable(context, target, use);
  if (step === "open") {
    expectPresence(context, ready_target.device, position);
    const { id, expires_at } = await openDoor(context, ready_target, use, "resale");
    return { ...(await answerHandover(context, row.id)), command_id: id, opens_until: expires_at };
  }
  const is_open = ready_target.compartment.status === (use === "deposit" ? "LOADING" : "UNLOADING");
  if (!is_open) throw context.refuse("door_not_opened", { message: messages.door_not_opened });
  await applyFact(context as never, ready_target, step === "confirm" ? `${use}_confirmed` : `${use}_aborted`);
  return { ...(await answerHandover(context, row.id)), command_id: null, opens_until: null };
}

/** The compartment of a handover that has one; refused while staff must look first. */
export function expectUsable(
  { refuse }: Pick<Context<"compartment_blocked">, "refuse">,
  target: ReservationTarget | undefined,
  use: Use,
): ReservationTarget {
  if (target === undefined || findUse(target.compartment.status) !== use)
    throw refuse("compartment_blocked", { message: messages.compartment_blocked });
  return target;
}

/** Refuses a buyer whose item is not there, not released, or not his any more. */
export function expectReleased(
  { refuse }: Pick<Context<keyof typeof BUYER_REFUSALS>, "refuse">,
  { row: { status, status_reason } }: Pick<LockedHandover, "row">,
): void {
  const code = refusalToBuyer(status, status_reason);
  if (code !== null) throw refuse(code, { message: messages[code], values: { status } });
}
