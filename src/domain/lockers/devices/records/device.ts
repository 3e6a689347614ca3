/**
 * Lockers, kiosks and smart-drops: what one is, how it is found, locked and changed.
 *
 * `version` counts what people change and provisioning. What a device reports of itself is stored without it, so that an
 * operator who edits a device does not collide with each of its heartbeats.
 */
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { Place } from "#vocabulary/place.ts";

export const DEVICE_KINDS = ["locker", "kiosk", "smart_drop"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

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
