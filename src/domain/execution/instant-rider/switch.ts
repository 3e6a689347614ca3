/** Going online and offline: of two switches the one that the rider made later counts, whichever arrives first. */
import Type from "typebox";
import { Timestamp } from "#vocabulary/basics.ts";
import type { RiderRow } from "./records/rider.ts";
import { RiderState } from "./rider-state.ts";

export const switchMembers = {
  at: Type.Optional({
    ...Timestamp,
    description:
      "When the rider switched, by the phone; the time of the call if absent or later. A switch older than the latest changes nothing.",
  }),
};

export const SwitchAnswer = Type.Object({
  result: Type.Boolean({ description: "False when a later switch had arrived before." }),
  rider: RiderState,
});

/** The moment that counts, ISO 8601, and whether a later switch is known. */
export function readSwitch(
  { switched_at }: Pick<RiderRow, "switched_at">,
  { at: reported_at }: { at?: string },
  now: Date,
): { at: string; is_late: boolean } {
  const at = new Date(
    Math.min(reported_at === undefined ? now.getTime() : Date.parse(reported_at), now.getTime()),
  );
  return { at: at.toISOString(), is_late: switched_at !== null && at.getTime() < Date.parse(switched_at) };
}
