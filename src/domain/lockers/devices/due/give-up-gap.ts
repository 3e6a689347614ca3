/** Operations that did not come within a quarter of an hour after those behind them are given up. */
import { defineDue } from "#operation/define/due.ts";
import { applyOperations } from "../receive.ts";
import { lockDevice, storeProgress } from "../records/device.ts";
import { findWaitingOperations, GAP_GIVEN_UP, GAP_WAIT_MS } from "../records/operation.ts";

export const giveUpGap = defineDue({
  kind: GAP_GIVEN_UP,

  async run(context, { subject }) {
    const device = await lockDevice(context, Number(subject));
    if (device === undefined) return;
    const latest = context.now.getTime() - GAP_WAIT_MS;
    const applied = await applyOperations(context, device, [], ({ to }, { recorded_at }) =>
      Date.parse(recorded_at) > latest ? null : { to, why: "timeout" },
    );
    if (applied.device.applied_seq === device.applied_seq && applied.missing.length === 0) return;
    await storeProgress(context, applied.device);
    const [behind] = await findWaitingOperations(context, applied.device, 1);
    if (behind !== undefined)
      context.due.set(GAP_GIVEN_UP, device.id, new Date(Date.parse(behind.recorded_at) + GAP_WAIT_MS));
  },
});
