/**
 * An open command has ended. Where nobody knows whether the door was opened it is not tried again, and the compartment waits
 * for a check. An answer that it was opened may come long before the operation that says so: nobody else is granted it meanwhile.
 */
import { commandEnded, computeOccurredAt } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { readCommandEnd } from "../read-operation.ts";
import { tellRefusedUses } from "../refused-uses.ts";
import { applyFact, confirmUses, loadTargets } from "../state.ts";

export const followCommand = subscribe(commandEnded, async (context, { device, command, outcome }) => {
  const { kind, compartment_id, body, result } = command;
  if (compartment_id === null) return;
  if (kind === "set_use" && outcome === "done")
    await confirmUses(context, compartment_id, {
      revision: Number(body["revision"]),
      seq: Number(result?.["seq"]),
    });
  if (kind === "set_use" && outcome === "refused") await tellRefusedUses(context, device, command);
  if (kind !== "open") return;
  context.emit({
    subject: { type: "locker_compartment", id: compartment_id },
    kind: "locker.open_ended",
    payload: { device_id: device.id, outcome },
  });
  const target = (await loadTargets(context, device, [compartment_id])).get(compartment_id);
  if (target === undefined) return;
  const { input, observed } = readCommandEnd(command, outcome, target.compartment);
  const answered_at = result?.["at"];
  await applyFact(context, target, input, {
    observed,
    ...(typeof answered_at === "string" && {
      at: computeOccurredAt({ occurred_at: answered_at }, context.now),
    }),
  });
});
