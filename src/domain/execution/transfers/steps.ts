/** The audit trail: one row for each step, also for a scan that was refused. */
import type { Context } from "#operation/define/context.ts";
import type { StepKind } from "./rules.ts";

export interface ScanFacts {
  device_id?: string | undefined;
  position?: { lat: number; lng: number; accuracy_m?: number } | undefined;
}

export interface NewStep {
  kind: StepKind;
  item_id?: number | null;
  scanned?: string | null;
  warehouse_id?: number | null;
  detail?: string | null;
}

export async function recordSteps(
  { db, business_id, actor, now, request }: Context<never>,
  transfer_id: number,
  steps: readonly NewStep[],
  { device_id, position }: ScanFacts = {},
): Promise<void> {
  if (steps.length === 0) return;
  await db.execute(
    `insert into transfer_step (business_id, transfer_id, item_id, kind, scanned, warehouse_id, detail, device_id, lat, lng,
       accuracy_m, at, account_id, surface)
     select $1, $2, s.item_id, s.kind, s.scanned, s.warehouse_id, s.detail, $4, $5, $6, $7, $8, $9, $10
       from json_to_recordset($3::json) as s(n int, kind text, item_id bigint, scanned text, warehouse_id bigint, detail text)
      order by s.n`,
    [
      business_id,
      transfer_id,
      JSON.stringify(steps.map((step, n) => ({ ...step, n }))),
      device_id ?? null,
      position?.lat ?? null,
      position?.lng ?? null,
      position?.accuracy_m ?? null,
      now,
      actor.account_id,
      request.surface,
    ],
  );
}
