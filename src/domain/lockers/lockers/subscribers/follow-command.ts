/** Nobody knows whether a door was opened: it is not tried again, and the compartment waits for a check. */
import { commandEnded } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { applyFact, loadTargets } from "../state.ts";

export const followCommand = subscribe(commandEnded, async (context, { device, command, outcome }) => {
  const { kind, compartment_id } = command;
  if (kind !== "open" || outcome !== "unknown" || compartment_id === null) return;
  const target = (await loadTargets(context, device, [compartment_id])).get(compartment_id);
  if (target !== undefined) await applyFact(context, target, "open_unknown");
});
