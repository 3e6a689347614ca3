/** A hold that nobody used ends. */
import { defineDue } from "#operation/define/due.ts";
import { endHoldInTime } from "../expiry.ts";
import { HOLD_END } from "../times.ts";

export const endHold = defineDue({
  kind: HOLD_END,

  async run(context, { subject }) {
    await endHoldInTime(context, Number(subject));
  },
});
