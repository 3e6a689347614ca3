/** How commands end: by the answer of the device, or without one. */
import type { Context } from "#operation/define/context.ts";
import {
  COMMAND_EXPIRY,
  type CommandOutcome,
  CommandRecord,
  type CommandRow,
  type CommandStatus,
} from "./records/command.ts";
import type { DeviceRow } from "./records/device.ts";
import { recordOperation } from "./records/operation.ts";
import { commandEnded } from "./topics.ts";

interface Ending {
  status: Extract<CommandStatus, "DONE" | "FAILED" | "EXPIRED">;
  outcome: CommandOutcome;
  /** What the device answered. */
  result?: Record<string, unknown>;
}

/** Stores the end of a locked command of a locked device, and tells it to the families above. */
export async function endCommand(
  context: Context<never>,
  device: DeviceRow,
  command: CommandRow,
  { status, outcome, result }: Ending,
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
