/** How commands end: by the answer of the device, or without one. */
import type { Ack } from "#locker-protocol/messages.ts";
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

const ENDINGS = {
  done: { status: "DONE", outcome: "done" },
  failed: { status: "FAILED", outcome: "failed" },
  refused: { status: "FAILED", outcome: "refused" },
  expired: { status: "EXPIRED", outcome: "not_carried_out" },
  unknown: { status: "EXPIRED", outcome: "unknown" },
} as const satisfies Record<Exclude<Ack["status"], "acked">, Omit<Ending, "result">>;

/**
 * Stores what a device answers to a locked command. The first answer counts: repetitions change nothing. One that comes
 * after the command was given up says what became of it, unless the device does not know either.
 */
export async function acknowledge(
  context: Context<never>,
  device: DeviceRow,
  command: CommandRow,
  { status, why, result, at }: Ack,
): Promise<void> {
  if (command.result !== null) return;
  if (status === "acked") {
    if (command.status === "SENT") await CommandRecord.change(context, command, { status: "ACKED" });
    return;
  }
  if (command.status === "EXPIRED" && status === "unknown") return;
  await endCommand(context, device, command, {
    ...ENDINGS[status],
    result: { status, ...(why === undefined ? {} : { why }), ...result, at },
  });
}
