/** Operations that will not come hide what happened: compartments of which that cannot be told wait for a check. */
import { deviceGapGivenUp } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { listCompartments } from "../records/compartment.ts";
import { applyFact, loadTargets } from "../state.ts";

export const followGap = subscribe(deviceGapGivenUp, async (context, { device }) => {
  const compartments = await listCompartments(context, device.id);
  const targets = await loadTargets(
    context,
    device,
    compartments.map(({ id }) => id),
  );
  for (const target of targets.values()) await applyFact(context, target, "gap");
});
