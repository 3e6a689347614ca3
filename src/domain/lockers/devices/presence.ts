/** Whether a device is there: heard lately, silent, or ended on purpose. */
import type { Context } from "#operation/define/context.ts";
import { endCommand } from "./commands.ts";
import { endClaims } from "./records/claim.ts";
import { type CommandRow, findExpiredCommands } from "./records/command.ts";
import {
  changeDevice,
  DEVICE_SILENCE,
  type DeviceRow,
  type DeviceStatus,
  storeConnection,
  storeReport,
} from "./records/device.ts";
import { recordOperation } from "./records/operation.ts";
import { parseTime, SILENCE_MS } from "./rules.ts";
import { deviceReturned } from "./topics.ts";

interface Message {
  clock: string;
  queued?: number;
  battery_percent?: number | undefined;
  firmware?: string;
}

/** A locked device was heard: it is online, unless it says that it ends. */
export async function markHeard(
  context: Context<never>,
  device: DeviceRow,
  message: Message,
  says_bye = false,
): Promise<DeviceRow> {
  const { now, emit, due } = context;
  const clock = parseTime(message.clock);
  const heard = await storeReport(context, device, {
    status: device.status === "MAINTENANCE" ? "MAINTENANCE" : says_bye ? "OFFLINE" : "ONLINE",
    connectivity: context.request.connection === undefined ? "http" : "mqtt",
    queued_operations: message.queued ?? device.queued_operations,
    clock_offset_ms: clock === null ? null : clock - now.getTime(),
    battery_percent: message.battery_percent ?? null,
    firmware: message.firmware ?? null,
  });
  if (!says_bye && isSilent(device, now)) {
    const expired_commands = await findExpiredCommands(context, device.id);
    await context.publish(deviceReturned, { device: heard, is_provisioned_anew: false, expired_commands });
  }
  if (heard.status !== device.status) {
    if (heard.status === "OFFLINE") emitOffline(context, heard);
    else {
      const subject = { type: "locker_device", id: device.id };
      emit({ subject, kind: "device.online", payload: { offline_since: device.status_since } });
      due.set(DEVICE_SILENCE, device.id, new Date(now.getTime() + SILENCE_MS));
    }
  }
  return heard;
}

/** One that is in maintenance is never marked as offline. */
const isSilent = ({ status, last_seen_at }: DeviceRow, now: Date): boolean =>
  status === "OFFLINE" || (last_seen_at !== null && Date.parse(last_seen_at) + SILENCE_MS <= now.getTime());

/** The connection of a locked device began: it is the one that counts from now on. */
export async function beginConnection(context: Context<never>, device: DeviceRow, id: string): Promise<void> {
  await storeConnection(context, device, id);
  await markHeard(context, device, { clock: "" });
}

/** The connection of a locked device ended without a farewell. */
export async function endConnection(context: Context<never>, device: DeviceRow): Promise<void> {
  await storeConnection(context, device, null);
  if (device.status !== "ONLINE") return;
  context.due.clear(DEVICE_SILENCE, device.id);
  emitOffline(context, await changeDevice(context, device, { status: "OFFLINE" }));
}

export function emitOffline({ emit }: Pick<Context, "emit">, device: DeviceRow): void {
  emit({
    subject: { type: "locker_device", id: device.id },
    kind: "device.offline",
    payload: { last_seen_at: device.last_seen_at, queued_operations: device.queued_operations },
  });
}

/** Takes a locked device out of use, or back into it: it is online if it was heard lately. */
export async function setMaintenance(
  context: Context<never>,
  device: DeviceRow,
  is_in_maintenance: boolean,
): Promise<DeviceRow> {
  const { now, due } = context;
  const heard_at = device.last_seen_at === null ? 0 : Date.parse(device.last_seen_at);
  const silent_at = new Date(heard_at + SILENCE_MS);
  const status: DeviceStatus = is_in_maintenance
    ? "MAINTENANCE"
    : device.public_key === null
      ? "PROVISIONING"
      : silent_at > now
        ? "ONLINE"
        : "OFFLINE";
  if (status === "ONLINE") due.set(DEVICE_SILENCE, device.id, silent_at);
  return changeDevice(context, device, { status });
}

/** Ends a locked device for good: nothing that it sends is accepted, and its open commands end. */
export async function retireDevice(context: Context<never>, device: DeviceRow): Promise<DeviceRow> {
  const { db, business_id, due, emit, actor } = context;
  const commands = await db.rows<CommandRow>(
    `select * from locker_command where business_id = $1 and device_id = $2 and status in ('QUEUED', 'SENT', 'ACKED')
      order by id for update`,
    [business_id, device.id],
  );
  for (const command of commands) {
    const outcome = command.status === "QUEUED" ? "not_carried_out" : "unknown";
    await endCommand(context, device, command, { status: "EXPIRED", outcome });
  }
  await endClaims(context, device.id);
  due.clear(DEVICE_SILENCE, device.id);
  await recordOperation(context, device.id, {
    action: "retired",
    actor_type: "operator",
    account_id: actor.account_id,
    result: "ok",
  });
  emit({ subject: { type: "locker_device", id: device.id }, kind: "device.retired", payload: {} });
  return changeDevice(context, device, { status: "RETIRED" });
}
