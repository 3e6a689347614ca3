/** How commands end: by the answer of the device, or without one. */
import type { Ack } from "#locker-protocol/messages.ts";
import type { Context } from "#operation/define/context.ts";
import { COMMAND_EXPIRY, CommandRecord, type CommandRow } from "./records/command.ts";
import type { DeviceRow } from "./records/device.ts";
import { recordOperation } from "./records/operation.ts";
import { type Ending, readAck } from "./rules.ts";
import { commandEnded } from "./topics.ts";

interface StoredEnding extends Ending {
  /** What the device answered. */
  result?: Record<string, unknown>;
}

/** Stores the end of a locked command of a locked device, and tells it to the families above. */
export async function endCommand(
  context: Context<never>,
  device: DeviceRow,
  command: CommandRow,
  { status, outcome, result }: StoredEnding,
): Promise<void> {
  const ended = await CommandRecord.change(context, command, {
    status,
    ...(result === undefined ? {} : { result }),
  });
  context.due.clear(COMMAND_EXPIRY, command.id);
  if (status === "EXPIRED") {
    await recordOperation(context, device.id, {
      action: "command_expired",
      actor_type: "service",
      result: outcome === "unknown" ? "unknown" : "failed",
      compartment_id: command.compartment_id,
      command_id: command.id,
      details: { kind: command.kind, outcome },
    });
  }
  await context.publish(commandEnded, { device, command: ended, outcome });
}

/** Stores what a device answers to a locked command. */
export async function acknowledge(
  context: Context<never>,
  device: DeviceRow,
  command: CommandRow,
  { status, why, result, seq, at }: Ack,
): Promise<void> {
  const meaning = readAck(command, status);
  if (meaning === null) return;
  if (meaning === "acked") await CommandRecord.change(context, command, { status: "ACKED" });
  else
    await endCommand(context, device, command, {
      ...meaning,
      result: { status, ...(why === undefined ? {} : { why }), ...result, seq, at },
    });
}
