/** Opens a door from afar, once: what the device does not carry out within half a minute it does not carry out at all. */
import { type CommandRow, queueCommand } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import { record } from "./log.ts";
import { messages } from "./messages.ts";
import { isConnected, type Target } from "./state.ts";

/** A person stands before the door. */
const OPEN_MS = 30_000;

export const OPEN_REFUSALS = { device_offline: "locked", open_pending: "conflict" } as const;

type Cause = "deposit" | "collect" | "operator";

/** Whether a command to open the door may be carried out yet, or was and its answer is still to come. */
export async function isOpening(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { device, compartment }: Target,
): Promise<boolean> {
  const command = await db.row(
    `select id from locker_command where business_id = $1 and device_id = $2 and compartment_id = $3 and kind = 'open'
       and status in ('QUEUED', 'SENT', 'ACKED')`,
    [business_id, device.id, compartment.id],
  );
  return command !== undefined;
}

/** Nobody can tell what is behind a door that is about to open. */
export async function refuseWhileOpening(context: Context<"door_in_use">, target: Target): Promise<void> {
  if (await isOpening(context, target))
    throw context.refuse("door_in_use", {
      message: messages.door_in_use,
      values: { code: target.compartment.code },
    });
}

/** The command; why there is none where it is not sent. */
export async function tryToOpen(
  context: Context<never>,
  target: Target,
  use: Cause,
  reason: string,
): Promise<CommandRow | keyof typeof OPEN_REFUSALS> {
  const { now, emit } = context;
  const { device, compartment } = target;
  if (!isConnected(device)) return "device_offline";
  if (await isOpening(context, target)) return "open_pending";
  const command = await queueCommand(context, device.id, {
    kind: "open",
    compartment_id: compartment.id,
    body: { use },
    expires_at: new Date(now.getTime() + OPEN_MS),
    reason,
  });
  await record(context, target, "opened_remotely", { use, reason }, { command_id: command.id });
  emit({
    subject: { type: "locker_compartment", id: compartment.id },
    kind: "locker.open_requested",
    payload: { device_id: device.id, use },
  });
  return command;
}

export async function openDoor(
  context: Context<keyof typeof OPEN_REFUSALS>,
  target: Target,
  use: Cause,
  reason: string,
): Promise<CommandRow> {
  const command = await tryToOpen(context, target, use, reason);
  const { code } = target.compartment;
  if (command === "device_offline") throw context.refuse(command, { message: messages.device_offline });
  if (command === "open_pending")
    throw context.refuse(command, { message: messages.open_pending, values: { code } });
  return command;
}

export const answerOpen = ({ compartment }: Target, { id, expires_at }: CommandRow) => ({
  result: true,
  command_id: id,
  compartment_id: compartment.id,
  compartment_code: compartment.code,
  expires_at,
});
