/**
 * What a device observes now, where no operation has said it. A report that is ahead of operations which are still to come is
 * left alone: they would be read against what they brought about, and the device reports again after them.
 */
import { deviceSnapshotReported } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { findSnapshotInput } from "../rules.ts";
import { applyFact, loadTargets } from "../state.ts";

export const followSnapshot = subscribe(
  deviceSnapshotReported,
  async (context, { device, is_complete, compartments }) => {
    if (!is_complete) return;
    const targets = await loadTargets(
      context,
      device,
      compartments.map(({ compartment_id }) => compartment_id),
    );
    for (const { compartment_id, door, contents, fault } of compartments) {
      const target = targets.get(compartment_id);
      if (target === undefined) continue;
      const input = findSnapshotInput(target.compartment, { door, contents });
      await applyFact(context, target, input, { observed: { door, contents, fault_code: fault } });
    }
  },
);
