/** Compartments: what one is, how those of a locker are found, locked and shown. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { CompartmentStatus, Contents, Door, Reason, Size } from "../rules.ts";

export interface CompartmentRow extends Row<"locker_compartment"> {
  size: Size;
  status: CompartmentStatus;
  status_reason: Reason | null;
  door: Door;
  contents: Contents;
  tags: string[];
}

export const CompartmentRecord = defineRecord<"locker_compartment", CompartmentRow>("locker_compartment");

type Reader = Pick<Context, "db" | "business_id">;

/** On the wall from left to right, each column from above. */
export function listCompartments({ db, business_id }: Reader, device_id: number): Promise<CompartmentRow[]> {
  return db.rows<CompartmentRow>(
    "select * from locker_compartment where business_id = $1 and device_id = $2 order by wall_column, wall_row",
    [business_id, device_id],
  );
}

/** Of a locked device. */
export function findCompartments(
  { db, business_id }: Reader,
  device_id: number,
  ids: readonly number[],
): Promise<CompartmentRow[]> {
  return db.rows<CompartmentRow>(
    "select * from locker_compartment where business_id = $1 and device_id = $2 and id = any($3::bigint[]) order by id",
    [business_id, device_id, [...ids]],
  );
}
