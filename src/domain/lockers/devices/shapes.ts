/** Entries of the log and commands as they are returned. */
import Type, { type Static } from "typebox";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { COMMAND_KINDS, COMMAND_STATUSES, type CommandRow } from "./records/command.ts";
import { ACTOR_TYPES, OPERATION_RESULTS, type OperationRow } from "./records/operation.ts";

const Details = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

export const DeviceOperation = Type.Object(
  {
    id: Ref("locker_operation"),
    device_id: Ref("locker_device"),
    device_name: Type.String(),
    epoch: Nullable(Type.Integer()),
    seq: Nullable(Type.Integer({ description: "Given by the device; null for what it did not tell." })),
    compartment_id: Nullable(Ref("locker_compartment")),
    compartment: Nullable(Type.String({ description: "What is written on the door." })),
    reservation_id: Nullable(NoRef("the reservation of the compartment")),
    command_id: Nullable(Ref("locker_command")),
    actor_type: StringEnum(ACTOR_TYPES),
    account_id: Nullable(Ref("account")),
    account_name: Nullable(Type.String()),
    action: Type.String(),
    result: StringEnum(OPERATION_RESULTS),
    details: Details,
    file_id: Nullable(Ref("file")),
    occurred_at: Timestamp,
    recorded_at: Timestamp,
    hash: Type.String({
      description: "Of this entry and the one before it of the same device, hexadecimal.",
    }),
  },
  { $id: "DeviceOperation" },
);

export interface ListedOperation extends OperationRow {
  device_name: string;
  account_name: string | null;
}

/** `codes`: of compartments, by id. */
export const buildOperation = (
  row: ListedOperation,
  codes: ReadonlyMap<number, string>,
): Static<typeof DeviceOperation> => ({
  ...row,
  compartment: row.sent?.compartment ?? codes.get(row.compartment_id ?? 0) ?? null,
  hash: row.hash.toString("hex"),
});

export const DeviceCommand = Type.Object(
  {
    id: Ref("locker_command"),
    device_id: Ref("locker_device"),
    compartment_id: Nullable(Ref("locker_compartment")),
    kind: StringEnum(COMMAND_KINDS),
    nonce: Type.String({ description: "The device moves its hardware once for it." }),
    body: Details,
    status: StringEnum(COMMAND_STATUSES),
    status_since: Timestamp,
    sends: Count,
    expires_at: Timestamp,
    account_id: Nullable(Ref("account")),
    account_name: Nullable(Type.String()),
    reason: Type.String(),
    result: Nullable(Details),
    created_at: Timestamp,
    version: Count,
  },
  { $id: "DeviceCommand" },
);

export interface ListedCommand extends CommandRow {
  account_name: string | null;
}

export const buildCommand = (row: ListedCommand): Static<typeof DeviceCommand> => row;
