/**
 * Lockers, kiosks and smart-drops: what one is, how it is found, locked and changed.
 *
 * `version` counts what people change and provisioning. What a device reports of itself is stored without it, so that an
 * operator who edits a device does not collide with each of its heartbeats.
 */
import assert from "node:assert";
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { Place } from "#vocabulary/place.ts";

export const DEVICE_KINDS = ["locker", "kiosk", "smart_drop"] as const;
type DeviceKind = (typeof DEVICE_KINDS)[number];

export const DEVICE_STATUSES = ["PROVISIONING", "ONLINE", "OFFLINE", "MAINTENANCE", "RETIRED"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

export interface DeviceRow extends Row<"locker_device"> {
  kind: DeviceKind;
  status: DeviceStatus;
  place: Place | Record<string, never>;
  /** By ISO weekday, "1" Monday: pairs of "HH:MM"; null is always open. */
  opening_hours: Record<string, [string, string][]> | null;
  connectivity: "unknown" | "http" | "mqtt";
  capabilities: string[];
}

const DeviceRecord = defineRecord<"locker_device", DeviceRow>("locker_device");

/** Becomes due when a device was not heard for three heartbeats. */
export const DEVICE_SILENCE = "devices.silence";

type Reader = Pick<Context, "db" | "business_id">;
type Writer = Pick<Context, "db" | "business_id" | "now">;

export type NewDevice = NewRow<"locker_device", DeviceRow>;

/** Undefined where another device of the business has its serial number. */
export const createDevice = (context: Writer, device: NewDevice): Promise<DeviceRow | undefined> =>
  DeviceRecord.insertIfAbsent(context, device);

export const findDevice = (context: Reader, id: number): Promise<DeviceRow | undefined> =>
  DeviceRecord.find(context, id);

/** Whoever writes operations or commands of a device, or compartments of it, locks the device first. */
export const lockDevice = (context: Reader, id: number): Promise<DeviceRow | undefined> =>
  DeviceRecord.lock(context, id);

/** Stores what people or provisioning change of a locked device, as its next version. */
export const changeDevice = (
  context: Writer,
  device: DeviceRow,
  changes: Changes<"locker_device", DeviceRow>,
): Promise<DeviceRow> => DeviceRecord.change(context, device, changes);

/** What a message tells of the device itself. */
export interface DeviceReport {
  status: DeviceStatus;
  connectivity: "http" | "mqtt";
  queued_operations: number;
  clock_offset_ms: number | null;
  battery_percent: number | null;
  firmware: string | null;
}

/** Stores that a locked device was heard; members that are null stay as they are. */
export async function storeReport(
  { db, business_id, now }: Writer,
  { id }: Pick<DeviceRow, "id">,
  report: DeviceReport,
): Promise<DeviceRow> {
  const device = await db.row<DeviceRow>(
    `update locker_device set last_seen_at = $3, connectivity = $4, queued_operations = $5,
       clock_offset_ms = coalesce($6, clock_offset_ms), battery_percent = coalesce($7, battery_percent),
       firmware = coalesce($8, firmware), status = $9,
       status_since = case when status = $9 then status_since else $3 end
     where business_id = $1 and id = $2 returning *`,
    [
      business_id,
      id,
      now,
      report.connectivity,
      report.queued_operations,
      report.clock_offset_ms,
      report.battery_percent,
      report.firmware,
      report.status,
    ],
  );
  assert(device !== undefined, `A locked device ${id} was gone.`);
  return device;
}

/** Stores the connection of a locked device to the broker; null where it has none. */
export async function storeConnection(
  { db, business_id }: Reader,
  { id }: Pick<DeviceRow, "id">,
  connection_id: string | null,
): Promise<void> {
  await db.execute("update locker_device set connection_id = $3 where business_id = $1 and id = $2", [
    business_id,
    id,
    connection_id,
  ]);
}

/** Stores how far the operations of a locked device are applied. */
export async function storeProgress(
  { db, business_id }: Reader,
  { id, applied_seq, reported_head, battery_percent, firmware }: DeviceRow,
): Promise<void> {
  await db.execute(
    `update locker_device set applied_seq = $3, reported_head = $4, battery_percent = $5, firmware = $6
      where business_id = $1 and id = $2`,
    [business_id, id, applied_seq, reported_head, battery_percent, firmware],
  );
}
