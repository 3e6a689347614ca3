/** Stores what happened to a device order: its row, its history, its exceptions and the event. */
import type { Context } from "#operation/define/context.ts";
import type { Changes } from "#operation/define/record.ts";
import {
  type ActorType,
  DeviceOrderRecord,
  type DeviceOrderRow,
  ExceptionRecord,
  HistoryRecord,
} from "./records/device-order.ts";
import type { Action, ExceptionKind, Resolution } from "./rules.ts";

type Writer = Context<never>;
type DeviceOrderChanges = Changes<"device_order", DeviceOrderRow>;

const ACTOR_TYPES = {
  client_admin: "operator",
  employee: "operator",
  platform_admin: "operator",
  driver: "courier",
  broker_employee: "courier",
  customer: "customer",
} as const satisfies Record<string, ActorType>;

export interface Occurrence {
  /** When it happened, which may be hours ago; now when absent. */
  at?: Date;
  details?: Record<string, unknown>;
  /** What a locker reported or time brought, and nobody asked for. */
  by_device?: boolean;
}

export async function recordAction(
  context: Writer,
  { id }: Pick<DeviceOrderRow, "id">,
  action: Action,
  { at = context.now, details = {}, by_device = false }: Occurrence = {},
): Promise<void> {
  const { role, account_id, kind } = context.actor;
  const is_person = role !== null && !by_device;
  await HistoryRecord.insert(context, {
    device_order_id: id,
    action,
    actor_type: is_person ? ACTOR_TYPES[role] : kind === "device" ? "device" : "service",
    account_id: is_person ? account_id : null,
    details,
    occurred_at: at.toISOString(),
    recorded_at: context.now.toISOString(),
  });
}

/** A change of a locked device order, with its line of the history and its event. */
export async function changeDeviceOrder(
  context: Writer,
  before: DeviceOrderRow,
  changes: DeviceOrderChanges,
  action: Action | null,
  occurrence: Occurrence = {},
): Promise<DeviceOrderRow> {
  const row =
    Object.keys(changes).length === 0 ? before : await DeviceOrderRecord.change(context, before, changes);
  if (action !== null) await recordAction(context, row, action, occurrence);
  if (row !== before)
    context.emit({
      subject: { type: "device_order", id: row.id },
      kind: "device_order.changed",
      occurred_at: (occurrence.at ?? context.now).toISOString(),
      payload: {
        action: action ?? "resolved",
        order_id: row.order_id,
        device_id: row.device_id,
        compartment_id: row.compartment_id,
        step_before: before.step,
        step: row.step,
        state: row.state,
      },
      before: { step: before.step, state: before.state },
      after: { step: row.step, state: row.state },
    });
  return row;
}

export interface NewException extends Occurrence {
  kind: ExceptionKind;
  note?: string;
  file_id?: number | null;
  by_person?: boolean;
}

export async function openException(
  context: Writer,
  row: DeviceOrderRow,
  { kind, note = "", file_id = null, by_person = false, at = context.now }: NewException,
): Promise<{ row: DeviceOrderRow; exception_id: number }> {
  const exception = await ExceptionRecord.insert(context, {
    device_order_id: row.id,
    kind,
    compartment_id: row.compartment_id,
    note,
    file_id,
    reported_by: by_person ? context.actor.account_id : null,
    occurred_at: at.toISOString(),
    recorded_at: context.now.toISOString(),
  });
  const after = await changeDeviceOrder(
    context,
    row,
    { open_exceptions: row.open_exceptions + 1 },
    "exception",
    { at, details: { exception_id: exception.id, exception: kind }, by_device: !by_person },
  );
  context.emit({
    subject: { type: "device_order", id: row.id },
    kind: "device_order.exception",
    occurred_at: at.toISOString(),
    payload: {
      order_id: row.order_id,
      device_id: row.device_id,
      compartment_id: row.compartment_id,
      exception_id: exception.id,
      exception: kind,
      step: row.step,
    },
  });
  return { row: after, exception_id: exception.id };
}

export interface ResolvedBy extends Occurrence {
  resolution: Resolution;
  note?: string;
  file_id?: number | null;
}

/** The exception is open. */
export async function resolveException(
  context: Writer,
  row: DeviceOrderRow,
  exception: { id: number; kind: ExceptionKind },
  { resolution, note = "", file_id = null, at = context.now, by_device = false }: ResolvedBy,
): Promise<DeviceOrderRow> {
  await ExceptionRecord.change(context, exception, {
    resolution,
    resolution_note: note,
    resolution_file_id: file_id,
    resolved_by: by_device ? null : context.actor.account_id,
    resolved_at: at.toISOString(),
  });
  return changeDeviceOrder(context, row, { open_exceptions: row.open_exceptions - 1 }, "resolved", {
    at,
    by_device,
    details: { exception_id: exception.id, exception: exception.kind, resolution },
  });
}
