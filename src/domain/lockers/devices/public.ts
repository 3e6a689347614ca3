/** What other families may call about devices. */
export { CALLING_REFUSALS, lockCallingDevice } from "./calling.ts";
export { retireDevice, setMaintenance } from "./presence.ts";
export { createClaim } from "./records/claim.ts";
export { type CommandOutcome, type CommandRow, findLastCommand, queueCommand } from "./records/command.ts";
export {
  changeDevice,
  createDevice,
  DEVICE_KINDS,
  DEVICE_STATUSES,
  type DeviceRow,
  findDevice,
  lockDevice,
} from "./records/device.ts";
export {
  type NewOperation,
  type OperationRow,
  recordOperation,
  recordOperations,
} from "./records/operation.ts";
export { computeOccurredAt } from "./rules.ts";
export {
  commandEnded,
  compartmentsRequested,
  type DeviceCompartment,
  deviceGapGivenUp,
  deviceOperationApplied,
  deviceReturned,
  deviceSnapshotReported,
} from "./topics.ts";
