/** What other families act on when devices tell something, and what devices need of them. */
import { defineTopic } from "#operation/define/topic.ts";
import type { CommandOutcome, CommandRow } from "./records/command.ts";
import type { DeviceRow } from "./records/device.ts";
import type { OperationRow } from "./records/operation.ts";

export interface DeviceCompartment {
  id: number;
  /** Written on the door, and what devices call it. */
  code: string;
}

/** The compartments of devices, which devices name by their codes. */
export const compartmentsRequested = defineTopic<{ device_ids: readonly number[] }, DeviceCompartment[]>(
  "locker_device.compartments_requested",
);

/**
 * Operations of a locked device took effect, in the order in which they happened at the device. They may be hours old
 * (`occurred_at`), and were stored before: operations that wait behind a gap are not here until it is filled or given up.
 */
export const deviceOperationApplied = defineTopic<{
  device: DeviceRow;
  operations: readonly OperationRow[];
}>("locker_device.operation_applied");

/**
 * What a locked device observes now. `is_complete` says that all operations before it are applied; without it some that
 * happened before will be applied later, and must not undo what was observed.
 */
export const deviceSnapshotReported = defineTopic<{
  device: DeviceRow;
  is_complete: boolean;
  compartments: readonly {
    compartment_id: number;
    door: "CLOSED" | "OPEN" | "UNKNOWN";
    contents: "EMPTY" | "FULL" | "NONE" | "UNKNOWN";
    fault: string | null;
  }[];
}>("locker_device.snapshot_reported");

/** Operations of a locked device from one number to another will not come: what they changed cannot be told. */
export const deviceGapGivenUp = defineTopic<{
  device: DeviceRow;
  epoch: number;
  from: number;
  to: number;
}>("locker_device.gap_given_up");

/**
 * A command to a locked device has ended. The outcome `unknown` may be followed by the true one, when the answer of the
 * device arrives late.
 */
export const commandEnded = defineTopic<{
  device: DeviceRow;
  command: CommandRow;
  outcome: CommandOutcome;
}>("locker_device.command_ended");

/**
 * A locked device is there again: it was provisioned, and may have lost its memory, or was not heard for a while. `expired_commands`: what
 * it was to accept or to know, whose last command ended without an answer meanwhile.
 */
export const deviceReturned = defineTopic<{
  device: DeviceRow;
  is_provisioned_anew: boolean;
  expired_commands: readonly CommandRow[];
}>("locker_device.returned");
