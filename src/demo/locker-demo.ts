/** What the records of lockers in the demo are created of. */
import type { Db } from "#platform/db/db.ts";
import { insertRows } from "./insert-rows.ts";
import type { DemoUse } from "./locker-uses.ts";

export type Size = "S" | "M" | "L" | "XL";

/** A use as it is stored. */
export interface StoredUse extends DemoUse {
  device_id: number;
  device_name: string;
  place: Record<string, unknown>;
  compartment_id: number;
  size: Size;
  /** Undefined where nothing is reserved. */
  reservation_id?: number;
}

/** What the families of lockers create their records of. */
export interface LockerDemo {
  db: Db;
  business_id: number;
  now: Date;
  secret_key: Buffer;
  /** So many hours before the demo was created. */
  ago: (hours: number) => string;
  /** By its key. */
  use: (key: string) => StoredUse;
  findLocker: (serial: string) => { id: number; name: string };
  /** By their codes. */
  customers: Record<"CAFE" | "FARM", number>;
  people: {
    admin: number | null;
    drivers: number[];
    café: number | null;
    warehouse_id: number | null;
    bag_photo: number | null;
    item_photo: number | null;
  };
}

/** When something is to happen next; hours before the demo was created. */
export const setDues = (
  db: Db,
  business_id: number,
  ago: LockerDemo["ago"],
  dues: readonly { kind: string; subject: number; hours: number }[],
) =>
  insertRows(
    db,
    "due",
    dues.map(({ kind, subject, hours }) => ({
      business_id,
      kind,
      subject: String(subject),
      due_at: ago(hours),
      next_at: ago(hours),
      payload: {},
      attempts: 0,
    })),
  );
