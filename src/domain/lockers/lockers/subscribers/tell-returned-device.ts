/** A device that is there again is told what it has to know: which codes it accepts, and which compartments it has. */
import { deviceReturned } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { listCompartments } from "../records/compartment.ts";
import { acceptsCodes, forgetUses, loadTargets, tellCompartments, tellUses } from "../state.ts";

export const tellReturnedDevice = subscribe(
  deviceReturned,
  async (context, { device, is_provisioned_anew, expired_commands }) => {
    if (!is_provisioned_anew && expired_commands.length === 0) return;
    if (is_provisioned_anew) await forgetUses(context, device.id);
    const compartments = await listCompartments(context, device.id);
    if (expired_commands.some(({ kind }) => kind === "configure"))
      await tellCompartments(context, device, compartments);
    const expired_ids = new Set(expired_commands.map(({ compartment_id }) => compartment_id));
    const targets = await loadTargets(
      context,
      device,
      compartments.map(({ id }) => id),
    );
    for (const { id } of compartments) {
      const target = targets.get(id);
      if (target !== undefined && (is_provisioned_anew ? acceptsCodes(target) : expired_ids.has(id)))
        await tellUses(context, target);
    }
  },
);
