/** A device that is there again is told what it has to know: which codes it accepts, and which compartments it has. */
import { deviceReturned } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { listCompartments } from "../records/compartment.ts";
import { acceptsCodes, loadTargets, tellCompartments, tellUses } from "../state.ts";

export const tellReturnedDevice = subscribe(
  deviceReturned,
  async (context, { device, is_provisioned_anew, untold }) => {
    if (!is_provisioned_anew && untold.length === 0) return;
    const compartments = await listCompartments(context, device.id);
    if (untold.some(({ kind }) => kind === "configure"))
      await tellCompartments(context, device, compartments);
    const untold_ids = new Set(untold.map(({ compartment_id }) => compartment_id));
    const targets = await loadTargets(
      context,
      device,
      compartments.map(({ id }) => id),
    );
    for (const { id } of compartments) {
      const target = targets.get(id);
      if (target !== undefined && (is_provisioned_anew ? acceptsCodes(target) : untold_ids.has(id)))
        await tellUses(context, target);
    }
  },
);
