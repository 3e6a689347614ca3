/** Whether somebody stands before a locker. */
import type { Static } from "typebox";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import { messages } from "./messages.ts";
import { isPresent } from "./rules.ts";
import type { Position } from "./shapes.ts";

/** Refuses who did not send a position near the locker, and who is near a locker whose own position nobody has entered. */
export function expectPresence(
  { now, refuse }: Pick<Context<"presence_failed">, "now" | "refuse">,
  { place }: Pick<DeviceRow, "place">,
  position: Static<typeof Position> | undefined,
): void {
  const { lat, lng } = place as { lat?: number | null; lng?: number | null };
  const is_present =
    position !== undefined &&
    typeof lat === "number" &&
    typeof lng === "number" &&
    isPresent(
      straightLineKm(position, { lat, lng }) * 1000,
      { accuracy_m: position.accuracy_m, at_ms: Date.parse(position.at) },
      now.getTime(),
    );
  if (!is_present) throw refuse("presence_failed", { message: messages.presence_failed });
}
