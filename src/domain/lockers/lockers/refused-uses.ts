/**
 * A device refused to be told which codes it accepts at a compartment: it has been told something later, or does not know the
 * compartment. Both follow when the service was restored from an older copy of its data. It is told again, because nobody is
 * granted the compartment before the device has confirmed.
 */
import { type CommandRow, type DeviceRow, findLastCommand } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { CompartmentRecord, listCompartments } from "./records/compartment.ts";
import { loadTargets, tellCompartments, tellUses } from "./state.ts";

/** One that refuses what it was told so lately is not told again. */
const AGAIN_MS = 3_600_000;

export async function tellRefusedUses(
  context: Context<never>,
  device: DeviceRow,
  { compartment_id, body, result }: CommandRow,
): Promise<void> {
  const target = (await loadTargets(context, device, [Number(compartment_id)])).get(Number(compartment_id));
  // It is being told something later.
  if (target === undefined || target.compartment.use_revision !== body["revision"]) return;
  if (result?.["why"] === "superseded") {
    const again_s = (context.now.getTime() - AGAIN_MS) / 1000;
    if (target.compartment.use_revision > again_s) return;
    // Above whatever an earlier copy of the data had counted to.
    const use_revision = Math.floor(context.now.getTime() / 1000);
    const compartment = await CompartmentRecord.change(context, target.compartment, { use_revision });
    await tellUses(context, { ...target, compartment });
    return;
  }
  if (result?.["why"] !== "no_compartment") return;
  const last = await findLastCommand(context, device.id, "configure");
  if (last !== undefined && Date.parse(last.created_at) + AGAIN_MS > context.now.getTime()) return;
  await tellCompartments(context, device, await listCompartments(context, device.id));
  await tellUses(context, target);
}
