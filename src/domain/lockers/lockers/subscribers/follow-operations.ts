/** What operations of a device mean for its compartments, one after the other. */
import { deviceOperationApplied } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { readOperation } from "../read-operation.ts";
import { applyFact, loadTargets } from "../state.ts";

export const followOperations = subscribe(deviceOperationApplied, async (context, { device, operations }) => {
  const { db, business_id, now } = context;
  const of_compartments = operations.filter(({ compartment_id }) => compartment_id !== null);
  if (of_compartments.length === 0) return;
  const command_ids = of_compartments.flatMap(({ command_id }) => command_id ?? []);
  const [targets, commands] = await Promise.all([
    loadTargets(context, device, [
      ...new Set(of_compartments.map(({ compartment_id }) => Number(compartment_id))),
    ]),
    command_ids.length === 0
      ? []
      : db.rows<{ id: number; use: string | null }>(
          "select id, body->>'use' as use from locker_command where business_id = $1 and id = any($2::bigint[])",
          [business_id, command_ids],
        ),
  ]);
  const uses = new Map(commands.map(({ id, use }) => [id, use]));
  for (const operation of of_compartments) {
    const target = targets.get(Number(operation.compartment_id));
    if (target === undefined) continue;
    const { input, observed } = readOperation(
      operation,
      target.compartment,
      uses.get(operation.command_id ?? 0),
    );
    // The clock of a device may be ahead.
    const at = new Date(Math.min(Date.parse(operation.occurred_at), now.getTime()));
    const is_time_uncertain = operation.details["time_uncertain"] === true;
    const after = await applyFact(context, target, input, { at, is_time_uncertain, observed });
    targets.set(target.compartment.id, after);
  }
});
